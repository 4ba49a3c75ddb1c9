import { IconArrowsUp, IconCalendarEvent, IconFlag, IconHash, IconUser, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./add-task-dialog.module.css";
import { partName } from "./part-name";
import type { LinePart } from "./task-line";

interface LineChipsProps {
  parts: LinePart[];
  /** Reads a part as plain words instead. */
  onRemove: (part: LinePart) => void;
}

/** What a line means besides its title; a press on a chip makes it plain words again. */
export function LineChips({ parts, onRemove }: LineChipsProps) {
  const now = new Date();
  return (
    <ul className={classes.parts} aria-label="Read from the line" aria-live="polite">
      {parts.map((part) => (
        <li key={part.kind}>
          <button
            type="button"
            className={classes.part}
            aria-label={`${partName(part, now)}: keep “${part.text}” as text`}
            title={`Keep “${part.text}” as text`}
            onClick={() => onRemove(part)}
          >
            {icons[part.kind]}
            <span>{partName(part, now)}</span>
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
