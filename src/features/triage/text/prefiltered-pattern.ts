import type { WordPrefilter } from "./word-prefilter";
import { compilePrefilter, siftWords } from "./word-prefilter";

/** One alternative of a pattern. A text must have a word of every group in `needs` to match it. */
export interface Alternative {
  /** Each a list of words for {@link compilePrefilter}. */
  needs: readonly string[];
  source: string;
}

/** Finds which alternatives a text may match. */
export interface PrefilteredPattern {
  prefilter: WordPrefilter;
  alternatives: { bits: number; source: string }[];
  toPattern(source: string): RegExp;
  /** By the bits of the remaining alternatives, so each pattern is compiled once. */
  made: Map<number, RegExp | null>;
}

/**
 * Prepares a pattern of many alternatives whose words are rare.
 *
 * @param toPattern - compiles the remaining alternatives, joined by "|".
 */
export function prefilterPattern(
  alternatives: readonly Alternative[],
  toPattern: (source: string) => RegExp,
): PrefilteredPattern {
  const lists = [...new Set(alternatives.flatMap(({ needs }) => needs))];
  if (lists.length > 31 || alternatives.length > 31)
    throw new Error("too many groups of words for one prefilter");
  const bitOf = (list: string) => 1 << lists.indexOf(list);
  return {
    prefilter: compilePrefilter(lists.map((list) => [bitOf(list), list])),
    alternatives: alternatives.map(({ needs, source }) => ({
      bits: needs.reduce((bits, list) => bits | bitOf(list), 0),
      source,
    })),
    toPattern,
    made: new Map(),
  };
}

/** The pattern of the alternatives that may match a text, in order; null if there are none. */
export function patternFor(
  { prefilter, alternatives, toPattern, made }: PrefilteredPattern,
  text: string,
): RegExp | null {
  const found = siftWords(prefilter, text);
  let left = 0;
  for (let at = 0; at < alternatives.length; at++) {
    const { bits } = alternatives[at]!;
    if ((found & bits) === bits) left |= 1 << at;
  }
  const known = made.get(left);
  if (known !== undefined) return known;
  const sources = alternatives.filter((_, at) => left & (1 << at)).map(({ source }) => source);
  const pattern = sources.length > 0 ? toPattern(sources.map((source) => `(?:${source})`).join("|")) : null;
  made.set(left, pattern);
  return pattern;
}
