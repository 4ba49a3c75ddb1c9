import { defaultRangeExtractor, type Range, type Virtualizer } from "@tanstack/react-virtual";
import { useCallback } from "react";

/** The rows near the view, and the one at `kept`, which has the focus; -1: none has. */
export function rangeKeeping(range: Range, kept: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (kept < 0 || indexes.includes(kept)) return indexes;
  return [...indexes, kept].sort((a, b) => a - b);
}

/** The rows a virtual list renders: those of {@link rangeKeeping}. */
export function useRangeKeeping(kept: number): (range: Range) => number[] {
  return useCallback((range: Range) => rangeKeeping(range, kept), [kept]);
}

/**
 * Whether a row is whole in the view, with the list's scroll padding around it. It is computed from what the list has
 * measured before: scrolling, even to where the view is, makes the browser lay out everything first.
 */
export function isInView<Scroller extends Element>(
  { measurementsCache, scrollOffset, scrollRect, options }: Virtualizer<Scroller, Element>,
  index: number,
): boolean {
  const row = measurementsCache[index];
  if (!row || scrollOffset === null || !scrollRect) return false;
  const { scrollPaddingStart, scrollPaddingEnd } = options;
  return (
    row.start >= scrollOffset + scrollPaddingStart &&
    row.end <= scrollOffset + scrollRect.height - scrollPaddingEnd
  );
}
