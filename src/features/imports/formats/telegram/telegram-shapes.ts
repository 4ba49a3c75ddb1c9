import { z } from "zod";

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const id = z.union([z.string(), z.number()]);

const TelegramText = z.union([
  z.string(),
  z.array(z.union([z.string(), z.object({ type: text, text: text, href: text })])),
]);
export type TelegramText = z.infer<typeof TelegramText>;

/**
 * An entry of a chat's `messages`. Names only the fields in use; a field with another shape counts as
 * missing.
 *
 * Source: core.telegram.org/import-export. Fields that newer versions of Telegram Desktop add (`from_id` with
 * a prefix, `date_unixtime`, `file_name`, `file_size`) are taken from its exports.
 */
export const TelegramMessage = z.object({
  id: z.number().int(),
  type: text,
  action: text,
  date: text,
  date_unixtime: z.union([z.string(), z.number()]).nullish().catch(null),
  from: text,
  from_id: id.nullish().catch(null),
  reply_to_message_id: number,
  forwarded_from: text,
  via_bot: text,
  text: TelegramText.nullish().catch(null),
  media_type: text,
  mime_type: text,
  sticker_emoji: text,
  file: text,
  file_name: text,
  file_size: number,
  thumbnail: text,
  contact_vcard: text,
  photo: text,
  photo_file_size: number,
  contact_information: z
    .object({ first_name: text, last_name: text, phone_number: text })
    .nullish()
    .catch(null),
  location_information: z.object({ latitude: number, longitude: number }).nullish().catch(null),
  location_name: text,
  address: text,
  poll: z
    .object({
      question: text,
      answers: z
        .array(z.object({ text: text }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});
export type TelegramMessage = z.infer<typeof TelegramMessage>;

/** The fields before a chat's messages. */
export interface TelegramChat {
  id: string | null;
  name: string | null;
  type: string | null;
}

/** Normalizes the ids of old and new exports: `user123`, `channel123`. */
export function senderId(id: string | number | null | undefined): string | null {
  if (id === null || id === undefined || id === "") return null;
  return typeof id === "number" || /^\d+$/.test(id) ? `user${id}` : id;
}
