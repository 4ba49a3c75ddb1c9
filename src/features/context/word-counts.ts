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

const isPart = ({ span, only }: Viewer): boolean => span !== undefined || only !== undefined;

/**
 * Remembers which words are common in a team and how large it is. Common words take longest to look up and stay
 * common. Rare ones are looked up each time, and so are all in a span of time or in some sources, where others are
 * common.
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
  const keyOf = (viewer: Viewer, word: string) => `${viewer.teamId} ${viewer.areaId ?? ""} ${word}`;

  return {
    isCommon: (viewer: Viewer, word: string): boolean =>
      !isPart(viewer) && known(keyOf(viewer, word)) !== undefined,

    keepCommon(viewer: Viewer, counted: CountedWord[]): void {
      if (isPart(viewer)) return;
      for (const { word, count } of counted) if (count >= countedUpTo) keep(keyOf(viewer, word), count);
    },

    async total(viewer: Viewer): Promise<number> {
      if (isPart(viewer)) return passages.total(viewer);
      const count = known(viewer.teamId) ?? (await passages.total(viewer));
      // A small team may soon be a large one, for example after its first import.
      if (count >= countedUpTo) keep(viewer.teamId, count);
      return count;
    },
  };
}
