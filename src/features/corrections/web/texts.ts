import { counted } from "../../../shared/counted";

export const correctionTexts = {
  title: "Corrections",
  explained:
    "The engine learns from each correction at once, only for your team. Removing one also reverts what it changed.",
  none: "Nothing yet. Move a task, mark a message as not a task, or change its category or priority, and it appears here.",
  looking: "Searching all corrections…",
  noneWith: (words: string) => `Nothing here contains “${words}”.`,
  apply: "Apply",
  onlyThis: "Only this one",
  reach: "Press L to choose.",
  applied: "Correction applied",
  declined: "Applied to one message",
  declinedDetail: "The correction changes no other messages.",
  applyLater: (count: number) => `Apply a correction to ${counted(count, "similar message")}`,
  declineLater: "Apply a correction to its own message only",
  removeLater: (title: string) => `Remove the correction of “${title}”`,
  removed: "Correction removed",
  correct: "Correct",
  notATask: "Not a task",
  isTask: "It's a task",
  noTask: "This message isn't marked as a task",
  failedToFetch: "Couldn't load the corrections",
  failedToAnswer: "Couldn't apply your choice",
  failedToRemove: "Failed to remove the correction",
  failedToCorrect: "Failed to correct the message",
} as const;
