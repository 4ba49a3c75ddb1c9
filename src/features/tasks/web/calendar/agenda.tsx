import { Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Late } from "../../../../web/ui/feedback/late";
import type { Task } from "../../contract";
import type { RowSelection } from "../list/task-row";
import { type Day, dayText } from "./calendar-days";
import { calendarTexts } from "./calendar-texts";
import { DayTasks, type DueActions } from "./day-tasks";
import classes from "./day-tasks.module.css";

/** The most tasks of a day that isn't open. */
const mostShown = 3;

interface AgendaProps {
  /** The days of the month or week. */
  days: Day[];
  today: Day;
  tasks: Map<Day, Task[]>;
  openDay: Day | undefined;
  selection: RowSelection | undefined;
  now: number;
  waiting: boolean;
  /** More tasks are on their way. */
  loading: boolean;
  actions: DueActions;
  /** Opens a day, or closes it (undefined). */
  onOpenDay: (day: Day | undefined) => void;
}

/** The days that have tasks, one below the other, and today; for phones. */
export function Agenda(props: AgendaProps) {
  const { days, today, tasks, openDay, selection, now, waiting, loading, actions, onOpenDay } = props;
  const here = useRef<HTMLElement>(null);
  const start = days[0];
  /** The month or week in which the reader has been somewhere since. */
  const moved = useRef<Day>(undefined);
  const leaveToday = () => {
    moved.current = start;
  };
  const arrived = loading && tasks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every month, while days before today get tasks
  useEffect(() => {
    if (moved.current !== start) here.current?.scrollIntoView({ block: "start" });
  }, [start, waiting, arrived]);
  if (waiting)
    return (
      <Late>
        <div className={classes.skeletons} aria-hidden>
          <Skeleton height={56} radius={8} />
          <Skeleton height={56} radius={8} />
          <Skeleton height={56} radius={8} />
        </div>
      </Late>
    );
  return (
    <div
      className={classes.agenda}
      onPointerDown={leaveToday}
      onWheel={leaveToday}
      onKeyDown={leaveToday}
      role="none"
    >
      {days.map((day) => {
        const due = tasks.get(day) ?? [];
        if (due.length === 0 && day !== today) return null;
        const name = dayText(day, { weekday: "long", month: "long", day: "numeric" });
        const opened = day === openDay;
        const hidden = due.length - mostShown;
        return (
          <section key={day} ref={day === today ? here : null} aria-label={name}>
            <h3 className={classes.agendaDay} aria-current={day === today ? "date" : undefined}>
              {name}
              {day === today && <span className={classes.todayMark}>{calendarTexts.today}</span>}
              {(due.length > 0 || !loading) && (
                <span className={classes.agendaCount}>{calendarTexts.count(due.length)}</span>
              )}
            </h3>
            {due.length > 0 ? (
              <DayTasks
                label={name}
                tasks={opened ? due : due.slice(0, mostShown)}
                {...{ day, selection, now, actions }}
              />
            ) : (
              !loading && <p className={classes.emptyDay}>{calendarTexts.emptyDay}</p>
            )}
            {hidden > 0 && (
              <button
                type="button"
                className={classes.moreDay}
                aria-expanded={opened}
                aria-label={opened ? undefined : calendarTexts.moreOf(hidden, name)}
                onClick={() => onOpenDay(opened ? undefined : day)}
              >
                {opened ? calendarTexts.fewer : calendarTexts.more(hidden)}
              </button>
            )}
          </section>
        );
      })}
    </div>
  );
}
