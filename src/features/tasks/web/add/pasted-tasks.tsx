import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { mostNewTasks } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { quadrantTexts } from "../texts";
import classes from "./add-task-dialog.module.css";
import { addTexts } from "./add-texts";

interface PastedTasksProps {
  lines: string[];
  /** Where lines without marks go. */
  quadrant: Quadrant;
  busy: boolean;
  /** What else to say about the lines. */
  note?: string;
  onAdd: () => void;
  onCancel: () => void;
}

/** How many of the pasted lines are shown. */
const shown = 6;

/** Asks whether to add a task for each pasted line. */
export function PastedTasks({ lines, quadrant, busy, note, onAdd, onCancel }: PastedTasksProps) {
  const first = useRef<HTMLButtonElement>(null);
  const rest = lines.length - shown;
  const tooMany = lines.length > mostNewTasks;
  // A busy button can't have the focus, and neither can one that is disabled.
  useEffect(() => {
    if (!busy) first.current?.focus();
  }, [busy]);
  return (
    <div className={classes.form}>
      <ol className={classes.lines}>
        {lines.slice(0, shown).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ol>
      {rest > 0 && <p className={classes.hint}>and {rest.toLocaleString("en-US")} more</p>}
      {tooMany ? (
        <p role="alert" className={classes.error}>
          That's more than {mostNewTasks.toLocaleString("en-US")} lines. Paste fewer at once.
        </p>
      ) : (
        <p className={classes.hint}>
          They go to {quadrantTexts[quadrant].name}, unless a line says otherwise. One undo takes all of them
          back.
        </p>
      )}
      {note && (
        <p role="status" className={classes.hint}>
          {note}
        </p>
      )}
      <div className={classes.actions}>
        <Button ref={tooMany ? first : undefined} variant="default" onClick={onCancel}>
          Back
        </Button>
        <Button ref={tooMany ? undefined : first} disabled={tooMany} loading={busy} onClick={onAdd}>
          {addTexts.addMany(lines.length)}
        </Button>
      </div>
    </div>
  );
}
