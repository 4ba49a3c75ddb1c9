import { IconClock } from "@tabler/icons-react";
import { exactTimeOf, isSnoozed } from "../../../../shared/snooze-times";
import { snoozeTexts } from "../texts";
import classes from "./snoozed-note.module.css";

/** Until when something is snoozed; nothing if it isn't. */
export function SnoozedNote({ of, now }: { of: { snoozedUntil: string | null }; now?: number }) {
  if (of.snoozedUntil === null || !isSnoozed(of, now)) return null;
  return (
    <span className={classes.note}>
      <IconClock size={14} aria-hidden />
      {snoozeTexts.until(exactTimeOf(of.snoozedUntil))}
    </span>
  );
}
