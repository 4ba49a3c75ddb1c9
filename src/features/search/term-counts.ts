import type { Passage } from "./passages";
import { passageTerms } from "./words";

/** A passage with its stems counted, including those of its title. */
export interface Entry<P extends Passage> {
  passage: P;
  counts: Map<string, number>;
  /** The same for the beginnings of stems, because "transcript" and "transcribe" are about the same. */
  beginnings: Map<string, number>;
  /** Pairs of consecutive beginnings, without the common words between them. */
  pairs: Set<string>;
  /** Total number of stems, including repeats. */
  length: number;
}

/** What related words share (characters). Numbers are related to none. */
const shared = 6;
export const beginningOf = (term: string): string => (/\d/.test(term) ? term : term.slice(0, shared));

export function countTerms<P extends Passage>(passage: P): Entry<P> {
  const counts = new Map<string, number>();
  const terms = [passage.title ?? "", ...passage.lines.map(({ text }) => text)].flatMap(passageTerms);
  const beginnings = new Map<string, number>();
  const pairs = new Set<string>();
  let before = "";
  for (const term of terms) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    const beginning = beginningOf(term);
    beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    pairs.add(`${before} ${beginning}`);
    before = beginning;
  }
  return { passage, counts, beginnings, pairs, length: terms.length };
}

/** How many of all passages contain each stem, for passages that a database has preselected. */
export interface Frequencies {
  total: number;
  /** Stems that are missing here are counted among the given passages. */
  holding: ReadonlyMap<string, number>;
}

/**
 * Weighs a stem by how rare it is: near 0 if most entries contain it, highest if none does.
 *
 * @param among - how frequent stems are among all passages. Default: among these entries.
 */
export function rarity<P extends Passage>(
  entries: readonly Entry<P>[],
  among?: Frequencies,
): (term: string, what?: "stem" | "beginning") => number {
  const holders = new Map<string, number>();
  const related = new Map<string, number>();
  for (const { counts, beginnings } of entries) {
    for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
    for (const one of beginnings.keys()) related.set(one, (related.get(one) ?? 0) + 1);
  }
  return (term, what = "stem") => {
    const here = what === "stem" ? holders.get(term) : related.get(beginningOf(term));
    const held = among?.holding.get(term) ?? here ?? 0;
    const total = Math.max(among?.total ?? entries.length, held);
    return Math.log(1 + (total - held + 0.5) / (held + 0.5));
  };
}
