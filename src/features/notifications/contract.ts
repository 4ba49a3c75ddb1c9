import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { instant } from "../../shared/typed-values";

/** What people are notified of; each can be turned off. */
export const notificationTypes = [
  "assigned",
  "mentioned",
  "due_soon",
  "snooze_back",
  "meeting_ready",
  "meeting_partly",
  "integration_broken",
  "run_finished",
  "limit_near",
] as const;
export const NotificationType = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof NotificationType>;

/** All notifications about one item, as the latest of them. */
export const Notification = z.object({
  id: z.uuid(),
  type: NotificationType,
  /** `tasks`: several that were changed together, or are due together. */
  subjectType: z.enum(["task", "tasks", "message", "meeting", "account", "import", "team"]),
  /** The item's id; of several tasks, that of the first. */
  subjectId: z.uuid(),
  /** The item's name when it was notified; of several tasks that are due, that of the first. */
  title: z.string(),
  /** The name of who mentioned the person; null for other types, and if their account was deleted. */
  by: z.string().nullable(),
  /** How many there are about the item. */
  count: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Whether all of them have been read. */
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** The entry of the list that a notification belongs to: one for each item, and one for each type of several tasks. */
export const entryOf = ({
  type,
  subjectType,
  subjectId,
}: Pick<Notification, "type" | "subjectType" | "subjectId">): string =>
  `${subjectType === "tasks" ? type : subjectType} ${subjectId}`;

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

/** Which notifications to mark as read; default: all. */
const NotificationsToRead = z.strictObject({
  subjectId: z.uuid().optional(),
  /** Only those about an item of this kind, because several tasks have the id of the first. */
  subjectType: Notification.shape.subjectType.optional(),
  /** Only those of one type. */
  type: NotificationType.optional(),
  /** Only those until then, such as the latest that the person saw: later ones stay unread. */
  until: instant("Send the time as an ISO 8601 date and time.").optional(),
});
export type NotificationsToRead = z.infer<typeof NotificationsToRead>;

export const readNotifications = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/notifications/read",
  summary: "Mark your notifications as read: those about one item, or all.",
  params: teamParams,
  body: NotificationsToRead,
  response: NotificationList,
});

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Send a time such as 22:00.");

/** Start and end of the quiet hours in the person's time zone. */
const QuietHours = z.strictObject({ from: clock, to: clock });

/** What a person wants to be notified of, and when not. */
export const NotificationChoice = z.strictObject({
  off: z.array(NotificationType).max(notificationTypes.length),
  /** Null: none. */
  quiet: QuietHours.nullable(),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;

/** What changes; the rest stays, because it may have been changed in another tab since. */
export const NotificationChange = NotificationChoice.partial().extend({
  /** Types to turn on or off, each by itself. */
  switched: z.partialRecord(NotificationType, z.boolean()).optional(),
  /** Moves an end of the quiet hours, if there are any. */
  moved: QuietHours.partial().optional(),
});
export type NotificationChange = z.infer<typeof NotificationChange>;

export const notificationChoice = endpoint({
  method: "GET",
  path: "/api/notifications/choice",
  summary: "What you are notified of, and your quiet hours.",
  response: NotificationChoice,
});

export const chooseNotifications = endpoint({
  method: "PATCH",
  path: "/api/notifications/choice",
  summary:
    "Choose what you are notified of, and your quiet hours. What isn't named stays; `switched` turns single types on " +
    "or off, `moved` moves an end of the quiet hours.",
  body: NotificationChange,
  response: NotificationChoice,
});

/** What this installation's push notifications need. */
export const PushState = z.object({
  /** The key that browsers subscribe with; null: push notifications aren't set up. */
  publicKey: z.string().nullable(),
  /** Whether this person may set them up. */
  mayMakeKeys: z.boolean(),
});
export type PushState = z.infer<typeof PushState>;

/** A browser that shows the person's notifications. */
export const PushBrowser = z.object({
  id: z.uuid(),
  /** Such as "Firefox on Linux". */
  device: z.string(),
  /** Its address at the push service, by which a browser finds itself in the list. */
  endpoint: z.string(),
  /** Whether its notifications name what they are about. */
  details: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When it last got a notification. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Why the last notification didn't arrive, as a sentence. */
  problem: z.string().nullable(),
});
export type PushBrowser = z.infer<typeof PushBrowser>;

/** A browser's subscription, as the Push API gives it. */
export const NewPushBrowser = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: "The browser's push address isn't a web address." })
    .max(2000, "The browser's push address is too long."),
  keys: z.strictObject({
    /** A point on P-256, uncompressed: 65 bytes in base64url. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, "The browser's key has a wrong form."),
    /** 16 bytes in base64url. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/, "The browser's secret has a wrong form."),
  }),
});
export type NewPushBrowser = z.infer<typeof NewPushBrowser>;

export const pushState = endpoint({
  method: "GET",
  path: "/api/notifications/push",
  summary: "Whether browsers can be subscribed to push notifications, and with which key.",
  response: PushState,
});

export const makePushKeys = endpoint({
  method: "POST",
  path: "/api/notifications/push/keys",
  summary:
    "Make the keys that sign this installation's push notifications (the person who set it up, or with local sign-in, the owner or an admin of a team). Keeps those there are.",
  response: PushState,
});

const browserParams = z.object({ id: z.uuid() });

export const listPushBrowsers = endpoint({
  method: "GET",
  path: "/api/notifications/push/browsers",
  summary: "Your browsers that show notifications, the latest first.",
  response: z.array(PushBrowser),
});

export const addPushBrowser = endpoint({
  method: "POST",
  path: "/api/notifications/push/browsers",
  summary: "Subscribe a browser to your notifications, until its session ends.",
  body: NewPushBrowser,
  response: PushBrowser,
  errors: ["conflict"],
});

export const changePushBrowser = endpoint({
  method: "PATCH",
  path: "/api/notifications/push/browsers/:id",
  summary: "Choose whether a browser's notifications name what they are about.",
  params: browserParams,
  body: z.strictObject({ details: z.boolean() }),
  response: PushBrowser,
});

export const removePushBrowser = endpoint({
  method: "DELETE",
  path: "/api/notifications/push/browsers/:id",
  summary: "Stop showing your notifications in a browser.",
  params: browserParams,
  response: z.object({ ok: z.literal(true) }),
});

/** A person's daily digest by mail. */
export const DigestState = z.object({
  /** False if this installation has no mail server, and in the demo. */
  available: z.boolean(),
  on: z.boolean(),
  /** From 0 to 23, in the time zone. */
  hour: z.int(),
  timeZone: z.string(),
  /** Whether the next one comes tomorrow at the earliest: today's is sent, had nothing to say, or was chosen too late. */
  doneToday: z.boolean(),
  lastSentAt: z.iso.datetime().nullable(),
  /** Why today's couldn't be sent yet, as a sentence. */
  problem: z.string().nullable(),
});
export type DigestState = z.infer<typeof DigestState>;

/** `hour` is that of the person's time zone. */
export const DigestChoice = z.strictObject({ on: z.boolean(), hour: z.int().min(0).max(23) });
export type DigestChoice = z.infer<typeof DigestChoice>;

export const digestState = endpoint({
  method: "GET",
  path: "/api/notifications/digest",
  summary: "Whether and when you get the daily digest by mail.",
  response: DigestState,
});

export const chooseDigest = endpoint({
  method: "PATCH",
  path: "/api/notifications/digest",
  summary: "Choose whether and at which hour of your time zone you get the daily digest by mail.",
  body: DigestChoice,
  response: DigestState,
});
