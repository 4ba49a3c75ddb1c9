import { useEffect, useRef } from "react";

interface Row {
  id: string;
}

/**
 * Hands the selection on when the selected row leaves its list for whatever reason (deleted, moved, resolved by
 * somebody else): to the row that took its place, at the end to the one before.
 *
 * @param take - given the heir, and whether the focus was lost with the row and should go to it.
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
    // An empty list may be on its way to be filled again.
    if (!next) return;
    last.current = undefined;
    take(next, document.activeElement === document.body);
  }, [rows, selectedId, take]);
}
