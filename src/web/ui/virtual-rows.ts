import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect } from "react";

/** The rows a virtual list renders: those near the view, and the one at `kept`, which has the focus. */
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

/** How to load further rows. */
export interface MoreRows {
  available: boolean;
  load: (options: { cancelRefetch: boolean }) => unknown;
}

/** Loads the next page when the last row shown is within `ahead` rows of the last one loaded. */
export function useLoadAhead(
  lastShown: number,
  loaded: number,
  ahead: number,
  { available, load }: MoreRows,
): void {
  useEffect(() => {
    // A second request before the first response would start over.
    if (available && lastShown >= loaded - ahead) void load({ cancelRefetch: false });
  }, [available, load, lastShown, loaded, ahead]);
}
