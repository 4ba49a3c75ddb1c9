import type { Passage } from "./passages";
import { passageTerms } from "./words";

/** A passage with its stems counted, including those of its title. */
export interface Entry<P extends Passage> {
  passage: P;
  counts: Map<string, number>;
  /** The same for the beginnings of stems, because "transcript" and "transcribe" are about the same. */
  beginnings: Map<string, number>;
  /** The beginnings of all stems in order, including repeats, without the common words between them. */
  order: string[];
}

/** What related words share (characters). Numbers are related to none. */
const shared = 6;
/** The first six letters of a stem; a stem with a digit stays whole. */
export const beginningOf = (term: string): string =>
  term.length <= shared || /\d/.test(term) ? term : term.slice(0, shared);

/** Counts the stems of a passage and its title. */
export function countTerms<P extends Passage>(passage: P): Entry<P> {
  const counts = new Map<string, number>();
  const beginnings = new Map<string, number>();
  const order: string[] = [];
  const count = (text: string) => {
    for (const term of passageTerms(text)) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
      const beginning = beginningOf(term);
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
      order.push(beginning);
    }
  };
  count(passage.title ?? "");
  for (const { text } of passage.lines) count(text);
  return { passage, counts, beginnings, order };
}

/** Whether one beginning stands right before another. Only few pairs are asked for, so none are collected. */
export function standsBefore<P extends Passage>(
  { beginnings, order }: Entry<P>,
  first: string,
  next: string,
): boolean {
  if (!beginnings.has(first) || !beginnings.has(next)) return false;
  return order.some((one, at) => one === first && order[at + 1] === next);
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
  // Only of what is asked for: the passages have thousands of other stems.
  const holders = new Map<string, number>();
  const related = new Map<string, number>();
  const held = (known: Map<string, number>, what: string, has: (entry: Entry<P>) => boolean): number => {
    const before = known.get(what);
    if (before !== undefined) return before;
    let count = 0;
    for (const entry of entries) if (has(entry)) count++;
    known.set(what, count);
    return count;
  };
  const heldBy = (term: string) => held(holders, term, ({ counts }) => counts.has(term));
  const relatedTo = (one: string) => held(related, one, ({ beginnings }) => beginnings.has(one));
  return (term, what = "stem") => {
    const known = among?.holding.get(term);
    const count = known ?? (what === "stem" ? heldBy(term) : relatedTo(beginningOf(term)));
    const total = Math.max(among?.total ?? entries.length, count);
    return Math.log(1 + (total - count + 0.5) / (count + 0.5));
  };
}
