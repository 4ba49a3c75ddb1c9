import { counted } from "../../shared/counted";

const time = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en-US", { weekday: "long", day: "numeric", month: "long" });

/** A time of today, else with its day. */
function moment(at: number): string {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return `${time.format(date)}${today ? "" : ` on ${day.format(date)}`}`;
}

const changes = (count: number): string => counted(count, "change");

export const offlineTexts = {
  line: (at: number) => `Offline – showing what was loaded at ${moment(at)}.`,
  help: "Changes to tasks, comments, messages, meetings, notes, areas and facts wait here until Zippy can send them.",
  waiting: (count: number, lost: boolean) =>
    lost ? `${changes(count)} ${count === 1 ? "waits" : "wait"} to be sent.` : `Sending ${changes(count)}…`,
  undecided: (count: number) => `${changes(count)} ${count === 1 ? "needs" : "need"} your decision.`,
  show: "Show changes",
  title: "Changes that wait",
  intro: "Made without a connection. They're sent in this order.",
  empty: "Nothing waits. Everything is sent.",
  states: {
    waiting: "Waits for the connection",
    conflict: "Changed by somebody else",
    failed: "Not possible",
    stuck: "Not possible at the moment",
    old: "Waited too long",
  },
  made: (at: number) => `Made at ${moment(at)}`,
  tryAgain: "Try again",
  tryAgainLabel: (what: string) => `Try again: ${what}`,
  sendAnyway: "Send anyway",
  sendAnywayLabel: (what: string) => `Send anyway: ${what}`,
  remove: "Remove",
  removeLabel: (what: string) => `Remove: ${what}`,
  change: { mine: "Yours", theirs: "Theirs", keepMine: "Keep mine", keepTheirs: "Keep theirs" },
  removal: { mine: "As you saw it", theirs: "Now", keepMine: "Delete anyway", keepTheirs: "Keep it" },
  step: { mine: "As you saw it", theirs: "Now", keepMine: "Do it anyway", keepTheirs: "Leave it" },
  chosenDeal: "The deal named above",
  skip: "Leave those out",
  all: "Include those",
  leave: {
    title: "Sign out?",
    text: (count: number) =>
      `${changes(count)} ${count === 1 ? "hasn't" : "haven't"} been sent yet. If you sign out, ${count === 1 ? "it is" : "they are"} lost.`,
    confirm: "Sign out and lose them",
  },
} as const;
