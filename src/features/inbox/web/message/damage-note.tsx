import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./message-notes.module.css";

/** Says that a message couldn't be read completely, and why. */
export function DamageNote({ problem }: { problem: string | null }) {
  if (!problem) return null;
  return (
    <p className={classes.note} data-tone="warning">
      <IconAlertTriangle size={14} aria-hidden />
      <span className={classes.noteText}>Damaged message: {problem}</span>
    </p>
  );
}
