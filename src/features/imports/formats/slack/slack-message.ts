import { claimedInstant } from "../../../../shared/local-time";
import { readableSlackText } from "../../../channels/slack-text";
import { type ChatMessage, chatMessage } from "../chat-message";
import type { Conversation, Directory } from "./slack-directory";
import type { SlackMessage } from "./slack-shapes";

/**
 * One message of a Slack export as the product stores it. Replies share the thread of their parent message.
 */
export function readSlackMessage(
  message: SlackMessage,
  conversation: Conversation,
  directory: Directory,
): ChatMessage {
  const { ts, thread_ts, user } = message;
  const member = user ? directory.member(user) : undefined;
  const automatic =
    message.subtype === "bot_message" || (!user && !!message.bot_id) || (member?.bot ?? false);
  return chatMessage({
    externalId: `slack:${conversation.id}:${ts}`,
    threadKey: `slack:${conversation.id}:${thread_ts || ts}`,
    fromName: senderName(message, member?.name),
    fromAddress: member?.email ?? null,
    senderKey: user && !automatic ? `slack:${user}` : null,
    ownerSent: directory.ownerKnown ? !!user && directory.isOwner(user) : automatic ? false : null,
    to: readersOf(conversation, user, directory),
    content: contentOf(message, directory),
    sentAt: claimedInstant(Math.floor(Number(ts) * 1000)),
    attachments: (message.files ?? []).flatMap(({ name, title, mimetype, size, mode }) =>
      mode === "tombstone"
        ? []
        : [{ name: name || title || "", type: mimetype || "application/octet-stream", size: size ?? 0 }],
    ),
    bulk: automatic,
  });
}

function senderName(message: SlackMessage, known: string | undefined): string | null {
  const { username, user, user_profile, bot_profile } = message;
  const carried = user_profile?.display_name || user_profile?.real_name;
  return known || username || carried || bot_profile?.name || user || (message.bot_id ? "Bot" : null);
}

/** The channel, or the other people in a direct conversation. */
function readersOf(
  { channel, members, id }: Conversation,
  user: string | null | undefined,
  directory: Directory,
) {
  if (channel) return [channel];
  const others = members
    .filter((member) => member !== user)
    .map((member) => directory.person(member) ?? member);
  return others.length > 0 ? others.slice(0, 50) : [id];
}

/** The written text. If an app wrote none, the content of its cards and blocks. */
function contentOf({ text, attachments, blocks }: SlackMessage, directory: Directory): string {
  const cards = (attachments ?? []).flatMap((card) => {
    const lines = [card.pretext, card.title, card.text].filter(Boolean);
    return lines.length > 0 ? lines.join("\n") : (card.fallback ?? []);
  });
  const shown = text || cards.length > 0 ? [] : (blocks ?? []).flatMap((block) => block.text?.text || []);
  const parts = [text ?? "", ...cards, ...shown].filter((part) => part.trim());
  return readableSlackText(parts.join("\n\n"), directory);
}
