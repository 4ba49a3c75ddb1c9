import type { Import } from "../contract";
import classes from "./import-screen.module.css";

/** Shows assumptions and omissions. */
export function ReadingNotes({ of: { notes } }: { of: Import }) {
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
