import type { TaskDealState } from "../../contract";

export const dealTexts = {
  title: "Deal",
  choose: "Link to a deal",
  chooseTitle: "Link to a deal",
  find: "Find an open deal",
  noneFound: "No open deal has these words.",
  none: "No open deals.",
  link: "Link",
  unlink: "Unlink",
  open: "Open deal",
  aDeal: "the deal",
  gone: "This deal was deleted in the CRM.",
  offered: (who: string) => `Open with ${who}`,
  theSender: "the sender",
  linked: (name: string) => `Linked to ${name}`,
  unlinked: "Unlinked",
  linkLater: (task: string, deal: string) => `Link “${task}” to ${deal}`,
  unlinkLater: (task: string) => `Unlink “${task}” from its deal`,
  failedToFetch: "Couldn't load the deal",
  failedToSearch: "Couldn't load the deals",
  failedToLink: "Failed to link the task",
  failedToUnlink: "Failed to unlink the task",
  sample: "Sample data. Nothing is written to a CRM.",
} as const;

/** What the CRM has of a task. */
export const stateTexts: Record<TaskDealState, (crm: string) => string> = {
  waiting: (crm) => `Not in ${crm} yet. The next sync adds this task there.`,
  changed: (crm) => `In ${crm}. The next sync writes the latest changes there.`,
  open: (crm) => `In ${crm}. Resolve the task here, and ${crm} shows it as done.`,
  done: (crm) => `Done in ${crm}.`,
  leaving: (crm) => `Unlinked. The next sync removes this task from ${crm}.`,
  paused: (crm) => `Not written: ${crm} isn't connected, or doesn't sync tasks.`,
};
