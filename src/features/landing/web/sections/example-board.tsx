import { IconCalendarEvent, IconInbox, IconQuote } from "@tabler/icons-react";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import { type Quadrant, quadrantOrder } from "../../../tasks/quadrants";
import { QuadrantIcon } from "../../../tasks/web/matrix/quadrant-icon";
import { quadrantTexts } from "../../../tasks/web/texts";
import classes from "./example-board.module.css";

/** A sample message; the words that ask for something are between the other two parts. */
interface ExampleMessage {
  channel: string;
  sender: string;
  age: string;
  before: string;
  asks: string;
  after: string;
}

/** A sample task. */
interface ExampleTask {
  title: string;
  channel: string;
  due?: { label: string; tone: "danger" | "warning" };
  /** The words it comes from. */
  words: string;
}

const messages: ExampleMessage[] = [
  {
    channel: "slack",
    sender: "Jonas Weber",
    age: "Just now",
    before: "Checkout has failed for everyone since noon. Can you ",
    asks: "roll back the release today",
    after: "?",
  },
  {
    channel: "gmail",
    sender: "Priya Raman",
    age: "12 minutes ago",
    before: "Please ",
    asks: "send me the revised quote by Friday",
    after: ". The board decides on Monday.",
  },
  {
    channel: "whatsapp",
    sender: "Marta Ilves",
    age: "1 hour ago",
    before: "Can somebody ",
    asks: "confirm the courier for Thursday",
    after: "? They only hold the slot until tonight.",
  },
];

const tasks: Record<Quadrant, ExampleTask[]> = {
  do_first: [
    {
      title: "Roll back the release",
      channel: "slack",
      due: { label: "Due: 4 hours", tone: "danger" },
      words: "roll back the release today",
    },
    {
      title: "Send Priya the revised quote",
      channel: "gmail",
      due: { label: "Due: Today", tone: "warning" },
      words: "send me the revised quote by Friday",
    },
  ],
  schedule: [
    {
      title: "Draft the budget for next quarter",
      channel: "outlook",
      words: "a first budget before the month ends",
    },
    {
      title: "Prepare the talk for the yearly meeting",
      channel: "gmail",
      words: "we would love to have you speak",
    },
  ],
  delegate: [
    {
      title: "Confirm the courier",
      channel: "whatsapp",
      due: { label: "Due: 7 hours", tone: "danger" },
      words: "confirm the courier for Thursday",
    },
  ],
  delete_defer: [
    {
      title: "Look at the new logo drafts",
      channel: "telegram",
      words: "no rush, whenever you have a minute",
    },
  ],
};

/** A small picture of the product, built from its own parts: messages, and the matrix with their tasks. */
export function ExampleBoard() {
  return (
    <figure className={classes.figure} aria-labelledby="example-caption">
      <div className={classes.window}>
        <div className={classes.inbox}>
          <p className={classes.heading}>
            <IconInbox size={16} stroke={1.75} aria-hidden />
            AI Inbox
          </p>
          <ul className={classes.list}>
            {messages.map((message) => (
              <Message key={message.sender} message={message} />
            ))}
          </ul>
        </div>
        <div className={classes.matrix}>
          {quadrantOrder.map((quadrant) => (
            <div key={quadrant} className={classes.panel} data-quadrant={quadrant}>
              <p className={classes.heading}>
                <QuadrantIcon quadrant={quadrant} />
                {quadrantTexts[quadrant].name}
                <span className={classes.hint}>{quadrantTexts[quadrant].hint}</span>
              </p>
              <ul className={classes.list}>
                {tasks[quadrant].map((task) => (
                  <Task key={task.title} task={task} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <figcaption id="example-caption" className={classes.caption}>
        An example with made-up people. Each card keeps the words it comes from.
      </figcaption>
    </figure>
  );
}

function Message({ message: { channel, sender, age, before, asks, after } }: { message: ExampleMessage }) {
  return (
    <li className={classes.message}>
      <p className={classes.from}>
        <ChannelBadge channel={channel} />
        <span className={classes.sender}>{sender}</span>
        <span className={classes.age}>{age}</span>
      </p>
      <p className={classes.words}>
        {before}
        <mark className={classes.mark}>{asks}</mark>
        {after}
      </p>
    </li>
  );
}

function Task({ task: { title, channel, due, words } }: { task: ExampleTask }) {
  return (
    <li className={classes.task}>
      <p className={classes.title}>{title}</p>
      <p className={classes.source}>
        <IconQuote size={14} stroke={1.75} aria-hidden />
        <q>{words}</q>
      </p>
      <p className={classes.meta}>
        <ChannelBadge channel={channel} />
        {due && (
          <span className={classes.due} data-tone={due.tone}>
            <IconCalendarEvent size={14} stroke={1.75} aria-hidden />
            {due.label}
          </span>
        )}
      </p>
    </li>
  );
}
