import { z } from "zod";

/** A text. A field with an unexpected shape, such as null, counts as missing and costs only itself. */
const text = z.string().optional().catch(undefined);
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);
/** A list without its unreadable entries. */
const list = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all
        .map((one) => entry.safeParse(one))
        .filter(({ success }) => success)
        .map(({ data }) => data as z.output<Entry>),
    );

const Media = part({ mime_type: text, caption: text, filename: text });
const Choice = part({ title: z.string(), description: text });

const Product = z.object({
  product_retailer_id: text,
  quantity: z.coerce.number().catch(1),
  item_price: z.coerce.number().optional().catch(undefined),
  currency: text,
});
export type Product = z.infer<typeof Product>;

/**
 * The content of a message, by type. Source:
 * developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
export const Body = z.object({
  type: z.string().catch("unknown"),
  text: part({ body: z.string() }),
  image: Media,
  video: Media,
  audio: Media,
  document: Media,
  sticker: Media,
  location: part({ latitude: z.number(), longitude: z.number(), name: text, address: text }),
  contacts: list(
    z.object({
      name: z.object({ formatted_name: z.string() }),
      phones: list(z.object({ phone: text })),
      emails: list(z.object({ email: text })),
    }),
  ),
  interactive: part({
    button_reply: Choice,
    list_reply: Choice,
    /** A filled-in form. `response_json`: its values, as JSON. `body` only says that it was sent. */
    nfm_reply: part({ response_json: text, body: text }),
    call_permission_reply: part({ response: z.string() }),
  }),
  button: part({ text: z.string() }),
  /** Without an emoji, the reaction was removed. */
  reaction: part({ emoji: text }),
  order: part({ text, product_items: list(Product) }),
});
export type Body = z.infer<typeof Body>;

/** A message in a delivery. `timestamp` is in seconds. */
export const Message = Body.extend({
  id: z.string(),
  timestamp: z.coerce.number(),
  /** Numbers without +. `from` is absent for people who share only a name. */
  from: text,
  from_user_id: text,
  /** The recipient, for messages the business sent. `to` is absent for people who share only a name. */
  to: text,
  to_user_id: text,
  group_id: text,
  edit: part({ original_message_id: z.string(), message: Body }),
  revoke: part({ original_message_id: z.string() }),
});
export type Message = z.infer<typeof Message>;

/** Types that are not messages: WhatsApp's own notices, and requests to chat. */
const silent = ["system", "request_welcome", "ephemeral"];

/** Why a message isn't stored: it is a notice or a removed reaction. Undefined: it is stored. */
export function silenceOf({ type, reaction }: Body): string | undefined {
  if (silent.includes(type)) return `notice of type ${type}`;
  return type === "reaction" && !reaction?.emoji ? "a reaction that was taken back" : undefined;
}
