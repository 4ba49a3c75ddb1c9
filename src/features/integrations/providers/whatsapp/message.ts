import { z } from "zod";

const Media = z.object({
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});

const Choice = z.object({ title: z.string(), description: z.string().optional() });

/**
 * The content of a message, by type. Source:
 * developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
export const Body = z.object({
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  image: Media.optional(),
  video: Media.optional(),
  audio: Media.optional(),
  document: Media.optional(),
  sticker: Media.optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: z.string() }),
        phones: z.array(z.object({ phone: z.string().optional() })).optional(),
        emails: z.array(z.object({ email: z.string().optional() })).optional(),
      }),
    )
    .optional(),
  interactive: z
    .object({
      button_reply: Choice.optional(),
      list_reply: Choice.optional(),
      nfm_reply: z.object({ body: z.string().optional() }).optional(),
    })
    .optional(),
  button: z.object({ text: z.string() }).optional(),
  /** Without an emoji, the reaction was removed. */
  reaction: z.object({ emoji: z.string().optional() }).optional(),
  order: z.object({ text: z.string().optional(), product_items: z.array(z.unknown()).catch([]) }).optional(),
});
export type Body = z.infer<typeof Body>;

/** A message in a delivery. `timestamp` is in seconds. */
export const Message = Body.extend({
  id: z.string(),
  timestamp: z.coerce.number(),
  /** Numbers without +. `from` is absent for people who share only a name. */
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  /** The recipient, for messages the business sent. */
  to: z.string().optional(),
  group_id: z.string().optional(),
  edit: z.object({ original_message_id: z.string(), message: Body }).optional(),
  revoke: z.object({ original_message_id: z.string() }).optional(),
});
export type Message = z.infer<typeof Message>;

/** Types that are not messages: WhatsApp's own notices, and requests to chat. */
const silent = ["system", "request_welcome", "ephemeral"];

/** False for notices and for removed reactions. */
export const saysSomething = ({ type, reaction }: Body): boolean =>
  !silent.includes(type) && !(type === "reaction" && !reaction?.emoji);
