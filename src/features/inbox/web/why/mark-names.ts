/** Nothing in it can be said aloud. */
const isMark = (quote: string): boolean => !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(quote);

const kinds: [RegExp, string][] = [
  [/^[?？؟]/, "question mark"],
  [/^[!！]/, "exclamation mark"],
  [/^[$£€¥]/, "currency sign"],
  [/^[:;=]-?[)\]D]/, "smiling face"],
  [/^[:;=]-?[([/]/, "frowning face"],
];

/**
 * What a quote without a word is called: "question mark" of "?". Alone such a mark says little to whoever reads it, and
 * nothing at all to whoever has it read out.
 *
 * @returns null where there are words, which speak for themselves.
 */
export function markName(quote: string): string | null {
  if (/^[:;=]-?D$/.test(quote)) return "smiling face";
  if (!isMark(quote)) return null;
  const known = kinds.find(([form]) => form.test(quote))?.[1] ?? "punctuation";
  const several = /^(.)\1+$/u.test(quote) && known !== "punctuation";
  return several ? `${known}s` : known;
}

/** A condition such as "Without “or” and “?”", with its marks called by their names. */
export const withMarkNames = (condition: string): string =>
  condition.replace(/“([^“”]{1,60})”/g, (whole, quote: string) => {
    const name = markName(quote);
    return name ? `the ${name} ${whole}` : whole;
  });
