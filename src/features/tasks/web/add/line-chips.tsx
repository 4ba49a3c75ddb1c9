import { IconArrowsUp, IconCalendarEvent, IconFlag, IconHash, IconUser, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Rule, readRule, ruleInWords } from "../../../../shared/recurrence-rule";
import { exactTimeOf } from "../../../../shared/snooze-times";
import { personName } from "../../../auth/web/person-name";
import classes from "./add-task-dialog.module.css";
import type { LinePart } from "./task-line";

interface LineChipsProps {
  parts: LinePart[];
  /** Reads a part as plain words instead. */
  onRemove: (part: LinePart) => void;
}

/** What a line means besides its title; a press on a chip makes it plain words again. */
export function LineChips({ parts, onRemove }: LineChipsProps) {
  return (
    <ul className={classes.parts} aria-label="Read from the line" aria-live="polite">
      {parts.map((part) => (
        <li key={part.kind}>
          <button
            type="button"
            className={classes.part}
            aria-label={`${nameOf(part)}: keep “${part.text}” as text`}
            title={`Keep “${part.text}” as text`}
            onClick={() => onRemove(part)}
          >
            {icons[part.kind]}
            <span>{nameOf(part)}</span>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

const icons: Record<LinePart["kind"], ReactNode> = {
  both: <IconArrowsUp size={16} aria-hidden />,
  urgent: <IconArrowsUp size={16} aria-hidden />,
  important: <IconFlag size={16} aria-hidden />,
  due: <IconCalendarEvent size={16} aria-hidden />,
  start: <IconCalendarEvent size={16} aria-hidden />,
  assignee: <IconUser size={16} aria-hidden />,
  area: <IconHash size={16} aria-hidden />,
};

/** "Sun, Jan 31, 2027": the hour is the recurrence's. */
const dayOf = (at: Date): string =>
  at.toLocaleDateString("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric" });

function nameOf(part: LinePart): string {
  switch (part.kind) {
    case "both":
      return "Urgent and important";
    case "urgent":
      return "Urgent";
    case "important":
      return "Important";
    case "due":
      return part.rule ? ruleInWords(readRule(part.rule) as Rule) : exactTimeOf(part.due);
    case "start":
      return `From ${dayOf(part.due)}`;
    case "assignee":
      return personName(part.person);
    case "area":
      return part.area.name;
  }
}
