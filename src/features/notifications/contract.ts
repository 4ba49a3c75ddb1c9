import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** What people are notified of; each can be turned off. */
export const notificationTypes = [
  "assigned",
  "due_soon",
  "snooze_back",
  "meeting_ready",
  "integration_broken",
  "run_finished",
] as const;
export const NotificationType = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof NotificationType>;

/** All notifications about one item, as the latest of them. */
export const Notification = z.object({
  id: z.uuid(),
  type: NotificationType,
  subjectType: z.enum(["task", "message", "meeting", "account", "import"]),
  subjectId: z.uuid(),
  /** The item's name when it was notified. */
  title: z.string(),
  /** How many there are about the item. */
  count: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Whether all of them have been read. */
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

const teamParams = z.object({ teamId: z.uuid() });
export const NotificationList = z.object({
  /** How many of the items have something unread. */
  unread: z.number().int(),
  items: z.array(Notification),
});
export type NotificationList = z.infer<typeof NotificationList>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/notifications",
  summary: "Your latest notifications in a team, one entry for each item, newest first.",
  params: teamParams,
  response: NotificationList,
});

export const readNotifications = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/notifications/read",
  summary: "Mark your notifications as read: those about one item, or all.",
  params: teamParams,
  body: z.strictObject({ subjectId: z.uuid().optional() }),
  response: NotificationList,
});

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Send a time such as 22:00.");

/** What a person wants to be notified of, and when not. */
export const NotificationChoice = z.strictObject({
  off: z.array(NotificationType).max(notificationTypes.length),
  /** Start and end of the quiet hours in the person's time zone; null: none. */
  quiet: z.strictObject({ from: clock, to: clock }).nullable(),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;

export const notificationChoice = endpoint({
  method: "GET",
  path: "/api/notifications/choice",
  summary: "What you are notified of, and your quiet hours.",
  response: NotificationChoice,
});

export const chooseNotifications = endpoint({
  method: "PATCH",
  path: "/api/notifications/choice",
  summary: "Choose what you are notified of, and your quiet hours.",
  body: NotificationChoice,
  response: NotificationChoice,
});
