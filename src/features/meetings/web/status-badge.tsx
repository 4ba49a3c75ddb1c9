import type { Meeting } from "../contract";
import classes from "./meetings.module.css";
import { statusTexts } from "./texts";

/** The status of a meeting; while transcribing, how far it is. */
export function StatusBadge({ meeting }: { meeting: Meeting }) {
  const { status, seconds, transcribedSeconds } = meeting;
  const percent =
    status === "transcribing" && seconds
      ? ` ${Math.min(99, Math.floor((transcribedSeconds / seconds) * 100))}%`
      : "";
  return (
    <span className={classes.status} data-status={status}>
      {statusTexts[status]}
      {percent}
    </span>
  );
}
