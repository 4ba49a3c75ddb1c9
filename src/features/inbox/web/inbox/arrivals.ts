import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { counted } from "../../../../shared/counted";
import { announce } from "../../../../web/ui/feedback/announce";

interface Row {
  id: string;
}

interface ArrivalsInput {
  rows: Row[];
  scroller: RefObject<HTMLDivElement | null>;
  /** A row is selected. */
  held: boolean;
  /** Whether the list at its start has the selected row on screen; true without one. */
  fits: () => boolean;
  /** Called when an undo has brought back more rows than fit above the selected one. */
  keepInView: () => void;
}

/** Rows nearer to the start than this count as seen (pixels). */
const start = 24;

/**
 * Counts rows that arrive above the view, and announces them. They are shown at once if the list is at its
 * start and no row is selected; otherwise the view stays still. Call it after the virtualizer, whose own
 * correction comes first.
 *
 * @returns the number of new rows above the view that haven't been seen.
 */
export function useArrivals({ rows, scroller, held, fits, keepInView }: ArrivalsInput): number {
  const [unseen, setUnseen] = useState(0);
  const first = useRef<string>(undefined);
  const known = useRef(new Set<string>());
  const atStart = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only rows can arrive
  useLayoutEffect(() => {
    const above = rows.slice(
      0,
      Math.max(
        0,
        rows.findIndex(({ id }) => id === first.current),
      ),
    );
    const arrived = above.filter(({ id }) => !known.current.has(id)).length;
    for (const { id } of rows) known.current.add(id);
    first.current = rows[0]?.id;
    if (arrived > 0) announce(named(arrived));
    // A row that an undo brings back is shown too.
    const shown = atStart.current && (arrived === 0 ? fits() : !held);
    if (above.length > 0 && shown && scroller.current) scroller.current.scrollTop = 0;
    else if (arrived > 0) setUnseen((count) => count + arrived);
    else if (above.length > 0 && atStart.current) keepInView();
  }, [rows, scroller, held]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      atStart.current = element.scrollTop <= start;
      if (atStart.current) setUnseen(0);
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller]);

  return unseen;
}

/** "1 new message", "2 new messages". */
export function named(count: number): string {
  return counted(count, "new message");
}
