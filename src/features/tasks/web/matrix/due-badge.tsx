import { IconCalendarEvent } from "@tabler/icons-react";
import { dueLabel, settledDueLabel } from "../../due-label";
import classes from "./due-badge.module.css";

interface DueBadgeProps {
  /** ISO 8601. */
  dueDate: string;
  now: number;
  /** True for a resolved task: it is never overdue. */
  settled: boolean;
}

/** When a task is due: the specified label, its weekday and date, and the exact time in the tooltip. */
export function DueBadge({ dueDate, now, settled }: DueBadgeProps) {
  const label = settled ? settledDueLabel(dueDate) : dueLabel(dueDate, now);
  return (
    <span className={classes.line}>
      <time className={classes.due} data-tone={label.tone} dateTime={dueDate} title={label.exact}>
        <IconCalendarEvent size={14} aria-hidden />
        {label.text}
      </time>
      <span className={classes.day}>{label.day}</span>
    </span>
  );
}
