import { type CSSProperties, type MouseEvent, memo } from "react";
import { cutText } from "../../../../shared/cut-text";
import type { Task } from "../../contract";
import { quadrantOf } from "../../quadrants";
import { Assignee } from "../matrix/assignee";
import { DueBadge } from "../matrix/due-badge";
import { QuadrantIcon } from "../matrix/quadrant-icon";
import { menuButtonId } from "../matrix/task-card";
import { SnoozedNote } from "../snooze/snoozed-note";
import { statusNames } from "../task/choices";
import { quadrantTexts } from "../texts";
import { listTexts } from "./list-texts";
import { RowMenu } from "./row-menu";
import classes from "./task-table.module.css";

/** The selected row. `focus`: the keyboard selected it, so the row takes the focus. */
export interface RowSelection {
  id: string;
  focus: boolean;
}

/** What a row does, as stable functions so that rows rerender only when they change. */
export interface RowActions {
  /** The pointer or Tab has come to the row. */
  select: (id: string) => void;
  open: (task: Task) => void;
  toggle: (task: Task) => void;
  /** Chooses everything from the selected row to this one. */
  toggleRange: (task: Task) => void;
  showMenu: (task: Task, button: HTMLElement, view: "all" | "assign") => void;
}

interface TaskRowProps {
  task: Task;
  /** Its number in the whole list, from 1. */
  number: number;
  now: number;
  style: CSSProperties;
  selected: boolean;
  chosen: boolean;
  tabbable: boolean;
  actions: RowActions;
}

/** One task of the list. A click opens it; with Ctrl or Shift, it chooses. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, number, now, style, selected, chosen, tabbable, actions } = props;
  const quadrant = quadrantOf(task);
  const resolved = task.status === "resolved";
  const press = (event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest("button, label")) return;
    actions.select(task.id);
    const button = document.getElementById(menuButtonId(task.id));
    if (event.shiftKey) actions.toggleRange(task);
    else if (event.ctrlKey || event.metaKey) actions.toggle(task);
    else if (button && target.closest("[data-assign]")) actions.showMenu(task, button, "assign");
    else actions.open(task);
  };
  return (
    // Enter and Space are keys of the whole list.
    <tr
      id={rowId(task.id)}
      className={classes.row}
      style={style}
      aria-rowindex={number + 1}
      aria-selected={chosen}
      tabIndex={tabbable ? 0 : -1}
      data-selected={selected || undefined}
      data-chosen={chosen || undefined}
      data-settled={resolved || undefined}
      onClick={press}
      onFocus={() => actions.select(task.id)}
    >
      <td className={classes.check}>
        <label>
          <input
            type="checkbox"
            tabIndex={tabbable ? 0 : -1}
            aria-label={listTexts.choose(cutText(task.title, 60))}
            checked={chosen}
            onChange={() => actions.toggle(task)}
          />
        </label>
      </td>
      <td className={classes.title} dir="auto" title={task.title}>
        {task.title}
      </td>
      <td className={classes.quadrant} title={quadrantTexts[quadrant].name}>
        <QuadrantIcon quadrant={quadrant} />
        <span>{quadrantTexts[quadrant].name}</span>
      </td>
      <td className={classes.assignee}>
        <Assignee task={task} />
      </td>
      <td className={classes.due}>
        {task.dueDate && <DueBadge dueDate={task.dueDate} now={now} settled={resolved} />}
        <SnoozedNote of={task} now={now} />
      </td>
      <td className={classes.status}>{statusNames[task.status]}</td>
      <td className={classes.created}>{shortDate.format(Date.parse(task.createdAt))}</td>
      <td className={classes.menu}>
        <RowMenu task={task} tabbable={tabbable} onOpen={actions.showMenu} />
      </td>
    </tr>
  );
});

const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

/** The element id of a task's row. */
export function rowId(taskId: string): string {
  return `row-${taskId}`;
}
