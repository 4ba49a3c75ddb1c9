import { Skeleton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useHandOver } from "../../../../web/ui/hand-over";
import { type MoreRows, useLoadAhead, useRangeKeeping } from "../../../../web/ui/virtual-rows";
import type { Task } from "../../contract";
import { dueMonth } from "../../due-label";
import type { Quadrant } from "../../quadrants";
import type { Selection } from "./selection";
import { type CardActions, TaskCard } from "./task-card";
import classes from "./task-list.module.css";

/** Height of a typical card with its gap (pixels), until it is measured. */
const usualHeight = 104;
/** From this many tasks on, each month has a heading. */
const longList = 20;
/** The next page loads this many rows before the end. */
const loadAhead = 25;

interface TaskListProps {
  tasks: Task[];
  /** The total number, loaded or not. */
  count: number;
  quadrant: Quadrant;
  selection: Selection | undefined;
  now: number;
  movable: boolean;
  more: MoreRows;
  actions: CardActions;
}

/** The cards of one quadrant. Only those near the view are rendered. */
export function TaskList({ tasks, count, quadrant, selection, now, movable, more, actions }: TaskListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = selection ? tasks.findIndex(({ id }) => id === selection.id) : -1;
  const rangeExtractor = useRangeKeeping(selectedIndex);
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    rangeExtractor,
    overscan: 3,
    paddingStart: 2,
  });
  const items = virtualizer.getVirtualItems();
  useHandOver(
    tasks,
    selection?.id,
    useCallback(({ id }, focus) => actions.select(quadrant, id, focus), [actions, quadrant]),
  );
  const tabbable = selectedIndex >= 0 ? selectedIndex : items[0]?.index;

  useLoadAhead(items.at(-1)?.index ?? 0, tasks.length, loadAhead, more);

  // Each selection scrolls once, when its card is in the list, and not on every later change.
  const scrolledTo = useRef<Selection>(undefined);
  useLayoutEffect(() => {
    if (!selection || selectedIndex < 0 || scrolledTo.current === selection) return;
    scrolledTo.current = selection;
    virtualizer.scrollToIndex(selectedIndex);
    if (selection.focus) document.getElementById(cardId(selection.id))?.focus({ preventScroll: true });
  }, [selection, selectedIndex, virtualizer]);

  return (
    <div className={classes.scroller} ref={scroller}>
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const task = tasks[item.index];
          if (!task) return null;
          const month = count >= longList && monthBefore(tasks, item.index);
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.item}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={count}
              aria-posinset={item.index + 1}
            >
              {month && <h3 className={classes.month}>{month}</h3>}
              <TaskCard
                id={cardId(task.id)}
                selected={item.index === selectedIndex}
                tabbable={item.index === tabbable}
                {...{ task, quadrant, now, movable, actions }}
              />
            </li>
          );
        })}
      </ul>
    </div>
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
