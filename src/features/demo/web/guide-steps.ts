import { texts } from "../../../shared/texts";

/** One thing the guide asks a visitor to do. */
export interface GuideStep {
  id: string;
  title: string;
  /** How it is done; keys stand in square brackets. */
  how: string;
  /** What has to be reported (`web/activity.ts`), and of how many different things. */
  activity: string;
  times: number;
  /** What to call those things where there are several. */
  things?: string;
  /** The view it is done in, by its id in the sidebar. */
  view: "inbox" | "matrix";
  /** What differs where single keys do not work: they are switched off, or there is no keyboard. */
  withoutKeys?: Partial<Pick<GuideStep, "title" | "how" | "activity">>;
}

/** The guided path; a feature that should be seen adds its step here and reports its activity. */
export const guideSteps: GuideStep[] = [
  {
    id: "triage",
    title: "Triage three messages with the keyboard",
    how: "[J] and [K] go through the messages. [1] to [4] make one a task in a quadrant, [E] resolves it.",
    activity: "message-triaged-by-key",
    times: 3,
    things: "messages",
    view: "inbox",
    withoutKeys: {
      title: "Triage three messages",
      how: `Press ${texts.inbox.createTask} where there is something to do, and ${texts.inbox.markResolved} where there is nothing.`,
      activity: "message-triaged",
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
      how: "Press the arrows on a card, then choose the quadrant it should move to.",
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
];

/** The view a step is done in: where it lies, and what it is called. */
export const guideViews: Record<GuideStep["view"], { path: string; name: string }> = {
  inbox: { path: "/inbox", name: texts.views.inbox.entry },
  matrix: { path: "/matrix", name: texts.views.matrix.entry },
};

/** The steps as they are done with or without single keys. */
export function stepsFor(keys: boolean): GuideStep[] {
  return keys ? guideSteps : guideSteps.map((step) => ({ ...step, ...step.withoutKeys }));
}
