import { z } from "zod";
import { readableSlackText } from "../../../channels/slack-text";
import type { ProviderMessage, Session } from "../provider";
import type { Names } from "./names";

const text = z.string().optional().catch(undefined);

/** "1531420618.000200": seconds, and what tells messages of one second apart. */
export const Timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

/**
 * A message as history, threads and events tell it. Only what is read is named; what has another shape counts as missing.
 *
 * Source: docs.slack.dev/reference/events/message
 */
export const SlackMessage = z.object({
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
  files: z
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
    .catch(undefined),
});
export type SlackMessage = z.infer<typeof SlackMessage>;

/** Subtypes of messages that people write; the others are notices of Slack itself, or of apps. */
const written = new Set(["thread_broadcast", "file_share", "me_message"]);

/** Whether somebody wrote it: no notice of a join or a topic, nothing of an app. */
export function isWritten({ subtype, bot_id, user }: SlackMessage): boolean {
  return user !== undefined && user !== "USLACKBOT" && !bot_id && (!subtype || written.has(subtype));
}

/** The people and conversations whose names are needed to read messages of a conversation. */
export function idsIn(conversation: string, messages: SlackMessage[]) {
  const people = new Set<string>();
  const conversations = new Set([conversation]);
  for (const { user, text: said = "" } of messages) {
    if (user) people.add(user);
    for (const [, id = ""] of said.matchAll(/<@([UW][A-Z0-9]+)[|>]/g)) people.add(id);
    for (const [, id = ""] of said.matchAll(/<#([A-Z0-9]+)\|?>/g)) conversations.add(id);
  }
  return { people, conversations };
}

export const externalIdOf = (conversation: string, ts: string): string => `${conversation}:${ts}`;

/** @param ts - of the message that the thread begins with. */
export const threadKeyOf = (
  { externalId }: Pick<Session, "externalId">,
  conversation: string,
  ts: string,
): string => `slack:${externalId}:${conversation}:${ts}`;

/** Null for apps that write in a person's shape. A message outside a thread is the beginning of its own. */
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
  return {
    externalId: externalIdOf(conversation, ts),
    threadKey: threadKeyOf(session, conversation, thread_ts ?? ts),
    sender: member?.name ?? (user_profile?.display_name || user_profile?.real_name || user),
    senderAddress: member?.email ?? null,
    to: location ? [location] : [],
    cc: [],
    subject: null,
    content: readableSlackText(message.text ?? "", {
      person: (id) => names.member(id)?.name,
      channel: (id) => names.conversation(id)?.replace(/^#/, ""),
    }).trim(),
    attachments: (message.files ?? []).flatMap(({ name, title, mimetype, mode, size }) =>
      mode === "tombstone"
        ? []
        : [
            {
              name: name || title || "file",
              type: mimetype || "application/octet-stream",
              size: size ?? 0,
            },
          ],
    ),
    sentAt: timeOf(ts),
    editedAt: edited ? timeOf(edited.ts) : null,
    bulk: false,
    // In an account of the whole team everybody's messages are news to somebody.
    fromOwner: onlyMe && user === settings.installedBy,
    problem: null,
  };
}

/** Milliseconds are as close as a date gets. */
export const timeOf = (ts: string): Date => new Date(Math.floor(Number(ts) * 1000));
