import type { Quadrant } from "../../quadrants";

/** The selected card of a board. `focus`: the keyboard put it there, so the card takes the focus. */
export interface Selection {
  quadrant: Quadrant;
  id: string;
  focus: boolean;
}

/** The row that takes over when the one at `index` leaves its list: the next, at the end the one before. */
export function nextSelection<Row>(rows: Row[], index: number): Row | undefined {
  return rows[index + 1] ?? rows[index - 1];
}

/** Where an arrow key leads between panels that stand two by two. */
export const beside: Record<
  "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
  Partial<Record<Quadrant, Quadrant>>
> = {
  ArrowLeft: { schedule: "do_first", delete_defer: "delegate" },
  ArrowRight: { do_first: "schedule", delegate: "delete_defer" },
  ArrowUp: { delegate: "do_first", delete_defer: "schedule" },
  ArrowDown: { do_first: "delegate", schedule: "delete_defer" },
};
