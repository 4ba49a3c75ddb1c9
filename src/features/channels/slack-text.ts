/** Names for the ids in a text; undefined if unknown. */
export interface SlackNames {
  person(id: string): string | undefined;
  channel(id: string): string | undefined;
}

const marked = /<([^<>\n]{1,4000})>/g;
const signs: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * Converts Slack's markup to readable text: mentions by name, links by their text, `&lt;` to `<`. Emoji codes
 * such as `:tada:` and the marks for bold and code stay as typed.
 *
 * Source: docs.slack.dev/messaging/formatting-message-text
 */
export function readableSlackText(text: string, names: SlackNames): string {
  return text
    .replace(marked, (whole, inner: string) => readMark(inner, names) ?? whole)
    .replace(/&(?:amp|lt|gt);/g, (sign) => signs[sign] as string);
}

function readMark(inner: string, names: SlackNames): string | undefined {
  const bar = inner.indexOf("|");
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? "" : inner.slice(bar + 1);
  if (target.startsWith("@")) return `@${bare(names.person(target.slice(1)) ?? (label || target.slice(1)))}`;
  if (target.startsWith("#")) return `#${bare(label || (names.channel(target.slice(1)) ?? target.slice(1)))}`;
  if (target.startsWith("!")) return readCommand(target.slice(1), label);
  if (target.startsWith("mailto:")) return target.slice("mailto:".length);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  return label && label !== target && !target.endsWith(`//${label}`) ? `${label} (${target})` : target;
}

/** `!here`, `!subteam^S1|@designers`, `!date^1392734382^{date}|18 February`. */
function readCommand(command: string, label: string): string {
  const name = command.split("^", 1)[0] as string;
  if (name === "date") return label || name;
  return `@${bare(label || (name === "subteam" ? "group" : name))}`;
}

function bare(name: string): string {
  return name.replace(/^[@#]/, "");
}
