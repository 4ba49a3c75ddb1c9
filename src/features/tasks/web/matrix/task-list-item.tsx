import { Skeleton } from "@mantine/core";
import type { CSSProperties, Ref } from "react";
import type { MoreRows } from "../../../../web/ui/load-ahead";
import type { Task } from "../../contract";
import { dueMonth } from "../../due-label";
import type { Quadrant } from "../../quadrants";
import type { CardSelection } from "./selection";
import { type CardActions, TaskCard } from "./task-card";
import classes from "./task-list.module.css";

/** From this many tasks on, each month has a heading. */
const longList = 20;

export interface TaskListProps {
  tasks: Task[];
  /** The total number, loaded or not. */
  count: number;
  quadrant: Quadrant;
  selection: CardSelection;
  now: number;
  movable: boolean;
  more: MoreRows;
  actions: CardActions;
}

interface TaskListItemProps extends TaskListProps {
  index: number;
  selected: boolean;
  tabbable: boolean;
  /** Measures the item. */
  ref?: Ref<HTMLLIElement>;
  style?: CSSProperties;
}

/** The card of one task in the list of a quadrant, below the heading of its month if it is the first of it. */
export function TaskListItem({ index, selected, tabbable, ref, style, ...list }: TaskListItemProps) {
  const { tasks, count, quadrant, now, movable, actions } = list;
  const task = tasks[index];
  if (!task) return null;
  const month = count >= longList && monthBefore(tasks, index);
  return (
    <li
      ref={ref}
      data-index={index}
      className={classes.item}
      style={style}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      {month && <h3 className={classes.month}>{month}</h3>}
      <TaskCard id={cardId(task.id)} {...{ selected, tabbable, task, quadrant, now, movable, actions }} />
    </li>
  );
}

/** The month that begins with a task of a list; undefined if it began earlier, or if no task has a date. */
function monthBefore(tasks: Task[], index: number): string | undefined {
  const [before, task] = [tasks[index - 1], tasks[index]];
  if (!before && task?.dueDate === null) return undefined;
  const month = task && dueMonth(task.dueDate);
  return before && dueMonth(before.dueDate) === month ? undefined : month;
}

/** The element id of a task's card. */
export function cardId(taskId: string): string {
  return `task-${taskId}`;
}

/** Mirrors a panel with cards during loading. */
export function CardSkeletons() {
  return (
    <div className={classes.skeletons} aria-hidden>
      {[96, 76, 96].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} height={height} radius={8} />
      ))}
    </div>
  );
}
