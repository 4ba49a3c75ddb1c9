import { IconCheck } from "@tabler/icons-react";
import classes from "./row-check.module.css";

interface RowCheckProps {
  /** The row's element id; its title names the box. */
  id: string;
  checked: boolean;
  /** Boxes stay visible while anything is chosen. */
  active: boolean;
  tabIndex: number;
  onToggle: () => void;
}

/** The box of a row, over its channel while the pointer is on it. */
export function RowCheck({ id, checked, active, tabIndex, onToggle }: RowCheckProps) {
  return (
    <button
      type="button"
      aria-pressed={checked}
      aria-label="Choose"
      aria-describedby={`${id}-title`}
      tabIndex={tabIndex}
      className={classes.check}
      data-active={active || undefined}
      onClick={onToggle}
    >
      <span className={classes.box}>{checked && <IconCheck size={14} stroke={3} aria-hidden />}</span>
    </button>
  );
}
