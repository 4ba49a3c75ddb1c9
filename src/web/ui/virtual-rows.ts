import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect } from "react";

/** The rows a virtual list draws: those near the view, and the one at `kept`, so that the focus on it is not lost when it is scrolled away. */
export function useRangeKeeping(kept: number): (range: Range) => number[] {
  return useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (kept < 0 || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((a, b) => a - b);
    },
    [kept],
  );
}

/** Where the rows behind the last loaded one come from. */
export interface MoreRows {
  available: boolean;
  load: (options: { cancelRefetch: boolean }) => unknown;
}

/** Asks for the next page when the last row shown is within `ahead` rows of the last one loaded. */
export function useLoadAhead(
  lastShown: number,
  loaded: number,
  ahead: number,
  { available, load }: MoreRows,
): void {
  useEffect(() => {
    // Asked twice before the first answer, it would otherwise begin again.
    if (available && lastShown >= loaded - ahead) void load({ cancelRefetch: false });
  }, [available, load, lastShown, loaded, ahead]);
}
