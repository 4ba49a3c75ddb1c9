import { z } from "zod";
import type { Entry } from "../meta/deliveries";
import { ownerOf, type Participant } from "../meta/direct-message";
import type { Changes, ProviderMessage, Session, WebhookEvent } from "../provider";
import { contentOf, filesOf } from "./content";
import { type Body, Message, saysSomething } from "./message";

const Contact = z.object({
  profile: z.object({ name: z.string().optional(), username: z.string().optional() }).optional(),
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
});

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(Contact).catch([]),
  messages: z.array(z.looseObject({ id: z.string() })).catch([]),
  /** Messages the business sent from its own app. */
  message_echoes: z.array(z.looseObject({ id: z.string() })).catch([]),
});

const Changed = z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) });

const Payload = z.object({ message: Message, name: z.string().nullable(), echo: z.boolean() });

/** The messages in one entry. Skips delivery statuses. */
export function whatsappEvents(entry: Entry): WebhookEvent[] {
  const changes = Changed.safeParse(entry).data?.changes ?? [];
  return changes
    .filter(({ field }) => field === "messages" || field === "smb_message_echoes")
    .flatMap(({ value }) => eventsOf(Value.safeParse(value).data));
}

function eventsOf(value: z.infer<typeof Value> | undefined): WebhookEvent[] {
  if (!value) return [];
  const { metadata, contacts, messages, message_echoes: echoes } = value;
  const account = metadata.phone_number_id;
  const toEvent = (message: { id: string; from?: unknown; from_user_id?: unknown }, echo: boolean) => {
    const contact = contacts.find(
      ({ wa_id: number, user_id: user }) =>
        (number && number === message.from) || (user && user === message.from_user_id),
    );
    const name = contact?.profile?.name || contact?.profile?.username || null;
    return { id: `${account} ${message.id}`, account, payload: { message, name, echo } };
  };
  return [
    ...messages.map((message) => toEvent(message, false)),
    ...echoes.map((message) => toEvent(message, true)),
  ];
}

/** Translates an event into a new message, an edit or a deletion. */
export function readWhatsappEvent(session: Session, payload: unknown): Changes {
  const { message, name, echo } = Payload.parse(payload);
  if (message.revoke) return { messages: [], removed: [message.revoke.original_message_id] };
  const { edit } = message;
  const body = edit?.message ?? message;
  if (!saysSomething(body)) return { messages: [], removed: [] };
  const at = new Date(message.timestamp * 1000);
  const read = toMessage(session, { message, body, name, echo, at });
  if (!edit) return { messages: [read], removed: [] };
  return { messages: [{ ...read, externalId: edit.original_message_id, editedAt: at }], removed: [] };
}

interface ParsedDelivery {
  message: Message;
  body: Body;
  name: string | null;
  echo: boolean;
  at: Date;
}

function toMessage(session: Session, { message, body, name, echo, at }: ParsedDelivery): ProviderMessage {
  const owner = ownerOf(session);
  const sender = echo ? owner : writerOf(message, name);
  const other = echo ? message.to : (message.from ?? message.from_user_id);
  return {
    externalId: message.id,
    threadKey: message.group_id ?? other ?? null,
    sender: sender.name,
    senderAddress: sender.address,
    to: echo ? [`+${message.to ?? ""}`] : [owner.address ?? owner.name],
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
  return { name: name ?? address ?? "WhatsApp user", address };
}
