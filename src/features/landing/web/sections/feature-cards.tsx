import {
  type Icon,
  IconBrain,
  IconFocus2,
  IconInbox,
  IconLayoutGrid,
  IconListTree,
  IconMicrophone,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./feature-cards.module.css";
import {
  BreakdownSketch,
  ContextSketch,
  FocusSketch,
  InboxSketch,
  MatrixSketch,
  MeetingSketch,
} from "./feature-sketches";
import section from "./section.module.css";

interface Feature {
  name: string;
  text: string;
  icon: Icon;
  sketch: ReactNode;
}

const features: Feature[] = [
  {
    name: "AI Inbox",
    text: "Mail, chat and social messages in one list. Zippy shows which of them ask for something, how soon, and in which words.",
    icon: IconInbox,
    sketch: <InboxSketch />,
  },
  {
    name: "Task Matrix",
    text: "Every task is in one of four quadrants, by urgency and importance. Drag a card to overrule it; one key undoes the move.",
    icon: IconLayoutGrid,
    sketch: <MatrixSketch />,
  },
  {
    name: "Meetings",
    text: "Record a meeting, get its transcript and the agreed tasks. Each links to the second it was said.",
    icon: IconMicrophone,
    sketch: <MeetingSketch />,
  },
  {
    name: "Context Memory",
    text: "Ask the chatbot about your messages, tasks and meetings; it names its sources. Context areas collect what belongs to one client or project.",
    icon: IconBrain,
    sketch: <ContextSketch />,
  },
  {
    name: "Focus mode",
    text: "One task, one timer, nothing else on the screen. It starts with a step that takes two minutes.",
    icon: IconFocus2,
    sketch: <FocusSketch />,
  },
  {
    name: "Task breakdown",
    text: "Too big to start? Break the task into subtasks, the first one small enough to start right now.",
    icon: IconListTree,
    sketch: <BreakdownSketch />,
  },
];

/** The parts of Zippy. */
export function FeatureCards() {
  return (
    <section id="features" className={section.section} aria-labelledby="features-title">
      <h2 id="features-title" className={section.title}>
        Six parts that end in one short list.
      </h2>
      <ul className={classes.cards}>
        {features.map(({ name, text, icon: Icon, sketch }) => (
          <li key={name} className={classes.card}>
            <div className={classes.sketch} aria-hidden="true">
              {sketch}
            </div>
            <div className={classes.head}>
              <h3 className={classes.name}>
                <Icon size={18} stroke={1.75} aria-hidden />
                {name}
              </h3>
            </div>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
