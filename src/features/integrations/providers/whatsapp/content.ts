import type { Attachment } from "../../../inbox/contract";
import { fileOf } from "../meta/attachments";
import { unreadable } from "../meta/direct-message";
import type { Body } from "./message";

const kinds = ["image", "video", "audio", "document", "sticker"] as const;

/** The text of a message; empty for a file without a caption. */
export function contentOf(body: Body): string {
  const media = kinds.map((kind) => body[kind]).find((file) => file !== undefined);
  if (media) return media.caption ?? "";
  const parts = [
    body.text?.body,
    body.button?.text,
    choiceOf(body.interactive),
    body.location && locationOf(body.location),
    ...(body.contacts ?? []).map(cardOf),
    body.reaction?.emoji && `Reacted with ${body.reaction.emoji}`,
    body.order && orderOf(body.order),
  ];
  return parts.filter(Boolean).join("\n") || unreadable("WhatsApp");
}

/** The message's files. WhatsApp doesn't report their size. */
export function filesOf(body: Body): Attachment[] {
  return kinds.flatMap((kind) => {
    const file = body[kind];
    return (file && fileOf({ kind, name: file.filename, type: file.mime_type })) ?? [];
  });
}

function choiceOf(interactive: Body["interactive"]): string | undefined {
  const choice = interactive?.button_reply ?? interactive?.list_reply;
  return choice
    ? [choice.title, choice.description].filter(Boolean).join(": ")
    : interactive?.nfm_reply?.body;
}

function locationOf({ name, address, latitude, longitude }: NonNullable<Body["location"]>): string {
  return `Location: ${[name, address, `${latitude}, ${longitude}`].filter(Boolean).join(", ")}`;
}

function cardOf({ name, phones, emails }: NonNullable<Body["contacts"]>[number]): string {
  const ways = [...(phones ?? []).map(({ phone }) => phone), ...(emails ?? []).map(({ email }) => email)];
  return `Contact: ${[name.formatted_name, ...ways].filter(Boolean).join(", ")}`;
}

function orderOf({ text, product_items: items }: NonNullable<Body["order"]>): string {
  const order = `Order of ${items.length} ${items.length === 1 ? "product" : "products"}`;
  return text ? `${order}: ${text}` : order;
}
