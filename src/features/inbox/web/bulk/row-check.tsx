import { IconCheck } from "@tabler/icons-react";
import { memo } from "react";
import type { Message } from "../../contract";
import classes from "./row-check.module.css";

interface RowCheckProps {
  message: Message;
  /** The row's element id; its title names the box. */
  id: string;
  checked: boolean;
  tabIndex: number;
  onToggle: (message: Message) => void;
}

/** The box of a row, over its channel while the pointer is on it, or while anything in the list is chosen. */
export const RowCheck = memo(function RowCheck(props: RowCheckProps) {
  const { message, id, checked, tabIndex, onToggle } = props;
  return (
    <button
      type="button"
      aria-pressed={checked}
      aria-label="Choose"
      aria-describedby={`${id}-title`}
      tabIndex={tabIndex}
      className={classes.check}
      onClick={() => onToggle(message)}
    >
      <span className={classes.box}>{checked && <IconCheck size={14} stroke={3} aria-hidden />}</span>
    </button>
  );
});
