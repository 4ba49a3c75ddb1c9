import { counted } from "../../../../shared/counted";
import { inboxTexts } from "../texts";

const oneShows = "Its task shows title and text to everyone in your team.";

/** What the screens say of a change of many messages. `many`: their number with the noun, such as "3 messages". */
export const manyTexts = {
  done: {
    resolve: (many: string) => `Resolved ${many}`,
    snooze: (many: string) => `Snoozed ${many}`,
    dismiss: (many: string) => `Marked ${many} as not a task`,
    createTasks: (many: string) => `Created ${many}`,
  },
  later: {
    resolve: (many: string) => `Resolve ${many}`,
    snooze: (many: string) => `Snooze ${many}`,
    dismiss: (many: string) => `Mark ${many} as not a task`,
    createTasks: (many: string) => `Create tasks from ${many}`,
  },
  resolveAll: (many: string) =>
    `All ${many} that this list shows, also further down, move to Resolved. Undo brings them back in one step.`,
  alreadyResolved: (count: number | undefined) =>
    count === 1 ? inboxTexts.alreadyResolved : "These messages are already resolved",
  unchanged: "Nothing to change",
  failed: "Failed to save the change.",
  notLoaded: "Not all of these messages are loaded, so they can't wait for the connection.",
  createTasks: "Create tasks",
  notATask: "Not a task",
  private: {
    title: "Make tasks of private messages too?",
    detail: "Only you see some of these messages. Their tasks show title and text to everyone in your team.",
    leftOut: (count: number) =>
      count === 1
        ? `1 message that only you see was left out. ${oneShows}`
        : `${counted(count, "message")} that only you see were left out. Their tasks show title and text to everyone in your team.`,
    one: { title: "Make a task of a private message?", detail: `Only you see this message. ${oneShows}` },
  },
} as const;
