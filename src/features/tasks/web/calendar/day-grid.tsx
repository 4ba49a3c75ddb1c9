import { type CSSProperties, memo, useLayoutEffect, useRef } from "react";
import type { Task } from "../../contract";
import { quadrantOf } from "../../quadrants";
import { useByFinger } from "../by-finger";
import { quadrantColors } from "../matrix/quadrant-icon";
import { quadrantTexts } from "../texts";
import { type Day, dayText, type Span, sameSpan } from "./calendar-days";
import { calendarTexts } from "./calendar-texts";
import { useDayDrop, useDueDrag } from "./due-drag";
import classes from "./task-calendar.module.css";

/** The most tasks that a day shows. A week has room for more; what a finger hits needs more room. */
const mostShown: Record<Span, number> = { month: 3, week: 10 };
const mostByFinger: Record<Span, number> = { month: 2, week: 6 };

/** The day that the keys are on. `focus`: a key chose it, so its cell takes the focus. */
export interface DayCursor {
  day: Day;
  focus: boolean;
}

/** What a day does, as stable functions so that days rerender only when they change. */
export interface DayActions {
  openDay: (day: Day) => void;
  open: (task: Task) => void;
  move: (task: Task, to: Day) => void;
}

interface DayGridProps {
  weeks: Day[][];
  span: Span;
  start: Day;
  today: Day;
  tasks: Map<Day, Task[]>;
  cursor: DayCursor;
  openDay: Day | undefined;
  busy: boolean;
  /** Nothing has been loaded yet. */
  waiting: boolean;
  actions: DayActions;
}

const none: Task[] = [];

/** The days of a month or week as a grid, one of them reachable with Tab, each with its first tasks. */
export function DayGrid(props: DayGridProps) {
  const { weeks, span, start, today, tasks, cursor, openDay, busy, waiting, actions } = props;
  const byFinger = useByFinger();
  const most = (byFinger ? mostByFinger : mostShown)[span];
  const focused = useRef<DayCursor>(undefined);
  // Without dependencies, because the month of the day may come a moment after it.
  useLayoutEffect(() => {
    if (!cursor.focus || focused.current === cursor) return;
    const cell = document.getElementById(dayId(cursor.day));
    if (!cell) return;
    focused.current = cursor;
    cell.focus();
  });
  const scroller = useRef<HTMLDivElement>(null);
  // A month of six weeks is higher than most windows, and today may be in the last one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded may have a line above the days
  useLayoutEffect(() => {
    if (weeks.flat().includes(today)) showDay(today);
    else scroller.current?.scrollTo({ top: 0 });
  }, [weeks, today, waiting]);
  useLayoutEffect(() => {
    if (cursor.day === today) showDay(today);
  }, [cursor, today]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its days can be opened
        role="grid"
        className={classes.grid}
        aria-label={calendarTexts.label}
        aria-busy={busy}
        data-waiting={waiting || undefined}
        data-span={span}
        data-two-lines={span === "week" || byFinger || undefined}
      >
        <thead className={classes.block}>
          <tr className={classes.week}>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className={classes.weekday} abbr={dayText(day, { weekday: "long" })}>
                <span aria-hidden>{dayText(day, { weekday: "short" })}</span>
                <span className="z-visually-hidden">{dayText(day, { weekday: "long" })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.weeks}>
          {weeks.map((week) => (
            <tr key={week[0]} className={classes.week}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  tasks={tasks.get(day) ?? none}
                  most={most}
                  today={day === today}
                  outside={!sameSpan(span, day, start)}
                  opened={day === openDay}
                  tabbable={day === cursor.day}
                  actions={actions}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps {
  day: Day;
  tasks: Task[];
  most: number;
  today: boolean;
  /** It belongs to the month before or after. */
  outside: boolean;
  opened: boolean;
  tabbable: boolean;
  actions: DayActions;
}

const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, tasks, most, today, outside, opened, tabbable, actions } = props;
  const { element, over } = useDayDrop(day, actions.move);
  const name = dayText(day, { dateStyle: "full" });
  const hidden = tasks.length - most;
  const first = day.endsWith("-01");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is a key of the whole calendar
    <td
      ref={element}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a cell of a grid
      role="gridcell"
      id={dayId(day)}
      className={classes.day}
      aria-current={today ? "date" : undefined}
      aria-selected={opened}
      tabIndex={tabbable ? 0 : -1}
      data-outside={outside || undefined}
      data-over={over || undefined}
      onClick={() => actions.openDay(day)}
    >
      <span className="z-visually-hidden">
        {[name, today && calendarTexts.today, calendarTexts.count(tasks.length)].filter(Boolean).join(", ")}
      </span>
      <span className={classes.number} data-today={today || undefined} aria-hidden>
        {dayText(day, first ? { month: "short", day: "numeric" } : { day: "numeric" })}
      </span>
      {tasks.slice(0, most).map((task) => (
        <DueChip key={task.id} task={task} day={day} open={actions.open} />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          className={classes.more}
          tabIndex={-1}
          aria-label={calendarTexts.moreOf(hidden, name)}
          onClick={(event) => {
            event.stopPropagation();
            actions.openDay(day);
          }}
        >
          {calendarTexts.more(hidden)}
        </button>
      )}
    </td>
  );
});

/** One task of a day: a click opens it, dragging moves it. With the keyboard, it is in the open day. */
function DueChip({ task, day, open }: { task: Task; day: Day; open: (task: Task) => void }) {
  const element = useDueDrag<HTMLDivElement>(task, day);
  const quadrant = quadrantOf(task);
  const time = timeText(task);
  return (
    // Firefox doesn't start drags from a real button.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      ref={element}
      role="button"
      tabIndex={-1}
      className={classes.chip}
      style={{ "--quadrant": quadrantColors[quadrant] } as CSSProperties}
      data-settled={task.status === "resolved" || undefined}
      title={`${task.title}\n${time} · ${quadrantTexts[quadrant].name}`}
      onClick={(event) => {
        event.stopPropagation();
        open(task);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open(task);
      }}
    >
      <span className={classes.chipTime}>{time} </span>
      <span className={classes.chipTitle} dir="auto">
        {task.title}
      </span>
    </div>
  );
}

const timeFormat = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });

/** The time of day at which a task is due. */
export function timeText({ dueDate }: Task): string {
  return dueDate === null ? "" : timeFormat.format(Date.parse(dueDate));
}

const showDay = (day: Day): void => document.getElementById(dayId(day))?.scrollIntoView({ block: "nearest" });

/** The element id of a day's cell. */
export function dayId(day: Day): string {
  return `day-${day}`;
}
