import type { SelectionStore } from "../../../../web/selection-store";
import type { Quadrant } from "../../quadrants";

/** The selected card of a board. `focus`: the keyboard selected it, so the card takes the focus. */
export interface Selection {
  quadrant: Quadrant;
  id: string;
  focus: boolean;
}

/** Which card of a board is selected. */
export type CardSelection = SelectionStore<Selection>;

/** The row to select when the one at `index` leaves its list: the next, or the previous at the end. */
export function nextSelection<Row>(rows: Row[], index: number): Row | undefined {
  return rows[index + 1] ?? rows[index - 1];
}

/** Where an arrow key leads in a grid of two by two panels. */
export const beside: Record<
  "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
  Partial<Record<Quadrant, Quadrant>>
> = {
  ArrowLeft: { schedule: "do_first", delete_defer: "delegate" },
  ArrowRight: { do_first: "schedule", delegate: "delete_defer" },
  ArrowUp: { delegate: "do_first", delete_defer: "schedule" },
  ArrowDown: { do_first: "delegate", schedule: "delete_defer" },
};
