import type { Importance, Urgency } from "../triage/contract";

export type Quadrant = "do_first" | "schedule" | "delegate" | "delete_defer";

/** The two axes of the matrix: urgency and importance. */
export interface Axes {
  urgency: Urgency;
  importance: Importance;
}

/** The four quadrants in the order of the keys 1–4 and of the screen, each with its axes. */
export const quadrants: Record<Quadrant, Axes> = {
  do_first: { urgency: "urgent", importance: "important" },
  schedule: { urgency: "not_urgent", importance: "important" },
  delegate: { urgency: "urgent", importance: "not_important" },
  delete_defer: { urgency: "not_urgent", importance: "not_important" },
};

/** Their names in sentences. */
export const quadrantNames: Record<Quadrant, string> = {
  do_first: "Do First",
  schedule: "Schedule",
  delegate: "Delegate",
  delete_defer: "Delete/Defer",
};

export const quadrantOrder = Object.keys(quadrants) as Quadrant[];

/** The quadrant of a task. Source: specification, section 4. */
export function quadrantOf({ urgency, importance }: Axes): Quadrant {
  if (importance === "important") return urgency === "urgent" ? "do_first" : "schedule";
  return urgency === "urgent" ? "delegate" : "delete_defer";
}
