import { z } from "zod";

const text = z.string().nullish().catch(null);
const list = <T extends z.ZodType>(entry: T) => z.array(entry).nullish().catch(null);

/**
 * A member in `users.json`. Names only the fields in use; a field with another shape counts as missing.
 *
 * Source: docs.slack.dev/reference/objects/user-object
 */
export const SlackUser = z.object({
  id: z.string(),
  name: text,
  real_name: text,
  is_bot: z.boolean().nullish().catch(null),
  profile: z.object({ display_name: text, real_name: text, email: text }).nullish().catch(null),
});
export type SlackUser = z.infer<typeof SlackUser>;

/** A conversation in `channels.json`, `groups.json`, `mpims.json` or `dms.json`. */
export const SlackConversation = z.object({
  id: z.string(),
  name: text,
  members: list(z.string()),
});
export type SlackConversation = z.infer<typeof SlackConversation>;

const SlackBlock = z.object({ text: z.object({ text }).nullish().catch(null) });

const SlackCard = z.object({ pretext: text, title: text, title_link: text, text, fallback: text });

/**
 * A message in a day file.
 *
 * Source: docs.slack.dev/reference/events/message,
 * slack.com/help/articles/220556107-How-to-read-Slack-data-exports
 */
export const SlackMessage = z.object({
  type: text,
  subtype: text,
  ts: z.string().regex(/^\d{1,12}\.\d{1,9}$|^\d{9,12}$/),
  thread_ts: text,
  user: text,
  username: text,
  bot_id: text,
  bot_profile: z.object({ name: text }).nullish().catch(null),
  user_profile: z.object({ real_name: text, display_name: text }).nullish().catch(null),
  text,
  hidden: z.boolean().nullish().catch(null),
  blocks: list(SlackBlock.catch({ text: null })),
  attachments: list(SlackCard),
  files: list(
    z.object({ name: text, title: text, mimetype: text, mode: text, size: z.number().nullish().catch(null) }),
  ),
});
export type SlackMessage = z.infer<typeof SlackMessage>;

/** Messages that Slack itself writes into a conversation. */
const systemSubtypes =
  /^(?:(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|convert_to_private|convert_to_public|posting_permissions|canvas_updated)|bot_(?:add|remove|enable|disable)|(?:un)?pinned_item|reminder_add|joiner_notification(?:_for_inviter)?|sh_room_(?:created|shared)|huddle_thread|app_conversation_(?:join|leave)|channel_canvas_updated|tabbed_canvas_updated|ekm_access_denied|mpim_.*)$/;

/** Why an entry is not a message from someone; null if it is one. */
export function leftOutBecause({
  subtype,
  type,
  hidden,
}: SlackMessage): "system" | "deleted" | "change" | null {
  if (subtype === "tombstone" || subtype === "message_deleted") return "deleted";
  // the export also contains the message with its new text
  if (subtype === "message_changed" || subtype === "message_replied") return "change";
  if ((subtype && systemSubtypes.test(subtype)) || hidden || (type && type !== "message")) return "system";
  return null;
}
