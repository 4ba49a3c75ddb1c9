/**
 * The beginning of a text, for a card.
 *
 * @param limit - characters kept (UTF-16 units; a character made of two is never split).
 * @returns the text itself when it is short enough, else its beginning with "…" behind it.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return `${text.slice(0, splitsPair ? limit - 1 : limit).trimEnd()}…`;
}
