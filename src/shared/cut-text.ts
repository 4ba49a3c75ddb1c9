/**
 * The beginning of a text, for a card.
 *
 * @param limit - maximum length (UTF-16 units; a character of two units is never split).
 * @returns the text itself if it is short enough, else its beginning with "…".
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return `${text.slice(0, splitsPair ? limit - 1 : limit).trimEnd()}…`;
}
