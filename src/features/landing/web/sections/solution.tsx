import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import { quadrantOrder } from "../../../tasks/quadrants";
import { QuadrantIcon } from "../../../tasks/web/matrix/quadrant-icon";
import { quadrantTexts } from "../../../tasks/web/texts";
import section from "./section.module.css";
import classes from "./solution.module.css";

const task = "Send Priya the revised quote";

/** How a sample message becomes a task in a quadrant. */
export function Solution() {
  return (
    <section className={section.section} aria-labelledby="solution-title">
      <h2 id="solution-title" className={section.title}>
        From message to next step, with the reason attached.
      </h2>
      <ol className={classes.steps}>
        <Step
          name="Message"
          text="Zippy reads what arrives and marks the words that ask something of you."
          shown={<Message />}
        />
        <Step
          name="Task"
          text="It writes the task: title, date, urgency, importance. Each shows the words it comes from."
          shown={<Task />}
        />
        <Step
          name="Quadrant"
          text="The task appears in one of four quadrants. Move it if you know better, or undo it."
          shown={<Quadrants />}
        />
      </ol>
    </section>
  );
}

function Step({ name, text, shown }: { name: string; text: string; shown: ReactNode }) {
  return (
    <li className={classes.step}>
      <div className={classes.shown}>{shown}</div>
      <h3 className={classes.name}>{name}</h3>
      <p className={classes.text}>{text}</p>
      <IconArrowRight className={classes.arrow} size={20} stroke={1.75} aria-hidden />
    </li>
  );
}

function Message() {
  return (
    <div className={classes.paper}>
      <p className={classes.from}>
        <ChannelBadge channel="gmail" />
        Priya Raman
      </p>
      <p className={classes.words}>
        Hi, could you <mark>send me the revised quote</mark> <mark>by Friday</mark>?{" "}
        <mark>The board decides on Monday</mark>.
      </p>
    </div>
  );
}

function Task() {
  return (
    <div className={classes.paper}>
      <p className={classes.title}>{task}</p>
      <dl className={classes.facts}>
        <dt>Due</dt>
        <dd>
          Friday 17:00 <q>by Friday</q>
        </dd>
        <dt>Important</dt>
        <dd>
          <q>The board decides on Monday</q>
        </dd>
        <dt>Urgent</dt>
        <dd>
          <q>by Friday</q>
        </dd>
      </dl>
    </div>
  );
}

function Quadrants() {
  return (
    <ul className={classes.quadrants}>
      {quadrantOrder.map((quadrant) => (
        <li key={quadrant} data-quadrant={quadrant}>
          <QuadrantIcon quadrant={quadrant} />
          <span>
            {quadrantTexts[quadrant].name}
            {quadrant === "do_first" && <small>{task}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
