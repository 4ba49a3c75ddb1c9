import { longTextOf } from "./fields";

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }));

/** The plain text of a task's HTML, as some CRMs store it. Texts without tags stay as they are. */
export function textOfHtml(value: unknown): string | null {
  const html = longTextOf(value);
  if (html === null) return null;
  const text = html
    .replace(/\n/g, /<(p|br|div)\b/i.test(html) ? "" : "\n")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/(p|div|li|h\d)>/gi, "\n")
    // With "<" inside, a long text of tags that never end would be read from each of them to its end.
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(#39|[a-z]+);/g, (entity, name: string) => entities.get(name) ?? entity);
  return longTextOf(text);
}

/** The same text as HTML. */
export const htmlOfText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<br>");
