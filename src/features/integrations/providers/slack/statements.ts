import { z } from "zod";
import { markupOf } from "./blocks";

const text = z.string().optional().catch(undefined);

/**
 * An attachment of a message: a forwarded or quoted message, or the preview of a link. Slack
 * documents only part of it.
 */
export const Attached = z.object({
  is_share: z.boolean().optional().catch(undefined),
  is_msg_unfurl: z.boolean().optional().catch(undefined),
  author_id: text,
  author_name: text,
  pretext: text,
  title: text,
  text,
  fallback: text,
  message_blocks: z.array(z.object({ message: z.object({ blocks: z.unknown().optional() }) })).catch([]),
  blocks: z.unknown().optional(),
  files: z.unknown().optional(),
});
export type Attached = z.infer<typeof Attached>;

/** Slack's replacement for a text that consists of blocks. */
const placeholder = "This content can't be displayed.";

/** A piece of a message, in Slack's markup. `by`: its writer, if somebody else wrote it. */
export interface Statement {
  markup: string;
  by: { id: string | null; name: string } | null;
}

/** The parts of a message that contain text. */
interface Parts {
  text?: string | undefined;
  blocks?: unknown;
  attached: Attached[];
}

/** The complete text of a message: its own words, and the messages that it forwards. */
export function statementsOf({ text: said = "", blocks, attached }: Parts): Statement[] {
  const own = said.trim() === "" || said === placeholder ? markupOf(blocks) : said;
  // A link preview repeats what the link says. It counts only if the message has no other text.
  const forwards = attached.filter((one) => one.is_share || one.is_msg_unfurl || own === "");
  return [{ markup: own, by: null }, ...forwards.map(forwardOf)].filter(({ markup }) => markup.trim() !== "");
}

function forwardOf(attachment: Attached): Statement {
  const { author_id: id = null, author_name: name, is_share, is_msg_unfurl, fallback } = attachment;
  const blocks = attachment.message_blocks.map(({ message }) => markupOf(message.blocks)).join("\n");
  const words = attachment.text || blocks || markupOf(attachment.blocks);
  const markup = [attachment.pretext, attachment.title, words].filter(Boolean).join("\n") || (fallback ?? "");
  return { markup, by: is_share || is_msg_unfurl ? { id, name: name ?? "" } : null };
}
