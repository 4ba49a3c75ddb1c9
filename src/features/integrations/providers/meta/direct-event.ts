import { z } from "zod";
import type { WebhookEvent } from "../provider";
import type { Entry } from "./deliveries";

const Person = z.object({ id: z.coerce.string() });

const Attached = z.object({
  type: z.string().catch(""),
  payload: z
    .object({
      url: z.string().optional(),
      title: z.string().optional(),
      coordinates: z.object({ lat: z.number(), long: z.number() }).optional(),
    })
    .nullish()
    .catch(null),
});

/**
 * An event in a Messenger or Instagram conversation. `timestamp` is in milliseconds.
 *
 * Sources: developers.facebook.com/docs/messenger-platform/reference/webhook-events (messages,
 * message-echoes, message-edits, messaging_postbacks),
 * developers.facebook.com/docs/instagram-platform/webhooks/examples
 */
export const DirectEvent = z.object({
  sender: Person,
  recipient: Person,
  timestamp: z.coerce.number(),
  message: z
    .object({
      mid: z.string(),
      text: z.string().optional(),
      is_echo: z.boolean().optional(),
      is_deleted: z.boolean().optional(),
      is_unsupported: z.boolean().optional(),
      attachments: z.array(Attached).optional(),
    })
    .optional(),
  message_edit: z.object({ mid: z.string(), text: z.string(), num_edit: z.coerce.number() }).optional(),
  /** A pressed button. */
  postback: z.object({ mid: z.string(), title: z.string() }).optional(),
});
export type DirectEvent = z.infer<typeof DirectEvent>;

/** The entry's events about messages. Skips delivery receipts, read receipts and reactions. */
export function directEvents(entry: Entry): WebhookEvent[] {
  return happeningsOf(entry).flatMap((happening) => {
    const event = DirectEvent.safeParse(happening).data;
    const what = event && nameOf(event);
    return what ? [{ id: `${entry.id} ${what}`, account: entry.id, payload: happening }] : [];
  });
}

/** Identifies an event, identically for every delivery of it. */
function nameOf({ message, message_edit: edit, postback }: DirectEvent): string | undefined {
  if (edit) return `${edit.mid} edit ${edit.num_edit}`;
  if (message) return message.is_deleted ? `${message.mid} deleted` : message.mid;
  return postback?.mid;
}

const Lists = z.object({
  messaging: z.array(z.unknown()).catch([]),
  /** Events that arrive while another app handles the conversation. */
  standby: z.array(z.unknown()).catch([]),
  /** The format of the dashboard's test events. */
  changes: z.array(z.object({ field: z.string(), value: z.unknown() })).catch([]),
});

function happeningsOf(entry: Entry): unknown[] {
  const { messaging, standby, changes } = Lists.parse(entry);
  return [
    ...messaging,
    ...standby,
    ...changes.filter(({ field }) => field === "messages").map(({ value }) => value),
  ];
}
