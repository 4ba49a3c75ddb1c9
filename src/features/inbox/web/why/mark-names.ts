/** True if nothing in it can be read aloud. */
const isMark = (quote: string): boolean => !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(quote);

const kinds: [RegExp, string][] = [
  [/^[?？؟]/, "question mark"],
  [/^[!！]/, "exclamation mark"],
  [/^[$£€¥]/, "currency sign"],
  [/^[:;=]-?[)\]D]/, "smiling face"],
  [/^[:;=]-?[([/]/, "frowning face"],
];

/**
 * A name for a quote without words: "question mark" for "?". On its own, such a mark is hard to notice, and a
 * screen reader may skip it.
 *
 * @returns null if it contains words.
 */
export function markName(quote: string): string | null {
  if (/^[:;=]-?D$/.test(quote)) return "smiling face";
  if (!isMark(quote)) return null;
  const known = kinds.find(([form]) => form.test(quote))?.[1] ?? "punctuation";
  const several = /^(.)\1+$/u.test(quote) && known !== "punctuation";
  return several ? `${known}s` : known;
}

/** A condition such as "Without “or” and “?”" with its marks named. */
export const withMarkNames = (condition: string): string =>
  condition.replace(/“([^“”]{1,60})”/g, (whole, quote: string) => {
    const name = markName(quote);
    return name ? `the ${name} ${whole}` : whole;
  });
