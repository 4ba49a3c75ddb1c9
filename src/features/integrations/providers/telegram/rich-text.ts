import { Media } from "./update";

/** Levels of blocks and formatting that are read. Telegram allows 16. */
const deepest = 32;

type Fields = Record<string, unknown>;

const fieldsOf = (given: unknown): Fields =>
  typeof given === "object" && given !== null ? (given as Fields) : {};

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : []);

const lines = (all: string[]): string => all.filter((line) => line.trim() !== "").join("\n");

/**
 * The text of a rich message's blocks, one line per block. Formatting is dropped, and buttons say nothing.
 *
 * Source: core.telegram.org/bots/api#richblock
 */
export const richText = (blocks: unknown[]): string => lines(blocks.map((block) => blockText(block, 0)));

function blockText(given: unknown, depth: number): string {
  if (depth > deepest) return "";
  const { type, text, summary, caption, credit, expression, location, items, cells, blocks } =
    fieldsOf(given);
  const within = (all: unknown): string[] => listOf(all).map((block) => blockText(block, depth + 1));
  const inline = (part: unknown): string => inlineText(part, depth + 1);
  switch (type) {
    case "paragraph":
    case "heading":
    case "pre":
    case "footer":
    case "expandable_blockquote":
    case "pullquote":
      return lines([inline(text), inline(credit)]);
    case "mathematical_expression":
      return typeof expression === "string" ? expression : "";
    case "list":
      return lines(listOf(items).map((item) => `${markOf(item)} ${lines(within(fieldsOf(item).blocks))}`));
    case "table":
      return lines([inline(caption), ...listOf(cells).map((row) => listOf(row).map(inline).join(" | "))]);
    case "buttons":
    case "thinking":
      return "";
    default:
      return lines([inline(summary), ...within(blocks), mapText(location), inline(credit), inline(caption)]);
  }
}

/** What stands before an entry of a list. */
function markOf(item: unknown): string {
  const { label, has_checkbox, is_checked } = fieldsOf(item);
  if (has_checkbox) return is_checked ? "[x]" : "[ ]";
  return typeof label === "string" && label !== "" ? label : "-";
}

function mapText(location: unknown): string {
  const { latitude, longitude } = fieldsOf(location);
  return typeof latitude === "number" && typeof longitude === "number"
    ? `Location: ${latitude}, ${longitude}`
    : "";
}

/** A text, a list of texts, or one with a format. A caption and a cell of a table have a text, too. */
function inlineText(given: unknown, depth: number): string {
  if (typeof given === "string") return given;
  if (depth > deepest || typeof given !== "object" || given === null) return "";
  if (Array.isArray(given)) return given.map((part) => inlineText(part, depth + 1)).join("");
  const { type, text, url, credit, alternative_text: emoji, expression } = fieldsOf(given);
  if (type === "button") return "";
  if (type === "custom_emoji") return typeof emoji === "string" ? emoji : "";
  if (type === "mathematical_expression") return typeof expression === "string" ? expression : "";
  const words = lines([inlineText(text, depth + 1), inlineText(credit, depth + 1)]);
  return type === "url" && typeof url === "string" && bare(url) !== bare(words) ? `${words} (${url})` : words;
}

/** An address as people type it. */
const bare = (address: string): string => address.replace(/^https?:\/\//i, "").replace(/\/$/, "");

/** The files among the blocks, as a message has them. */
export function mediaIn(blocks: unknown[], depth = 0): Media[] {
  if (depth > deepest) return [];
  return blocks.flatMap((block) => {
    const { blocks: inner, items, animation, voice_note, ...fields } = fieldsOf(block);
    const nested = [...listOf(inner), ...listOf(items)];
    // A message has an animation also as a document.
    const { data } = Media.safeParse({
      ...fields,
      document: fields.document ?? animation,
      voice: voice_note,
    });
    return [...(data ? [data] : []), ...mediaIn(nested, depth + 1)];
  });
}
