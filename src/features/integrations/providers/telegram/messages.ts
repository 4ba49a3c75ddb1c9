import type { Changes, LocatedMessage, ProviderMessage, Session } from "../provider";
import { contentOf, filesOf, titleOf } from "./content";
import { type Chat, type Person, type TelegramMessage, Update, updateKinds } from "./update";

/** The bot that received an update. */
type Bot = Pick<Session, "externalId" | "address">;

/** Reads the messages in updates. Telegram doesn't report deletions to bots. */
export function readUpdates(bot: Bot, updates: unknown[]): Changes {
  const messages: ProviderMessage[] = [];
  const ignored: string[] = [];
  for (const given of updates) {
    const { data: update } = Update.safeParse(given);
    const kind = update && updateKinds.find((name) => update[name] !== undefined);
    const message = kind && update[kind];
    const reason = message ? noticeIn(given, kind) : kindOf(given);
    if (message && reason === undefined) messages.push(toMessage(bot, message));
    else if (reason !== undefined) ignored.push(reason);
  }
  return { messages, removed: [], ignored };
}

/** The kind of an update without a readable message. */
function kindOf(update: unknown): string {
  const fields = Object.keys((update ?? {}) as object).filter((field) => field !== "update_id");
  const [kind = "an empty update"] = fields;
  return updateKinds.some((one) => one === kind) ? `${kind} of an unknown shape` : kind;
}

/** Messages without work: stickers, dice, and the notices that Telegram writes when something happens in a chat. */
const notices = [
  "sticker",
  "dice",
  "new_chat_members",
  "left_chat_member",
  "new_chat_title",
  "new_chat_photo",
  "delete_chat_photo",
  "group_chat_created",
  "supergroup_chat_created",
  "channel_chat_created",
  "message_auto_delete_timer_changed",
  "migrate_to_chat_id",
  "migrate_from_chat_id",
  "pinned_message",
  "users_shared",
  "chat_shared",
  "connected_website",
  "write_access_allowed",
  "proximity_alert_triggered",
  "boost_added",
  "chat_owner_left",
  "chat_owner_changed",
  "community_chat_added",
  "community_chat_joined",
  "community_chat_removed",
  "gift",
  "gift_upgrade_sent",
  "unique_gift",
  "managed_bot_created",
  "poll_option_added",
  "poll_option_deleted",
  "suggested_post_approved",
  "suggested_post_approval_failed",
  "suggested_post_declined",
  "suggested_post_paid",
  "suggested_post_refunded",
  "chat_background_set",
  "checklist_tasks_done",
  "direct_message_price_changed",
  "forum_topic_created",
  "forum_topic_edited",
  "forum_topic_closed",
  "forum_topic_reopened",
  "general_forum_topic_hidden",
  "general_forum_topic_unhidden",
  "giveaway_created",
  "giveaway",
  "giveaway_winners",
  "giveaway_completed",
  "paid_message_price_changed",
  "video_chat_scheduled",
  "video_chat_started",
  "video_chat_ended",
  "video_chat_participants_invited",
];

/** The kind of a message without work; undefined for any other. */
function noticeIn(update: unknown, kind: (typeof updateKinds)[number]): string | undefined {
  const fields = Object.keys((update as Record<string, object>)[kind] ?? {});
  return notices.find((notice) => fields.includes(notice));
}

function toMessage(bot: Bot, message: TelegramMessage): ProviderMessage {
  const { chat, from, edit_date } = message;
  return {
    externalId: `${chat.id}:${numberOf(message)}`,
    threadKey: threadKeyOf(bot, message),
    sender: senderOf(message),
    senderAddress: handleOf(message.sender_chat ?? from),
    to: [chat.type === "private" ? (bot.address ?? bot.externalId) : `#${titleOf(chat)}`],
    cc: [],
    subject: null,
    content: contentOf(message),
    attachments: filesOf(message),
    sentAt: fromSeconds(message.date),
    editedAt: edit_date === undefined ? null : fromSeconds(edit_date),
    bulk: message.is_automatic_forward ?? false,
    fromOwner: String(from?.id) === bot.externalId,
    problem: null,
  };
}

/** A message's number in its chat. Ephemeral ones have only one that may be used again. */
const numberOf = ({ message_id, ephemeral_message_id, date }: TelegramMessage): string =>
  message_id === 0 ? `0:${ephemeral_message_id ?? ""}:${date}` : String(message_id);

/**
 * Opens a message of a supergroup or channel, or the chat with a person who has a user name.
 *
 * Source: core.telegram.org/api/links
 */
export function telegramUrl({
  externalId,
  senderAddress,
}: Pick<LocatedMessage, "externalId" | "senderAddress">): string | null {
  const [, group, message] = /^-100(\d+):(\d+)$/.exec(externalId) ?? [];
  if (group) return `https://t.me/c/${group}/${message}`;
  return !externalId.startsWith("-") && senderAddress ? `https://t.me/${senderAddress.slice(1)}` : null;
}

const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);

/**
 * A chat is one conversation, and so is each topic in a group with topics, and each person who writes to a channel.
 * Elsewhere `message_thread_id` is the first message of a reply chain. That message doesn't carry it, so using it would
 * separate a question from its replies.
 */
function threadKeyOf(
  { externalId }: Bot,
  { chat, message_thread_id, is_topic_message, direct_messages_topic }: TelegramMessage,
): string {
  const topic = direct_messages_topic?.topic_id ?? (is_topic_message ? message_thread_id : undefined);
  return `telegram:${externalId}:${chat.id}${topic === undefined ? "" : `:${topic}`}`;
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
