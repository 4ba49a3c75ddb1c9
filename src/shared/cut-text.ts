/**
 * The beginning of a text, for a name: it ends with a whole word, unless the last one is long.
 *
 * @param limit - maximum length before the "…" (UTF-16 units).
 */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const words = text.slice(0, limit + 1).replace(/\s+\S*$/, "");
  return words.length > limit / 2 && words.length <= limit ? `${words}…` : cutText(text, limit);
}

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
