import { z } from "zod";
import type { Entry, EntryParts } from "./deliveries";

const Person = z.object({ id: z.coerce.string() });

/** A text. A field with an unexpected shape, such as null, counts as missing and doesn't affect the others. */
const text = z.string().optional().catch(undefined);

/** One card of a template or of a shared product. */
const Card = z.object({ title: text, subtitle: text });

const Payload = z.looseObject({
  url: text,
  title: text,
  /** The words of a template with buttons. */
  text,
  sticker_id: z.coerce.string().optional().catch(undefined),
  coordinates: z.object({ lat: z.number(), long: z.number() }).optional().catch(undefined),
  /** Templates carry their cards here, or below `generic` or `product`. */
  elements: z.array(Card).optional().catch(undefined),
  generic: z
    .object({ elements: z.array(Card) })
    .optional()
    .catch(undefined),
  product: z
    .object({ elements: z.array(Card) })
    .optional()
    .catch(undefined),
});

const Attached = z.object({
  type: z.string().catch(""),
  /** A link's own title and address, which older deliveries carry outside the payload. */
  title: text,
  url: text,
  payload: Payload.nullish().catch(null),
});
export type Attached = z.infer<typeof Attached>;

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
      text,
      is_echo: z.boolean().optional().catch(undefined),
      is_deleted: z.boolean().optional().catch(undefined),
      is_unsupported: z.boolean().optional().catch(undefined),
      attachments: z.array(Attached).optional().catch(undefined),
    })
    .optional(),
  message_edit: z.object({ mid: z.string(), text: z.string(), num_edit: z.coerce.number() }).optional(),
  /** A pressed button. Some deliveries have no id. */
  postback: z.object({ mid: text, title: z.string() }).optional(),
});
export type DirectEvent = z.infer<typeof DirectEvent>;

/** Other events in conversations, by the name of their field. None of them is a message. */
const others = [
  "delivery",
  "read",
  "seen",
  "reaction",
  "optin",
  "referral",
  "pass_thread_control",
  "take_thread_control",
  "request_thread_control",
  "app_roles",
  "account_linking",
  "policy_enforcement",
];

/** The entry's events about messages. */
export function directEvents(entry: Entry): EntryParts {
  const parts: EntryParts = { events: [], ignored: [] };
  const ignore = (reason: string) => parts.ignored.push({ account: entry.id, reason });
  const { messaging, standby, changes } = Lists.parse(entry);
  for (const { field } of changes) if (field !== "messages") ignore(`field ${field}`);
  const tested = changes.filter(({ field }) => field === "messages").map(({ value }) => value);
  for (const happening of [...messaging, ...standby, ...tested]) {
    const event = DirectEvent.safeParse(happening).data;
    const id = event && idOf(event);
    if (id) parts.events.push({ id: `${entry.id} ${id}`, account: entry.id, payload: happening });
    else ignore(kindOf(happening));
  }
  return parts;
}

/** Identifies an event, identically for every delivery of it. */
function idOf(event: DirectEvent): string | undefined {
  const { message, message_edit: edit } = event;
  if (edit) return `${edit.mid} edit ${edit.num_edit}`;
  if (message) return message.is_deleted ? `${message.mid} deleted` : message.mid;
  return pressedIdOf(event);
}

/** The id of a pressed button; undefined for any other event. */
export function pressedIdOf({ postback, sender, timestamp }: DirectEvent): string | undefined {
  return postback && (postback.mid ?? `button ${sender.id} ${timestamp}`);
}

function kindOf(happening: unknown): string {
  const fields = Object.keys((happening ?? {}) as object);
  const known = others.find((name) => fields.includes(name));
  if (known) return known;
  return fields.includes("message") ? "a message without an id" : "an unknown event";
}

const Lists = z.object({
  messaging: z.array(z.unknown()).catch([]),
  /** Events that arrive while another app handles the conversation. */
  standby: z.array(z.unknown()).catch([]),
  /** The format of the dashboard's test events. */
  changes: z.array(z.object({ field: z.string(), value: z.unknown() })).catch([]),
});
