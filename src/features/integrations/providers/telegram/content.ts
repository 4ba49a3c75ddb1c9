import type { ProviderMessage } from "../provider";
import { unreadable } from "../unreadable";
import { mediaIn, richText } from "./rich-text";
import type { Chat, Media, Person, TelegramMessage } from "./update";

/** The content of a message as text; empty for a file without a caption. */
export function contentOf(message: TelegramMessage): string {
  const { poll, contact, location, venue, checklist, invoice, web_app_data: sent, game } = message;
  const parts = [
    withLinks(message.text, message.entities),
    withLinks(message.caption, message.caption_entities),
    message.rich_message && richText(message.rich_message.blocks),
    poll && listOf([`Poll: ${poll.question}`, poll.description].filter(Boolean).join("\n"), poll.options),
    contact &&
      `Contact: ${[contact.first_name, contact.last_name, contact.phone_number].filter(Boolean).join(" ")}`,
    venue && `Place: ${venue.title}, ${venue.address}`,
    !venue && location && `Location: ${location.latitude}, ${location.longitude}`,
    checklist && listOf(`Checklist: ${checklist.title}`, checklist.tasks),
    message.checklist_tasks_added && listOf("Added to the checklist:", message.checklist_tasks_added.tasks),
    invoice &&
      [`Invoice: ${invoice.title}, ${amountOf(invoice)}`, invoice.description].filter(Boolean).join("\n"),
    message.successful_payment && `Paid: ${amountOf(message.successful_payment)}`,
    message.refunded_payment && `Refunded: ${amountOf(message.refunded_payment)}`,
    sent && [sent.button_text, sent.data].filter(Boolean).join(": "),
    game && [`Game: ${game.title}`, game.description].filter(Boolean).join("\n"),
  ];
  const written = parts.filter(Boolean).join("\n").trim();
  const content = written || (filesOf(message).length > 0 ? "" : unreadable("Telegram"));
  const origin = originOf(message);
  return origin && content ? `Forwarded from ${origin}:\n${content}` : content;
}

const listOf = (title: string, entries: { text: string }[]): string =>
  [title, ...entries.map((entry) => `- ${entry.text}`)].join("\n");

/** An amount such as "12.50 EUR". Telegram counts in the currency's smallest unit; Stars have none. */
function amountOf({ currency, total_amount: units }: { currency: string; total_amount: number }): string {
  if (currency === "XTR") return `${units} Telegram Stars`;
  return `${(units / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))} ${currency}`;
}

function digitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Appends each hidden link in parentheses after the words it belongs to. */
function withLinks(text: string | undefined, marks: TelegramMessage["entities"]): string {
  let written = text ?? "";
  // Start at the end so that the earlier offsets stay valid.
  for (const { type, url, offset, length } of [...(marks ?? [])].sort((a, b) => b.offset - a.offset)) {
    if (type !== "text_link" || !url) continue;
    const end = offset + length;
    if (written.slice(offset, end) !== url)
      written = `${written.slice(0, end)} (${url})${written.slice(end)}`;
  }
  return written;
}

function originOf({ forward_origin: origin }: TelegramMessage): string | undefined {
  if (!origin) return undefined;
  const who = origin.sender_user ?? origin.sender_chat ?? origin.chat;
  return who ? titleOf(who) : origin.sender_user_name;
}

/** The name of a person, group or channel. */
export function titleOf(who: Person | Chat): string {
  const title = "title" in who ? who.title : undefined;
  return title || [who.first_name, who.last_name].filter(Boolean).join(" ") || who.username || "Unknown";
}

/** Names that Telegram's apps show for files without one, and their usual types. */
const unnamed = {
  document: ["file", "application/octet-stream"],
  video: ["video", "video/mp4"],
  video_note: ["video message", "video/mp4"],
  audio: ["audio", "audio/mpeg"],
  voice: ["voice message", "audio/ogg"],
} as const;

/** The attached files. */
export const filesOf = (message: TelegramMessage): ProviderMessage["attachments"] =>
  [message, ...mediaIn(message.rich_message?.blocks ?? [])].flatMap(filesIn);

function filesIn(media: Media): ProviderMessage["attachments"] {
  const files = (Object.keys(unnamed) as (keyof typeof unnamed)[]).flatMap((kind) => {
    const file = media[kind];
    const [name, type] = unnamed[kind];
    return file
      ? [{ name: file.file_name ?? name, type: file.mime_type ?? type, size: file.file_size ?? 0 }]
      : [];
  });
  // Sizes of the same photo. The largest is the original.
  const [photo] = [...(media.photo ?? [])].sort((a, b) => b.width - a.width);
  return photo ? [...files, { name: "photo.jpg", type: "image/jpeg", size: photo.file_size ?? 0 }] : files;
}
