import classes from "./recorder.module.css";
import type { RecordingFacts } from "./recorder-store";

/** What keeps sound from the server, and how much of it this browser has. */
export function Trouble({ trouble, waiting }: Pick<RecordingFacts, "trouble" | "waiting">) {
  if (!trouble) return null;
  return (
    <p className={classes.trouble} role="alert">
      {trouble}
      {waiting > 0 && ` ${waiting} s are kept in this browser until then.`}
    </p>
  );
}
