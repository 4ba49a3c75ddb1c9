import { IconClock } from "@tabler/icons-react";
import { exactTimeOf, isSnoozed } from "../../../../shared/snooze-times";
import { snoozeTexts } from "../texts";
import classes from "./snoozed-note.module.css";

/** Until when something is snoozed; nothing if it isn't. */
export function SnoozedNote({ of, now }: { of: { snoozedUntil: string | null }; now?: number }) {
  if (of.snoozedUntil === null || !isSnoozed(of, now)) return null;
  return (
    <span className={classes.note} data-snoozed>
      <IconClock size={14} aria-hidden />
      {/* One text, whose first words a list without room for them hides. */}
      <span>
        <span data-lead>{snoozeTexts.until}</span> {exactTimeOf(of.snoozedUntil)}
      </span>
    </span>
  );
}
