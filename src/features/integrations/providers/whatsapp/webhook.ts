import { z } from "zod";
import type { Entry, EntryParts } from "../meta/deliveries";
import { ownerOf } from "../meta/direct-message";
import type { Participant } from "../meta/participants";
import type { Changes, EventAccount, ProviderMessage, WebhookEvent } from "../provider";
import { contentOf, filesOf } from "./content";
import { type Body, Message, silenceOf } from "./message";
import { businessAccountGrant } from "./numbers";

const text = z.string().optional().catch(undefined);

const Contact = z.object({
  profile: z.object({ name: text, username: text }).optional().catch(undefined),
  wa_id: text,
  user_id: text,
});
type Contact = z.infer<typeof Contact>;

const list = z.array(z.unknown()).catch([]);

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: list,
  messages: list,
  /** Messages the business sent from its own app. */
  message_echoes: list,
  statuses: list,
});

const Numbered = z.looseObject({ id: z.string() });
const Changed = z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) });

const Payload = z.object({ message: Message, name: z.string().nullable(), echo: z.boolean() });

/** Fields that say how the account itself is doing. A check then asks WhatsApp. */
const accountFields = ["account_update", "account_alerts", "phone_number_quality_update"];

/** The messages in one entry, and what it reports about the account. */
export function whatsappEvents(entry: Entry): EntryParts {
  const parts: EntryParts = { events: [], ignored: [] };
  for (const { field, value } of Changed.safeParse(entry).data?.changes ?? []) {
    const given = Value.safeParse(value).data;
    const account = given?.metadata.phone_number_id ?? null;
    if (field === "messages" || field === "smb_message_echoes") readValue(given, parts);
    else if (accountFields.includes(field)) parts.events.push(accountEvent(entry, field, value));
    else parts.ignored.push({ account: account ?? businessAccountGrant(entry.id), reason: `field ${field}` });
  }
  return parts;
}

/** Account updates have no id. Two of the same kind in one second have the same effect. */
function accountEvent(entry: Entry, field: string, value: unknown): WebhookEvent {
  const time = z.object({ time: z.coerce.number() }).safeParse(entry).data?.time ?? Date.now();
  const { event } = z.object({ event: z.string().optional() }).safeParse(value).data ?? {};
  const id = [entry.id, field, event, time].join(" ");
  return { id, account: businessAccountGrant(entry.id), payload: { accountUpdate: event ?? field } };
}

function readValue(value: z.infer<typeof Value> | undefined, { events, ignored }: EntryParts): void {
  if (!value) {
    ignored.push({ account: null, reason: "a message without its number" });
    return;
  }
  const account = value.metadata.phone_number_id;
  const nameIn = namesOf(value.contacts.flatMap((one) => Contact.safeParse(one).data ?? []));
  const add = (given: unknown, echo: boolean) => {
    const message = Numbered.safeParse(given).data;
    if (!message) ignored.push({ account, reason: "a message without an id" });
    else
      events.push({
        id: `${account} ${message.id}`,
        account,
        payload: { message, name: nameIn(message), echo },
      });
  };
  for (const message of value.messages) add(message, false);
  for (const message of value.message_echoes) add(message, true);
  for (const _ of value.statuses) ignored.push({ account, reason: "delivery status" });
  if (value.messages.length + value.message_echoes.length + value.statuses.length === 0)
    ignored.push({ account, reason: "a delivery without a message" });
}

/** @returns a function that finds the name of who wrote a message: each delivery may have thousands of both. */
function namesOf(people: Contact[]): (message: Record<string, unknown>) => string | null {
  const names = new Map<unknown, string | null>();
  for (const { wa_id: number, user_id: user, profile } of people)
    for (const key of [number && `number ${number}`, user && `user ${user}`])
      if (key && !names.has(key)) names.set(key, profile?.name || profile?.username || null);
  return ({ from, from_user_id: sender }) =>
    names.get(`number ${from}`) ?? names.get(`user ${sender}`) ?? null;
}

/** Translates an event into a new message, an edit or a deletion; an account update needs a check. */
export function readWhatsappEvent(account: EventAccount, payload: unknown): Changes | "sync" {
  if (z.object({ accountUpdate: z.string() }).safeParse(payload).success) return "sync";
  const { message, name, echo } = Payload.parse(payload);
  if (message.revoke) return { messages: [], removed: [message.revoke.original_message_id] };
  const { edit } = message;
  const body = edit?.message ?? message;
  const silence = silenceOf(body);
  if (silence) return { messages: [], removed: [], ignored: [silence] };
  const at = new Date(message.timestamp * 1000);
  const read = toMessage(account, { message, body, name, echo, at });
  if (!edit) return { messages: [read], removed: [] };
  return { messages: [{ ...read, externalId: edit.original_message_id, editedAt: at }], removed: [] };
}

/** How somebody without a number and a name is shown. */
const someone = "WhatsApp user";

interface ParsedDelivery {
  message: Message;
  body: Body;
  name: string | null;
  echo: boolean;
  at: Date;
}

function toMessage(
  account: EventAccount,
  { message, body, name, echo, at }: ParsedDelivery,
): ProviderMessage {
  const owner = ownerOf(account);
  const sender = echo ? owner : writerOf(message, name);
  const other = echo ? (message.to ?? message.to_user_id) : (message.from ?? message.from_user_id);
  return {
    externalId: message.id,
    threadKey: message.group_id ?? other ?? null,
    sender: sender.name,
    senderAddress: sender.address,
    to: [echo ? (message.to ? `+${message.to}` : someone) : (owner.address ?? owner.name)],
    cc: [],
    subject: null,
    content: contentOf(body),
    attachments: filesOf(body),
    sentAt: at,
    bulk: false,
    fromOwner: echo,
    problem: null,
  };
}

function writerOf({ from }: Message, name: string | null): Participant {
  const address = from ? `+${from}` : null;
  return { name: name ?? address ?? someone, address };
}
