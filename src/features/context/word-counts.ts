import { minute } from "../../shared/durations";
import {
  type CountedWord,
  countedUpTo,
  type createPassageRepository,
  type Viewer,
} from "./passage-repository";

/** How long a word is known to be common, and how large a team is (milliseconds). */
const keptFor = 10 * minute;
/** What is kept at most, so that the memory stays small. */
const mostKept = 50_000;

/**
 * Counts words. Common ones take longest to count and stay common, so they are kept for a while, and so is the
 * number of a team's passages. Only words at the limit are kept: they tell nothing about any passage.
 */
export function createWordCounts(passages: ReturnType<typeof createPassageRepository>) {
  const kept = new Map<string, { count: number; until: number }>();
  const known = (key: string): number | undefined => {
    const entry = kept.get(key);
    return entry && entry.until > Date.now() ? entry.count : undefined;
  };
  const keep = (key: string, count: number) => {
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, { count, until: Date.now() + keptFor });
  };

  return {
    async count(viewer: Viewer, words: string[]): Promise<CountedWord[]> {
      const keyOf = (word: string) => `${viewer.teamId} ${viewer.areaId ?? ""} ${word}`;
      const common = words.filter((word) => known(keyOf(word)) !== undefined);
      const rest = words.filter((word) => !common.includes(word));
      const counted = rest.length > 0 ? await passages.count(viewer, rest) : [];
      for (const { word, count } of counted) if (count >= countedUpTo) keep(keyOf(word), count);
      return [...counted, ...common.map((word) => ({ word, count: countedUpTo }))];
    },

    async total(viewer: Viewer): Promise<number> {
      const count = known(viewer.teamId) ?? (await passages.total(viewer));
      // A small team may soon be a large one, for example after its first import.
      if (count >= countedUpTo) keep(viewer.teamId, count);
      return count;
    },
  };
}
