import { z } from "zod";
import { readableSlackText } from "../../../channels/slack-text";
import type { Changes, EventAccount, ProviderMessage, Session } from "../provider";
import { unreadable } from "../unreadable";
import type { Names } from "./names";
import { Attached, type Statement, statementsOf } from "./statements";

const text = z.string().optional().catch(undefined);

/**
 * Slack's message time, such as "1531420618.000200": seconds, and a counter that separates messages in one
 * second.
 */
export const Timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

const Files = z
  .array(
    z.object({
      name: text,
      title: text,
      mimetype: text,
      mode: text,
      size: z.number().optional().catch(undefined),
    }),
  )
  .optional()
  .catch(undefined);

/**
 * A message as Slack's history, threads and events return it. Lists only the fields we read. A field with an
 * unexpected shape counts as missing.
 *
 * Source: docs.slack.dev/reference/events/message
 */
export const SlackMessage = z
  .object({
    ts: Timestamp,
    thread_ts: text,
    subtype: text,
    user: text,
    bot_id: text,
    text,
    edited: z.object({ ts: Timestamp }).optional().catch(undefined),
    reply_count: z.number().optional().catch(undefined),
    latest_reply: Timestamp.optional().catch(undefined),
    user_profile: z.object({ display_name: text, real_name: text }).optional().catch(undefined),
    files: Files,
    blocks: z.unknown().optional(),
    attachments: z.array(z.unknown()).catch([]),
  })
  .transform(({ attachments, ...message }) => ({
    ...message,
    attached: attachments.flatMap((one) => Attached.safeParse(one).data ?? []),
  }));
export type SlackMessage = z.infer<typeof SlackMessage>;

/** Subtypes of messages that people write. All others come from Slack itself or from apps. */
const written = new Set(["thread_broadcast", "file_share", "me_message"]);

/** Why a message isn't stored: it is a notice (a join, a topic), or an app wrote it. Undefined: a person wrote it. */
export function silenceOf({ subtype, bot_id, user }: SlackMessage): string | undefined {
  if (subtype && !written.has(subtype)) return `notice of type ${subtype}`;
  return user === undefined || user === "USLACKBOT" || bot_id ? byApp : undefined;
}

/** The reason for a message that an app wrote. */
const byApp = "written by an app";

/** The ids of people and conversations that a conversation's messages mention. */
export function idsIn(conversation: string, messages: SlackMessage[]) {
  const people = new Set<string>();
  const conversations = new Set([conversation]);
  for (const message of messages) {
    if (message.user) people.add(message.user);
    for (const { markup, by } of statementsOf(message)) {
      if (by?.id) people.add(by.id);
      for (const [, id = ""] of markup.matchAll(/<@([UW][A-Z0-9]+)[|>]/g)) people.add(id);
      for (const [, id = ""] of markup.matchAll(/<#([A-Z0-9]+)\|?>/g)) conversations.add(id);
    }
  }
  return { people, conversations };
}

/** A message's id in its workspace. Timestamps alone repeat between conversations. */
export const externalIdOf = (conversation: string, ts: string): string => `${conversation}:${ts}`;

/** @param ts - timestamp of the thread's first message. */
export const threadKeyOf = (
  { externalId }: Pick<Session, "externalId">,
  conversation: string,
  ts: string,
): string => `slack:${externalId}:${conversation}:${ts}`;

/** The timestamp of its thread's first message; empty if unknown. */
export const threadOf = ({ threadKey }: { threadKey: string | null }): string =>
  threadKey?.slice(threadKey.lastIndexOf(":") + 1) ?? "";

/** Reads what people wrote, with a reason for each message that is left out. */
export function readMessages(
  account: EventAccount,
  conversation: string,
  said: SlackMessage[],
  names: Names,
): Changes & { ignored: string[] } {
  const changes = { messages: [] as ProviderMessage[], removed: [], ignored: [] as string[] };
  for (const one of said) {
    const silence = silenceOf(one);
    const read = silence ? null : readMessage(account, conversation, one, names);
    if (read) changes.messages.push(read);
    else changes.ignored.push(silence ?? byApp);
  }
  return changes;
}

/** Null for apps that appear as a user. A message outside a thread starts its own. */
export function readMessage(
  session: Pick<Session, "externalId" | "settings" | "onlyMe">,
  conversation: string,
  message: SlackMessage,
  names: Names,
): ProviderMessage | null {
  const { settings, onlyMe } = session;
  const { ts, thread_ts, user = "", edited, user_profile } = message;
  const member = names.member(user);
  if (member?.bot) return null;
  const location = names.conversation(conversation);
  const content = statementsOf(message)
    .map((statement) => readable(statement, names))
    .join("\n")
    .trim();
  const attachments = filesOf(message);
  return {
    externalId: externalIdOf(conversation, ts),
    threadKey: threadKeyOf(session, conversation, thread_ts ?? ts),
    sender: member?.name ?? (user_profile?.display_name || user_profile?.real_name || user),
    senderAddress: member?.email ?? null,
    to: location ? [location] : [],
    cc: [],
    subject: null,
    content: content || (attachments.length > 0 ? "" : unreadable("Slack")),
    attachments,
    sentAt: timeOf(ts),
    editedAt: edited ? timeOf(edited.ts) : null,
    bulk: false,
    // In a team account, every message is new to someone, so none counts as the owner's.
    fromOwner: onlyMe && user === settings.installedBy,
    problem: null,
  };
}

function readable({ markup, by }: Statement, names: Names): string {
  const words = readableSlackText(markup, {
    person: (id) => names.member(id)?.name,
    channel: (id) => names.conversation(id)?.replace(/^#/, ""),
  });
  const writer = by && ((by.id && names.member(by.id)?.name) || by.name);
  return by ? `Forwarded${writer ? ` from ${writer}` : ""}:\n${words}` : words;
}

/** The files of a message and of the messages it forwards. */
function filesOf({ files = [], attached }: SlackMessage): ProviderMessage["attachments"] {
  const all = [...files, ...attached.flatMap((one) => Files.parse(one.files) ?? [])];
  return all
    .filter(({ mode }) => mode !== "tombstone")
    .map(({ name, title, mimetype, size }) => ({
      name: name || title || "file",
      type: mimetype || "application/octet-stream",
      size: size ?? 0,
    }));
}

/** Dates only have millisecond precision. */
export const timeOf = (ts: string): Date => new Date(Math.floor(Number(ts) * 1000));
