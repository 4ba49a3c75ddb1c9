import { useEffect, useRef } from "react";

interface Row {
  id: string;
}

/**
 * Moves the selection when the selected row leaves its list for any reason (deleted, moved, resolved by somebody
 * else): to the next row, or the previous one at the end.
 *
 * @param take - called with the next row, and whether it should take the focus, which the old row had.
 */
export function useHandOver<R extends Row>(
  rows: R[],
  selectedId: string | undefined,
  take: (next: R, focus: boolean) => void,
): void {
  const last = useRef<{ id: string; index: number }>(undefined);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === selectedId);
    if (selectedId !== undefined && index >= 0) {
      last.current = { id: selectedId, index };
      return;
    }
    if (selectedId === undefined || last.current?.id !== selectedId) return;
    const next = rows[last.current.index] ?? rows[last.current.index - 1];
    // An empty list may fill again.
    if (!next) return;
    last.current = undefined;
    take(next, document.activeElement === document.body);
  }, [rows, selectedId, take]);
}
