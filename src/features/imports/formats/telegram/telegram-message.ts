import { claimedInstant, exists, instantIn } from "../../../../shared/local-time";
import type { MailAttachment } from "../../../mail/mail-text";
import { type ChatMessage, chatMessage } from "../chat-message";
import { senderId, type TelegramChat, type TelegramMessage } from "./telegram-shapes";

/** What is known about a chat before its messages are read. */
export interface TelegramContext {
  chat: TelegramChat;
  /** The id of the export's owner; null if the export doesn't say. */
  ownerId: string | null;
  threadKey: string;
  timeZone: string;
  /** Size in bytes of a file next to the export, by name. Each call marks the file as used by a message. */
  sizeBeside?: ((name: string) => number | undefined) | undefined;
}

/** One message of a Telegram export as the product stores it. */
export function readTelegramMessage(
  message: TelegramMessage,
  { chat, ownerId, threadKey, timeZone, sizeBeside = () => undefined }: TelegramContext,
): ChatMessage {
  const sender = senderId(message.from_id);
  const sentAt = sentTime(message, timeZone);
  const ownerSent = isOwners(chat, sender, ownerId);
  return chatMessage({
    externalId: `telegram:${chat.id ?? "unknown"}:${message.id}`,
    threadKey,
    fromName: message.from || (sender ? "Deleted account" : chat.name),
    senderKey: sender ? `telegram:${sender}` : null,
    ownerSent,
    to: isPersonal(chat) ? (chat.name ? [chat.name] : []) : [`#${chat.name ?? "Telegram"}`],
    content: contentOf(message),
    sentAt,
    attachments: attachmentsOf(message, sizeBeside),
    bulk: chat.type === "bot_chat" && ownerSent === false,
    problem: sentAt ? null : "This message has no readable date.",
  });
}

/** True for a chat between two people. */
export function isPersonal({ type }: TelegramChat): boolean {
  return type === "personal_chat" || type === "bot_chat" || type === "saved_messages";
}

/** In a chat between two, the chat has the other person's id, so any other sender is the owner. */
function isOwners(chat: TelegramChat, sender: string | null, ownerId: string | null): boolean | null {
  if (chat.type === "saved_messages") return true;
  if (ownerId) return sender === ownerId;
  if (!isPersonal(chat) || !chat.id || !sender) return null;
  return sender !== `user${chat.id}`;
}

function sentTime({ date, date_unixtime }: TelegramMessage, timeZone: string): Date | null {
  const seconds = Number(date_unixtime);
  if (Number.isInteger(seconds) && seconds > 0) return claimedInstant(seconds * 1000);
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})/
    .exec(date ?? "")
    ?.slice(1)
    .map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const clock = { year, month, day, hour, minute, second };
  return exists(clock) ? instantIn(timeZone, clock) : null;
}

function contentOf(message: TelegramMessage): string {
  const { forwarded_from, sticker_emoji, poll, contact_information, location_information } = message;
  const parts = [plainText(message.text)];
  if (sticker_emoji) parts.push(sticker_emoji);
  if (poll?.question)
    parts.push(
      [`Poll: ${poll.question}`, ...(poll.answers ?? []).map((one) => `- ${one.text ?? ""}`)].join("\n"),
    );
  if (contact_information) {
    const { first_name, last_name, phone_number } = contact_information;
    parts.push(`Contact: ${[first_name, last_name, phone_number].filter(Boolean).join(" ")}`);
  }
  if (location_information) {
    const { latitude, longitude } = location_information;
    parts.push(
      ["Location:", message.location_name, message.address, `${latitude}, ${longitude}`]
        .filter(Boolean)
        .join(" "),
    );
  }
  const content = parts.filter((part) => part.trim()).join("\n");
  return forwarded_from ? `Forwarded from ${forwarded_from}:\n${content}` : content;
}

/** Plain text without formatting. A link behind words follows them in parentheses. */
function plainText(text: TelegramMessage["text"]): string {
  if (!text) return "";
  if (typeof text === "string") return text;
  return text
    .map((part) => {
      if (typeof part === "string") return part;
      return part.type === "text_link" && part.href ? `${part.text} (${part.href})` : (part.text ?? "");
    })
    .join("");
}

/** A missing file has "(File not included. …)" as its path. */
function attachmentsOf(
  message: TelegramMessage,
  sizeBeside: (name: string) => number | undefined,
): MailAttachment[] {
  const { file, photo, media_type, mime_type, file_name, file_size, photo_file_size } = message;
  const kept = (path: string) => (path.startsWith("(") ? null : (path.split("/").at(-1) ?? null));
  const size = (path: string) => sizeBeside(kept(path) ?? "") ?? 0;
  for (const path of [message.thumbnail, message.contact_vcard]) if (path) size(path);
  const fileSize = file ? size(file) : 0;
  if (media_type === "sticker") return [];
  const found: MailAttachment[] = [];
  if (photo)
    found.push({ name: kept(photo) ?? "photo", type: "image/jpeg", size: photo_file_size ?? size(photo) });
  if (file)
    found.push({
      name: file_name || kept(file) || (media_type ?? "file").replaceAll("_", " "),
      type: mime_type || "application/octet-stream",
      size: file_size ?? fileSize,
    });
  return found;
}
