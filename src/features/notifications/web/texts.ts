export const notificationTexts = {
  title: "Notifications",
  unread: (count: number) => `Notifications, ${count} unread`,
  held: "Notifications, held",
  heldFocus: "You're in focus mode. New notifications wait here.",
  heldQuiet: "It's your quiet time. New notifications wait here.",
  empty:
    "Nothing new. Here you see comments that mention you, tasks assigned to you, due within a day or back from a snooze, meetings and imports that are ready, accounts to connect again, and limits that are near.",
  emptyWithoutPlans:
    "Nothing new. Here you see comments that mention you, tasks assigned to you, due within a day or back from a snooze, meetings and imports that are ready, and accounts to connect again.",
  failed: "Couldn't load the notifications",
  failedToRead: "Failed to mark as read",
  readAll: "Mark all as read",
  choose: "Notification settings",
  readAllLater: "Mark all notifications as read",
  readLater: (title: string) => `Mark the notification “${title}” as read`,
  isNew: "New",
  more: (count: number) => `and ${count} more`,
  section: "Notifications",
  about: "What the bell tells you, and when it is quiet",
} as const;
