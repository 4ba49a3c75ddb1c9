import { z } from "zod";
import { instant } from "../../shared/typed-values";

/** `new` until somebody resolves the message, or makes a task of it (`processed`). */
export const MessageStatus = z.enum(["new", "processed", "resolved"]);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** A new status, optionally only if the message has the status that the caller saw. */
export const StatusChange = z.strictObject({
  status: z.enum(["resolved", "new"]),
  expected: z.strictObject({ status: MessageStatus }).optional(),
});
export type StatusChange = z.infer<typeof StatusChange>;

const until = instant("Send the end of the snooze as an ISO 8601 date and time, or null.").nullable();

/** When a snooze ends (null: now), optionally only if it ends when the caller saw. */
export const SnoozeChange = z.strictObject({
  until,
  expected: z.strictObject({ until }).optional(),
});
export type SnoozeChange = z.infer<typeof SnoozeChange>;

/** The most messages that one step changes by id. */
export const mostChanged = 1000;

/** Messages to resolve at once, optionally only if they have the statuses that the caller saw. */
export const ChosenMessages = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(mostChanged),
  /** The statuses that the caller saw, by id; if one of these messages has another one by now, nothing changes. */
  expected: z.record(z.string(), MessageStatus).optional(),
  /** True: messages that aren't as `expected` stay as they are, and all others are resolved. */
  skipChanged: z.boolean().optional(),
});
