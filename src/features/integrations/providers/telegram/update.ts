import { z } from "zod";

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

const Person = z.object({ id: z.number(), first_name: text, last_name: text, username: text });
export type Person = z.infer<typeof Person>;

const Chat = z.object({
  id: z.number(),
  type: z.string(),
  title: text,
  username: text,
  first_name: text,
  last_name: text,
});
export type Chat = z.infer<typeof Chat>;

const File = z.object({ file_name: text, mime_type: text, file_size: number }).optional().catch(undefined);

/** Text entities. Offsets and lengths count UTF-16 code units. */
const Marks = z
  .array(z.object({ type: z.string(), offset: z.number(), length: z.number(), url: text }))
  .optional()
  .catch(undefined);

const Origin = z
  .object({
    sender_user: Person.optional().catch(undefined),
    sender_user_name: text,
    sender_chat: Chat.optional().catch(undefined),
    chat: Chat.optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

const Payment = z.object({ currency: z.string(), total_amount: z.number() }).optional().catch(undefined);

const Checklist = z
  .object({ title: z.string(), tasks: z.array(z.object({ text: z.string() })).catch([]) })
  .optional()
  .catch(undefined);

/** The files of a message. */
export const Media = z.object({
  document: File,
  animation: File,
  audio: File,
  video: File,
  video_note: File,
  voice: File,
  photo: z
    .array(z.object({ file_size: number, width: z.number() }))
    .optional()
    .catch(undefined),
});
export type Media = z.infer<typeof Media>;

/**
 * A message as Telegram sends it. Lists only the fields we read. A field with an unexpected shape counts as
 * missing.
 *
 * Source: core.telegram.org/bots/api#message
 */
export const TelegramMessage = Media.extend({
  /** 0 for an ephemeral message, which only its sender and the bot see. */
  message_id: z.number(),
  /** May be used again once the message is gone. */
  ephemeral_message_id: number,
  date: z.number(),
  edit_date: number,
  chat: Chat,
  from: Person.optional().catch(undefined),
  sender_chat: Chat.optional().catch(undefined),
  author_signature: text,
  message_thread_id: number,
  is_topic_message: z.boolean().optional().catch(undefined),
  /** The person who writes to a channel, in the chat of its direct messages. */
  direct_messages_topic: z.object({ topic_id: z.number() }).optional().catch(undefined),
  is_automatic_forward: z.boolean().optional().catch(undefined),
  forward_origin: Origin,
  text,
  entities: Marks,
  caption: text,
  caption_entities: Marks,
  /** Blocks such as headings, lists and tables, instead of a text. Read in rich-text.ts. */
  rich_message: z
    .object({ blocks: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
  poll: z
    .object({ question: z.string(), description: text, options: z.array(z.object({ text: z.string() })) })
    .optional()
    .catch(undefined),
  contact: z
    .object({ phone_number: z.string(), first_name: text, last_name: text })
    .optional()
    .catch(undefined),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional().catch(undefined),
  venue: z.object({ title: z.string(), address: z.string() }).optional().catch(undefined),
  checklist: Checklist,
  checklist_tasks_added: z
    .object({ tasks: z.array(z.object({ text: z.string() })) })
    .optional()
    .catch(undefined),
  /** `total_amount` and `currency`: the smallest units, and the ISO 4217 code or XTR (Telegram Stars). */
  invoice: z
    .object({ title: z.string(), description: text, currency: z.string(), total_amount: z.number() })
    .optional()
    .catch(undefined),
  successful_payment: Payment,
  refunded_payment: Payment,
  /** What a web app sent, through the button with this text. */
  web_app_data: z.object({ data: z.string(), button_text: text }).optional().catch(undefined),
  game: z.object({ title: z.string(), description: text }).optional().catch(undefined),
});
export type TelegramMessage = z.infer<typeof TelegramMessage>;

/** The update types with messages. We request no others. */
export const updateKinds = ["message", "edited_message", "channel_post", "edited_channel_post"] as const;

/** Source: core.telegram.org/bots/api#update */
export const Update = z.object({
  update_id: z.number(),
  message: TelegramMessage.optional(),
  edited_message: TelegramMessage.optional(),
  channel_post: TelegramMessage.optional(),
  edited_channel_post: TelegramMessage.optional(),
});
export type Update = z.infer<typeof Update>;
