import { IconArchive, IconCalendar, IconFlame, IconUserShare } from "@tabler/icons-react";
import type { Quadrant } from "../../quadrants";

const icons = {
  do_first: IconFlame,
  schedule: IconCalendar,
  delegate: IconUserShare,
  delete_defer: IconArchive,
};

/** The CSS variable of each quadrant's color. It marks things and never colors text. */
export const quadrantColors: Record<Quadrant, string> = {
  do_first: "var(--z-do-first)",
  schedule: "var(--z-schedule)",
  delegate: "var(--z-delegate)",
  delete_defer: "var(--z-delete-defer)",
};

/** A quadrant's icon in its color, always next to its name. */
export function QuadrantIcon({ quadrant, size = 16 }: { quadrant: Quadrant; size?: number }) {
  const Icon = icons[quadrant];
  return <Icon size={size} color={quadrantColors[quadrant]} aria-hidden />;
}
