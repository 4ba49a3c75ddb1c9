import { hashWord, joinHash, type Tokens } from "./tokens";

/** One phrase of a lexicon found in a text: its groups (one bit each) and its offsets. */
export interface Sign {
  bits: number;
  start: number;
  end: number;
}

/** Phrases by hash, each with the groups it belongs to. */
export interface Lexicon {
  phrases: ReadonlyMap<number, number>;
  /** One slot per folded hash, which rules out nearly every word that isn't in the lexicon. */
  filter: Uint8Array;
}

const filterSize = 1 << 13;
const fold = (hash: number) => (hash ^ (hash >>> 13)) & (filterSize - 1);

/** The hash of a phrase, as {@link findSigns} computes it. */
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
  const filter = new Uint8Array(filterSize);
  for (const [index, group] of groups.entries()) {
    for (const phrase of phrases[group].split(", ")) {
      const hash = hashPhrase(phrase);
      lexicon.set(hash, (lexicon.get(hash) ?? 0) | (1 << index));
      filter[fold(hash)] = 1;
    }
  }
  return { phrases: lexicon, filter };
}

/** The bits of every group with a phrase among words already read. */
export function bitsIn({ phrases, filter }: Lexicon, { hash }: Tokens): number {
  let bits = 0;
  for (let at = 0; at < hash.length; at++) {
    let joined = hash[at]!;
    for (let length = 1; length <= 3 && at + length <= hash.length; length++) {
      if (length > 1) joined = joinHash(joined, hash[at + length - 1]!);
      if (filter[fold(joined)] !== 0) bits |= phrases.get(joined) ?? 0;
    }
  }
  return bits;
}

/** How often phrases of each group occur among words already read, in the order of the groups. */
export function countSigns({ phrases, filter }: Lexicon, { hash }: Tokens, groups: number): number[] {
  const counts = new Array<number>(groups).fill(0);
  for (let at = 0; at < hash.length; at++) {
    let joined = hash[at]!;
    for (let length = 1; length <= 3 && at + length <= hash.length; length++) {
      if (length > 1) joined = joinHash(joined, hash[at + length - 1]!);
      if (filter[fold(joined)] === 0) continue;
      for (let bits = phrases.get(joined) ?? 0; bits !== 0; bits &= bits - 1)
        counts[31 - Math.clz32(bits & -bits)]!++;
    }
  }
  return counts;
}

/** Finds every phrase of a lexicon among words already read. */
export function findSigns({ phrases, filter }: Lexicon, { hash, start, end }: Tokens): Sign[] {
  const signs: Sign[] = [];
  for (let at = 0; at < hash.length; at++) {
    let joined = hash[at]!;
    for (let length = 1; length <= 3 && at + length <= hash.length; length++) {
      if (length > 1) joined = joinHash(joined, hash[at + length - 1]!);
      if (filter[fold(joined)] === 0) continue;
      const found = phrases.get(joined);
      if (found !== undefined) signs.push({ bits: found, start: start[at]!, end: end[at + length - 1]! });
    }
  }
  return signs;
}
