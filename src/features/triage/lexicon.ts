import { hashWord, joinHash, type Tokens } from "./tokens";

/** One phrase of a lexicon found in a text: the groups it belongs to (one bit each) and its place. */
export interface Sign {
  bits: number;
  start: number;
  end: number;
}

/** Phrases by hash, each with the groups it belongs to. */
export type Lexicon = ReadonlyMap<number, number>;

/** The hash {@link findSigns} will see for a phrase. */
export function hashPhrase(phrase: string): number {
  return phrase.split(" ").map(hashWord).reduce(joinHash);
}

/**
 * Compiles groups of phrases for one pass over a text.
 *
 * @param groups - names in bit order, at most 31.
 * @param phrases - per group, phrases of one to three words in lower case, separated by ", ".
 */
export function compileLexicon<G extends string>(groups: readonly G[], phrases: Record<G, string>): Lexicon {
  const lexicon = new Map<number, number>();
  for (const [index, group] of groups.entries()) {
    for (const phrase of phrases[group].split(", ")) {
      const hash = hashPhrase(phrase);
      lexicon.set(hash, (lexicon.get(hash) ?? 0) | (1 << index));
    }
  }
  return lexicon;
}

/** Finds every phrase of a lexicon among words already read. */
export function findSigns(lexicon: Lexicon, { hash, start, end }: Tokens): Sign[] {
  const signs: Sign[] = [];
  for (let at = 0; at < hash.length; at++) {
    let joined = hash[at]!;
    for (let length = 1; length <= 3 && at + length <= hash.length; length++) {
      if (length > 1) joined = joinHash(joined, hash[at + length - 1]!);
      const found = lexicon.get(joined);
      if (found !== undefined) signs.push({ bits: found, start: start[at]!, end: end[at + length - 1]! });
    }
  }
  return signs;
}
