import type { Passage } from "./passages";
import { passageTerms } from "./words";

/** A passage with its stems counted, including those of its title. */
export interface Entry<P extends Passage> {
  passage: P;
  counts: Map<string, number>;
  /** Total number of stems, including repeats. */
  length: number;
}

export function countTerms<P extends Passage>(passage: P): Entry<P> {
  const counts = new Map<string, number>();
  const terms = [passage.title ?? "", ...passage.lines.map(({ text }) => text)].flatMap(passageTerms);
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { passage, counts, length: terms.length };
}

/** Weighs a stem by how rare it is in these entries: near 0 if most contain it, highest if none does. */
export function rarity<P extends Passage>(
  entries: readonly Entry<P>[],
  among?: { total: number; holding: ReadonlyMap<string, number> },
): (term: string) => number {
  const holders = new Map<string, number>();
  for (const { counts } of entries)
    for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  return (term) => {
    const held = among?.holding.get(term) ?? holders.get(term) ?? 0;
    const total = Math.max(among?.total ?? entries.length, held);
    return Math.log(1 + (total - held + 0.5) / (held + 0.5));
  };
}
