import {
  defaultRangeExtractor,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { afterPaint } from "../after-keys";
import { orderOf } from "../paged-list";

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

/** So many rows come late at most: more are another list, which appears as a whole. */
const mostLate = 2;

/**
 * The rows that are drawn now. What a change of the list brings near the view, such as a task that a key moves here or
 * the row behind one that leaves, follows the frame of the rest. The selected row is drawn at once.
 *
 * @param list - the same as long as the list is.
 */
export function useLateRows(list: unknown, rows: VirtualItem[], selectedIndex: number): VirtualItem[] {
  const painted = useRef(list);
  const before = useRef<ReadonlySet<VirtualItem["key"]>>(new Set());
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const drawn = painted.current === list ? rows : rowsAtOnce(rows, before.current, selectedIndex);
  const late = drawn !== rows;
  useLayoutEffect(() => {
    before.current = new Set(drawn.map(({ key }) => key));
  }, [drawn]);
  useEffect(
    () =>
      afterPaint(() => {
        painted.current = list;
        if (late) startTransition(draw);
      }),
    [list, late],
  );
  return drawn;
}

/** The rows that a change of the list draws at once: all if none was there before, so that no list begins empty. */
export function rowsAtOnce<Row extends Pick<VirtualItem, "index" | "key">>(
  rows: Row[],
  before: ReadonlySet<VirtualItem["key"]>,
  selectedIndex: number,
): Row[] {
  if (!rows.some(({ key }) => before.has(key))) return rows;
  const there = rows.filter(({ index, key }) => index === selectedIndex || before.has(key));
  const late = rows.length - there.length;
  return late > 0 && late <= mostLate ? there : rows;
}

/**
 * The ids of rows, the same array until their order changes: a row's new content then costs a list of a thousand neither
 * its places nor its index.
 */
export function useOrder(rows: readonly { id: string }[]): readonly string[] {
  const last = useRef<readonly string[]>([]);
  return useMemo(() => {
    last.current = orderOf(rows, last.current);
    return last.current;
  }, [rows]);
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

/** Whether a whole row is in the view while the list is at its start; true if there is none at the index. */
export function endsInFirstView<Scroller extends Element>(
  { measurementsCache, scrollRect, options }: Virtualizer<Scroller, Element>,
  index: number,
): boolean {
  return (measurementsCache[index]?.end ?? 0) <= (scrollRect?.height ?? 0) - options.scrollPaddingEnd;
}

/** A row and where it is in its list. */
interface ListedRow {
  id: string;
  index: number;
}

/**
 * Keeps the selected row on screen when rows above it leave, so that somebody who works down a list always sees the
 * next one. A row that wasn't on screen, because somebody scrolled away from it, is left alone.
 *
 * @param selectedId - the id of the selected row at the moment of the call.
 * @returns what to call with each row that gets selected.
 */
export function useKeepInView(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  selectedId: () => string | undefined,
  indexById: ReadonlyMap<string, number>,
): (row: ListedRow) => void {
  const last = useRef<ListedRow>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only rows that come and go can move the selected one
  useLayoutEffect(() => {
    const id = selectedId();
    const index = id === undefined ? undefined : indexById.get(id);
    if (id === undefined || index === undefined) return;
    const before = last.current;
    last.current = { id, index };
    if (before?.id !== id || index >= before.index || isInView(virtualizer, index)) return;
    // Of a list that became shorter, the end is on screen.
    if (before.index >= indexById.size || isInView(virtualizer, before.index))
      virtualizer.scrollToIndex(index);
  }, [indexById]);
  return useCallback((row) => {
    last.current = row;
  }, []);
}
