import { z } from "zod";

const text = z.string().optional().catch(undefined);
const list = z.array(z.unknown()).catch([]);

/** Block Kit and its rich text. Source: docs.slack.dev/reference/block-kit/blocks */
const Block = z.object({
  type: z.string(),
  text: z.union([z.string(), z.object({ text: z.string() }).transform((one) => one.text)]).catch(""),
  title: z.union([z.string(), z.object({ text: z.string() }).transform((one) => one.text)]).catch(""),
  alt_text: text,
  fields: list,
  elements: list,
  /** The rows of a table. */
  rows: z.array(list).catch([]),
  url: text,
  name: text,
  range: text,
  fallback: text,
  user_id: text,
  channel_id: text,
  usergroup_id: text,
});
type Block = z.infer<typeof Block>;

function read(given: unknown): Block[] {
  const { data } = Block.safeParse(given);
  return data ? [data] : [];
}

/** The text of blocks in Slack's markup, one block per line. Buttons and menus say nothing. */
export function markupOf(blocks: unknown): string {
  return list
    .parse(blocks)
    .flatMap(read)
    .map(blockText)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function blockText(block: Block): string {
  switch (block.type) {
    case "rich_text":
      return block.elements.flatMap(read).map(richText).join("\n");
    case "section":
    case "header":
    case "markdown":
      return [block.text, ...texts(block.fields)].filter(Boolean).join("\n");
    case "context":
      return texts(block.elements).join(" ");
    case "image":
    case "video":
      return block.title || (block.alt_text ?? "");
    case "table":
      return block.rows.map((row) => row.flatMap(read).map(cellText).join(" | ")).join("\n");
    default:
      return "";
  }
}

const cellText = (cell: Block): string => (cell.type === "rich_text" ? blockText(cell) : cell.text);

const texts = (all: unknown[]): string[] =>
  all.flatMap((one) => {
    const { text: said, alt_text: shown } = z
      .object({ text: z.string().catch(""), alt_text: z.string().catch("") })
      .catch({ text: "", alt_text: "" })
      .parse(one);
    return said || shown || [];
  });

/** One element of a rich text: a section, quote or code, or a list of sections. */
function richText(element: Block): string {
  const inner = element.elements.flatMap(read);
  if (element.type !== "rich_text_list") return inner.map(inlineText).join("");
  return inner.map((entry) => `- ${richText(entry)}`).join("\n");
}

function inlineText(element: Block): string {
  switch (element.type) {
    case "link":
      return element.text
        ? `<${element.url ?? ""}|${escaped(element.text)}>`
        : element.url
          ? `<${element.url}>`
          : "";
    case "user":
      return `<@${element.user_id ?? ""}>`;
    case "channel":
      return `<#${element.channel_id ?? ""}>`;
    case "usergroup":
      return `<!subteam^${element.usergroup_id ?? ""}>`;
    case "broadcast":
      return `<!${element.range ?? "here"}>`;
    case "emoji":
      return `:${element.name ?? "emoji"}:`;
    case "date":
      return escaped(element.fallback ?? "");
    default:
      return escaped(element.text);
  }
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Rich text is not escaped; Slack's markup is. */
const escaped = (words: string): string => words.replace(/[&<>]/g, (sign) => signs[sign] as string);
