import { counted } from "../../../shared/counted";
import { mostSteps } from "../../tasks/contract";
import type { StepCount } from "../contract";

export const focusTexts = {
  title: "Focus mode",
  start: "Focus",
  now: "Now",
  modes: { flow: "Flow", cycles: "25/5", custom: "Custom" },
  firstStep: "Start with this",
  nextStep: "Next step",
  suggested: "Suggested start",
  twoMinutes: "2 min",
  pause: "Pause",
  resume: "Go on",
  paused: "Paused",
  rest: "Rest",
  left: "left",
  notToday: "Not today",
  done: "Done",
  leave: "Back to Zippy",
  end: "End session",
  ended: "Your focus session has ended.",
  breakDown: "Break down",
  failed: "Failed to change the focus session",
  failedToStart: "Failed to start the focus session",
  failedToFetch: "Couldn't load the focus session",
  work: "Minutes of work",
  restMinutes: "Minutes of rest",
} as const;

/** What a change of a session says while it waits to be sent. */
export const focusLaterTexts = {
  start: (task?: string) => (task ? `Focus on “${task}”` : "Start a focus session"),
  paused: "Pause the focus session",
  running: "Go on with the focus session",
  ended: "End the focus session",
} as const;

export const nowTexts = {
  title: "Now",
  nothing: "Nothing waits for you right now.",
  failed: "Couldn't load the next task",
  overdue: (count: number) =>
    count === 0
      ? "No task of yours or nobody's is overdue."
      : count === 1
        ? "One task is overdue."
        : `${count.toLocaleString("en-US")} tasks are overdue.`,
  replan: "Replan to tomorrow",
  replanOverdue: "Replan overdue tasks to tomorrow",
  replanned: (count: number) => `Replanned ${counted(count, "task")} to tomorrow`,
  failedToReplan: "Failed to replan the tasks",
} as const;

export const breakdownTexts = {
  title: "Break down",
  size: "How big does it feel?",
  sizes: { 3: "Easy", 5: "Hard", 8: "Overwhelming" },
  again: "Break again",
  remove: "Remove",
  add: (count: number) => (count === 1 ? "Add 1 step" : `Add all ${count} steps`),
  keptIn: (sizes: StepCount[]) =>
    `Your own steps are kept under ${sizes.map((size) => `“${breakdownTexts.sizes[size]}”`).join(" and ")}.`,
  resumed: "Your own steps from before are here again.",
  startOver: "Start over",
  failed: "Failed to break down the task",
  by: {
    templates: "Drafted on Zippy's server from the task's own words.",
    llm: "Drafted by your language model.",
  },
  full: `A task has at most ${mostSteps} steps.`,
} as const;
