import { inboxTexts } from "../../inbox/web/texts";

/** One thing the guide asks a visitor to do. */
export interface GuideStep {
  id: string;
  title: string;
  /** How to do it, with keys in square brackets. */
  how: string;
  /** The activity that counts (`web/activity.ts`), and the number of different items it needs. */
  activity: string;
  times: number;
  /** What to call several of these items. */
  things?: string;
  /** The sidebar id of the step's view. */
  view: "inbox" | "matrix";
  /** Replacements if single keys don't work: they are turned off, or there is no keyboard. */
  withoutKeys?: Partial<Pick<GuideStep, "title" | "how">>;
}

/** The steps of the guide. To show a feature here, add a step and report its activity. */
export const guideSteps: GuideStep[] = [
  {
    id: "triage",
    title: "Triage three messages",
    how: "[J] and [K] go through the messages. Press [1] to [4] to create a task in a quadrant, or [E] to resolve it. The buttons do the same.",
    activity: "message-triaged",
    times: 3,
    things: "messages",
    view: "inbox",
    withoutKeys: {
      how: `Press ${inboxTexts.createTask} if there's something to do, or ${inboxTexts.markResolved} if there isn't.`,
    },
  },
  {
    id: "why",
    title: "Ask why",
    how: "Select a message and press [W]: the words behind every conclusion are marked, with what would change it.",
    activity: "why-opened",
    times: 1,
    view: "inbox",
    withoutKeys: {
      how: "Open a message and press Why: the words behind every conclusion are marked, with what would change it.",
    },
  },
  {
    id: "move",
    title: "Drag one card",
    how: "Drag a card to another quadrant. Without a mouse: select it with [J] and [K], then press [1] to [4].",
    activity: "task-moved",
    times: 1,
    view: "matrix",
    withoutKeys: {
      title: "Move one card",
      how: "Press ⋯ on a card, then choose a quadrant.",
    },
  },
  {
    id: "source",
    title: "Open a task and its source",
    how: "Open a card that names a channel, such as Slack. Under “From message”, press Open message.",
    activity: "task-source-opened",
    times: 1,
    view: "matrix",
  },
  {
    id: "breakdown",
    title: "Break a task down",
    how: "Select a card and press [B]: its steps are drafted, the first one small. Add them to the task.",
    activity: "task-broken-down",
    times: 1,
    view: "matrix",
    withoutKeys: {
      how: "Press ⋯ on a card, then Break down…, and add the drafted steps to the task.",
    },
  },
  {
    id: "focus",
    title: "Focus on one task",
    how: "Press [F] on a card: the task, its next step and a timer, and nothing else. [Esc] leads back.",
    activity: "focus-started",
    times: 1,
    view: "matrix",
    withoutKeys: {
      how: "Press ⋯ on a card, then Focus: the task, its next step and a timer, and nothing else.",
    },
  },
  {
    id: "undo",
    title: "Take something back",
    how: "[Z] undoes the last change, whatever it was, and again the one before.",
    activity: "change-undone",
    times: 1,
    view: "matrix",
    withoutKeys: {
      how: "Press the circle on a card, then Undo in the note that appears. It works after every change.",
    },
  },
];

/** The path and name of a step's view. */
export const guideViews: Record<GuideStep["view"], { path: string; name: string }> = {
  inbox: { path: "/inbox", name: "AI Inbox" },
  matrix: { path: "/matrix", name: "Task Matrix" },
};

/** The steps with or without single keys. */
export function stepsFor(keys: boolean): GuideStep[] {
  return keys ? guideSteps : guideSteps.map((step) => ({ ...step, ...step.withoutKeys }));
}
