import { IconX } from "@tabler/icons-react";
import { IconButton } from "../../../../web/ui/icon-button";
import type { Task } from "../../contract";
import type { RowSelection } from "../list/task-row";
import { type Day, dayText } from "./calendar-days";
import { calendarTexts } from "./calendar-texts";
import { DayTasks, type DueActions } from "./day-tasks";
import classes from "./day-tasks.module.css";

interface DayPanelProps {
  day: Day;
  tasks: Task[];
  selection: RowSelection | undefined;
  now: number;
  actions: DueActions;
  onClose: () => void;
}

/** The whole list of an open day, beside the grid or below it. */
export function DayPanel({ day, tasks, selection, now, actions, onClose }: DayPanelProps) {
  const name = dayText(day, { dateStyle: "full" });
  return (
    <section className={classes.panel} aria-label={name}>
      <header className={classes.panelHead}>
        <div>
          <h3 className={classes.panelName}>{name}</h3>
          <p className={classes.panelCount}>{calendarTexts.count(tasks.length)}</p>
        </div>
        <IconButton label={calendarTexts.closeDay} title={calendarTexts.closeDay} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
      {tasks.length > 0 ? (
        <DayTasks key={day} label={name} {...{ day, tasks, selection, now, actions }} />
      ) : (
        <p className={classes.emptyDay}>{calendarTexts.emptyDay}</p>
      )}
    </section>
  );
}
