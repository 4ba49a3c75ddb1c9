import { z } from "zod";
import { counted } from "../../../../shared/counted";
import type { Attachment } from "../../../inbox/contract";
import { fileOf } from "../meta/attachments";
import { unreadable } from "../unreadable";
import type { Body, Product } from "./message";

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
    ...body.contacts.map(cardOf),
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
  if (choice) return [choice.title, choice.description].filter(Boolean).join(": ");
  const { call_permission_reply: call, nfm_reply: form } = interactive ?? {};
  if (call) return call.response === "accept" ? "Allowed you to call." : "Didn't allow you to call.";
  return form && (formOf(form.response_json) || form.body);
}

const FormValues = z.record(z.string(), z.unknown());
/** A field of the business's own software, not something that the person filled in. */
const internal = "flow_token";

/** The values of a filled-in form, one per line; empty if none is readable. */
function formOf(json: string | undefined): string {
  const values = FormValues.safeParse(parse(json)).data ?? {};
  return Object.entries(values)
    .filter(([name]) => name !== internal)
    .flatMap(([name, value]) => {
      const written = typeof value === "string" ? value : JSON.stringify(value);
      return written ? [`${name.replaceAll("_", " ")}: ${written}`] : [];
    })
    .join("\n");
}

function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function locationOf({ name, address, latitude, longitude }: NonNullable<Body["location"]>): string {
  return `Location: ${[name, address, `${latitude}, ${longitude}`].filter(Boolean).join(", ")}`;
}

function cardOf({ name, phones, emails }: Body["contacts"][number]): string {
  const ways = [...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)];
  return `Contact: ${[name.formatted_name, ...ways].filter(Boolean).join(", ")}`;
}

function orderOf({ text, product_items: items }: NonNullable<Body["order"]>): string {
  const order = `Order of ${counted(items.length, "product")}`;
  return [text ? `${order}: ${text}` : order, ...items.flatMap(productOf)].join("\n");
}

function productOf({ product_retailer_id: id, quantity, item_price: price, currency }: Product): string[] {
  if (!id) return [];
  const each = price === undefined ? "" : `, ${price}${currency ? ` ${currency}` : ""} each`;
  return [`- ${quantity} × ${id}${each}`];
}
