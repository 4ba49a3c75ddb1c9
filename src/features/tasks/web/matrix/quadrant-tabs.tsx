import type { CSSProperties, KeyboardEvent } from "react";
import type { TaskCounts } from "../../contract";
import { type Quadrant, quadrantOrder } from "../../quadrants";
import { quadrantTexts } from "../texts";
import classes from "./matrix-screen.module.css";
import { QuadrantIcon, quadrantColors } from "./quadrant-icon";

interface QuadrantTabsProps {
  value: Quadrant;
  counts: TaskCounts | undefined;
  onChange: (quadrant: Quadrant) => void;
}

/** The quadrants as tabs with their counts, for narrow screens. */
export function QuadrantTabs({ value, counts, onChange }: QuadrantTabsProps) {
  return (
    <div
      role="tablist"
      aria-label="Quadrants"
      className={classes.tabs}
      onKeyDown={(event) => step(event, value, onChange)}
    >
      {quadrantOrder.map((quadrant) => (
        <button
          key={quadrant}
          id={`tab-${quadrant}`}
          type="button"
          role="tab"
          className={classes.tab}
          style={{ "--quadrant": quadrantColors[quadrant] } as CSSProperties}
          aria-selected={quadrant === value}
          aria-controls="quadrant-tab-panel"
          tabIndex={quadrant === value ? 0 : -1}
          onClick={() => onChange(quadrant)}
        >
          <span className={classes.sign}>
            <QuadrantIcon quadrant={quadrant} />
            {counts?.[quadrant].toLocaleString("en-US")}
          </span>
          {quadrantTexts[quadrant].name}
        </button>
      ))}
    </div>
  );
}

function step(event: KeyboardEvent, value: Quadrant, onChange: (quadrant: Quadrant) => void) {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const next = quadrantOrder.at((quadrantOrder.indexOf(value) + by) % quadrantOrder.length) ?? value;
  onChange(next);
  document.getElementById(`tab-${next}`)?.focus();
}
