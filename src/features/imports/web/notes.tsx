import type { Import } from "../contract";
import classes from "./import-screen.module.css";

/** What was taken for granted and what was left out, so that nobody has to guess. */
export function Notes({ of: { notes } }: { of: Import }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes} aria-label="How the files were read">
      {notes.map((note) => (
        <li key={note} dir="auto">
          {note}
        </li>
      ))}
    </ul>
  );
}
