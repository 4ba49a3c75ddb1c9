import { memo, useCallback, useLayoutEffect, useRef } from "react";
import { useHandOver } from "../../../../web/ui/hand-over";
import { focusUnlessTyping } from "../../../../web/ui/shortcuts/typing";
import type { Task } from "../../contract";
import { isOverdue } from "../../overdue";
import { quadrantOf } from "../../quadrants";
import { RowMenu } from "../list/row-menu";
import type { RowSelection } from "../list/task-row";
import { Assignee } from "../matrix/assignee";
import { QuadrantIcon } from "../matrix/quadrant-icon";
import { quadrantTexts } from "../texts";
import type { Day } from "./calendar-days";
import { calendarTexts } from "./calendar-texts";
import { timeText } from "./day-grid";
import classes from "./day-tasks.module.css";
import { useDueDrag } from "./due-drag";

/** What the tasks of a day do, as stable functions. */
export interface DueActions {
  select: (selection: RowSelection) => void;
  open: (task: Task) => void;
  showMenu: (task: Task, button: HTMLElement, view: "all" | "assign") => void;
}

interface DayTasksProps {
  day: Day;
  /** What the list is called. */
  label: string;
  tasks: Task[];
  selection: RowSelection | undefined;
  now: number;
  actions: DueActions;
}

/** The tasks of one day. Rows outside the view cost nothing to lay out, so hundreds stay fast. */
export function DayTasks({ day, label, tasks, selection, now, actions }: DayTasksProps) {
  const focused = useRef<RowSelection>(undefined);
  const at = tasks.findIndex(({ id }) => id === selection?.id);
  useHandOver(
    tasks,
    selection?.id,
    useCallback(({ id }, focus) => actions.select({ id, focus }), [actions]),
  );
  useLayoutEffect(() => {
    if (!selection?.focus || at < 0 || focused.current === selection) return;
    focused.current = selection;
    focusUnlessTyping(document.getElementById(dueRowId(selection.id)));
  }, [selection, at]);
  return (
    <ul className={classes.tasks} aria-label={label}>
      {tasks.map((task, index) => (
        <DueRow
          key={task.id}
          selected={index === at}
          tabbable={index === Math.max(at, 0)}
          {...{ task, day, now, actions }}
        />
      ))}
    </ul>
  );
}

interface DueRowProps {
  task: Task;
  day: Day;
  now: number;
  selected: boolean;
  tabbable: boolean;
  actions: DueActions;
}

const DueRow = memo(function DueRow({ task, day, now, selected, tabbable, actions }: DueRowProps) {
  const element = useDueDrag<HTMLLIElement>(task, day);
  const quadrant = quadrantOf(task);
  const overdue = task.status !== "resolved" && isOverdue(task.dueDate, now);
  const open = () => {
    actions.select({ id: task.id, focus: false });
    actions.open(task);
  };
  return (
    <li ref={element} className={classes.row} data-selected={selected || undefined}>
      {/* Firefox doesn't start drags from a real button. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        id={dueRowId(task.id)}
        role="button"
        tabIndex={tabbable ? 0 : -1}
        className={classes.task}
        data-settled={task.status === "resolved" || undefined}
        onClick={open}
        onFocus={() => !selected && actions.select({ id: task.id, focus: false })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          open();
        }}
      >
        <span className={classes.title} dir="auto">
          {task.title}
        </span>
        <span className={classes.meta}>
          <span className={classes.time} data-overdue={overdue || undefined}>
            {timeText(task)}
            {overdue && `, ${calendarTexts.overdue}`}
          </span>
          <span className={classes.quadrant}>
            <QuadrantIcon quadrant={quadrant} size={14} />
            {quadrantTexts[quadrant].name}
          </span>
          <Assignee task={task} />
        </span>
      </div>
      <RowMenu task={task} tabbable={tabbable} onOpen={actions.showMenu} />
    </li>
  );
});

function dueRowId(taskId: string): string {
  return `due-${taskId}`;
}
