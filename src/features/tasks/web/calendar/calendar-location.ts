import { useCallback, useMemo, useState } from "react";
import type { Task } from "../../contract";
import type { RowSelection } from "../list/task-row";
import { addDays, addMonths, type Day, inReach, type Span, sameSpan } from "./calendar-days";
import type { DayCursor } from "./day-grid";

interface ShownCalendar {
  span: Span;
  start: Day;
  today: Day;
  weeks: Day[][];
  tasks: Map<Day, Task[]>;
  show: (span: Span, day: Day) => void;
}

/** Where the reader is: the day under the keys, the open day, and its selected task. */
export function useCalendarLocation({ span, start, today, weeks, tasks, show }: ShownCalendar) {
  const [at, setAt] = useState<DayCursor>();
  const [opened, setOpened] = useState<Day>();
  const [selection, select] = useState<RowSelection>();
  const openDay = weeks.some((week) => week.includes(opened ?? "")) ? opened : undefined;
  const cursor = useMemo<DayCursor>(() => {
    if (at && sameSpan(span, at.day, start)) return at;
    return { day: sameSpan(span, today, start) ? today : start, focus: false };
  }, [at, span, start, today]);

  const reach = useCallback(
    (day: Day, focus: boolean) => {
      setAt({ day, focus });
      if (!sameSpan(span, day, start)) show(span, day);
    },
    [span, start, show],
  );
  const goTo = (day: Day, focus = false) => {
    if (!inReach(day)) return;
    reach(day, focus);
    // An open day stays open, on the next one.
    if (openDay) setOpened(day);
    select(undefined);
  };
  const turn = (by: 1 | -1, focus = false) =>
    goTo(span === "month" ? addMonths(cursor.day, by) : addDays(cursor.day, 7 * by), focus);
  const enter = useCallback(
    (day: Day) => {
      const first = tasks.get(day)?.[0];
      setOpened(day);
      setAt({ day, focus: first === undefined });
      if (!sameSpan(span, day, start)) show(span, day);
      select(first && { id: first.id, focus: true });
    },
    [tasks, span, start, show],
  );
  const leave = () => {
    setOpened(undefined);
    select(undefined);
    if (openDay) setAt({ day: openDay, focus: true });
  };
  const step = (by: 1 | -1) => {
    if (!openDay) return enter(cursor.day);
    const due = tasks.get(openDay) ?? [];
    const index = due.findIndex(({ id }) => id === selection?.id);
    const next = due[index === -1 ? 0 : index + by];
    if (next) select({ id: next.id, focus: true });
  };
  /** Goes with a task to another day. */
  const follow = (task: Task, day: Day) => {
    reach(day, false);
    setOpened(day);
    select({ id: task.id, focus: true });
  };
  return { cursor, openDay, selection, select, setOpened, goTo, turn, enter, leave, step, follow };
}
