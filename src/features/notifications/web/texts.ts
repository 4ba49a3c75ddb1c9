import type { NotificationType } from "../contract";

export const notificationTexts = {
  title: "Notifications",
  unread: (count: number) => `Notifications, ${count} unread`,
  held: "Notifications, held",
  heldFocus: "You're in focus mode. New notifications wait here.",
  heldQuiet: "It's your quiet time. New notifications wait here.",
  empty:
    "Nothing new. Here you see tasks assigned to you, due within a day or back from a snooze, meetings and imports that are ready, and accounts to connect again.",
  failed: "Failed to fetch the notifications",
  failedToRead: "Failed to mark as read",
  readAll: "Mark all as read",
  isNew: "New",
  more: (count: number) => `and ${count} more`,
  section: "Notifications",
  about: "What the bell tells you, and when it is quiet",
  what: "Tell me about",
  quiet: "Quiet hours",
  quietHint: "In these hours, the bell shows no count. Nothing is lost.",
  from: "From",
  to: "To",
  failedToSave: "Failed to save your choice",
} as const;

/** What each type says above an item's name. */
export const typeNames: Record<NotificationType, string> = {
  assigned: "Assigned to you",
  due_soon: "Due within a day",
  snooze_back: "Back from a snooze",
  meeting_ready: "Meeting ready",
  integration_broken: "Connect again",
  run_finished: "Import finished",
};
