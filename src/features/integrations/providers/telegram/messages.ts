import type { Changes, ProviderMessage, Session } from "../provider";
import { contentOf, filesOf, titleOf } from "./content";
import { type Chat, type Person, type TelegramMessage, Update, updateKinds } from "./update";

/** The bot that received an update. */
type Bot = Pick<Session, "externalId" | "address">;

/**
 * Reads the messages in updates. Skips joins, pins and stickers. Telegram doesn't report deletions to bots.
 */
export function readUpdates(bot: Bot, updates: unknown[]): Changes {
  const messages = updates.flatMap((given) => {
    const update = Update.safeParse(given);
    if (!update.success) return [];
    return updateKinds.flatMap((kind) => {
      const message = update.data[kind];
      return message ? readMessage(bot, message) : [];
    });
  });
  return { messages, removed: [] };
}

function readMessage(bot: Bot, message: TelegramMessage): ProviderMessage[] {
  const content = contentOf(message);
  const attachments = filesOf(message);
  if (content === "" && attachments.length === 0) return [];
  const { chat, from, edit_date } = message;
  return [
    {
      externalId: `${chat.id}:${message.message_id}`,
      threadKey: threadKeyOf(bot, message),
      sender: senderOf(message),
      senderAddress: handleOf(message.sender_chat ?? from),
      to: [chat.type === "private" ? (bot.address ?? bot.externalId) : `#${titleOf(chat)}`],
      cc: [],
      subject: null,
      content,
      attachments,
      sentAt: fromSeconds(message.date),
      editedAt: edit_date === undefined ? null : fromSeconds(edit_date),
      bulk: message.is_automatic_forward ?? false,
      fromOwner: String(from?.id) === bot.externalId,
      problem: null,
    },
  ];
}

const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);

/**
 * A chat is one conversation, and so is each topic in a group with topics. Elsewhere `message_thread_id` is
 * the first message of a reply chain. That message doesn't carry it, so using it would separate a question
 * from its replies.
 */
function threadKeyOf(
  { externalId }: Bot,
  { chat, message_thread_id, is_topic_message }: TelegramMessage,
): string {
  const topic = is_topic_message && message_thread_id !== undefined ? `:${message_thread_id}` : "";
  return `telegram:${externalId}:${chat.id}${topic}`;
}

/** The sender: a person, or the group or channel they wrote for. */
function senderOf({ sender_chat, from, chat, author_signature }: TelegramMessage): string {
  if (sender_chat)
    return author_signature ? `${author_signature} (${titleOf(sender_chat)})` : titleOf(sender_chat);
  return from ? titleOf(from) : titleOf(chat);
}

function handleOf(who: Person | Chat | undefined): string | null {
  return who?.username ? `@${who.username}` : null;
}
