import { useEffect, useRef } from "react";

interface Row {
  id: string;
}

/**
 * Moves the selection when the selected row leaves its list for any reason (deleted, moved, resolved by somebody
 * else, together with others): to the next row that stays, or the previous one at the end.
 *
 * @param take - called with the next row, and whether it should take the focus, which the old row had.
 */
export function useHandOver<R extends Row>(
  rows: R[],
  selectedId: string | undefined,
  take: (next: R, focus: boolean) => void,
): void {
  const last = useRef<{ id: string; index: number; rows: R[] }>(undefined);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === selectedId);
    if (selectedId !== undefined && index >= 0) {
      last.current = { id: selectedId, index, rows };
      return;
    }
    if (selectedId === undefined || last.current?.id !== selectedId) return;
    const next = nextOf(last.current.rows, last.current.index, rows);
    // An empty list may fill again.
    if (!next) return;
    last.current = undefined;
    take(next, document.activeElement === document.body);
  }, [rows, selectedId, take]);
}

/** The row that follows the one at `index` of the old list, as it is in the new one. */
function nextOf<R extends Row>(before: R[], index: number, rows: R[]): R | undefined {
  const staying = new Map(rows.map((row) => [row.id, row]));
  const stays = ({ id }: R): boolean => staying.has(id);
  const next = before.slice(index + 1).find(stays) ?? before.slice(0, index).findLast(stays);
  return next ? staying.get(next.id) : (rows[index] ?? rows.at(-1));
}
