import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilterOff } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import { dayIn } from "../../../../shared/local-time";
import { rowsOf } from "../../../../web/paged-list";
import { announce } from "../../../../web/ui/feedback/announce";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { phone } from "../../../../web/ui/phone";
import { useNow } from "../../../../web/ui/relative-time";
import textButton from "../../../../web/ui/styles/text-button.module.css";
import type { Task } from "../../contract";
import { DueDialog } from "../list/due-dialog";
import { listTexts } from "../list/list-texts";
import { useSingleChanges } from "../list/single-changes";
import { useTaskDialogs } from "../matrix/task-dialogs";
import type { SourceViews } from "../source-views";
import { type BoardFilter, isNarrowed, widened } from "../task-cache";
import { taskTexts } from "../texts";
import { Agenda } from "./agenda";
import {
  addDays,
  boundsOf,
  type Day,
  dayText,
  dueOn,
  inReach,
  sameSpan,
  spanText,
  tasksByDay,
  weeksOf,
} from "./calendar-days";
import { CalendarHead } from "./calendar-head";
import { useCalendarKeys } from "./calendar-keys";
import { useCalendarLocation } from "./calendar-location";
import { useDueTasks, useUndatedCount } from "./calendar-queries";
import { calendarTexts } from "./calendar-texts";
import { useCalendarUrl } from "./calendar-url";
import { DayGrid } from "./day-grid";
import { DayPanel } from "./day-panel";
import type { DueActions } from "./day-tasks";
import classes from "./task-calendar.module.css";

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface TaskCalendarProps {
  teamId: string;
  source: SourceViews;
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
  /** Opens a task's details. */
  open: (taskId: string) => void;
  /** Shows the list instead. */
  onList: () => void;
}

/** The team's tasks on the days they are due, by month or week in the reader's time zone; on phones, as an agenda. */
export function TaskCalendar({ teamId, source, filter, setFilter, open, onList }: TaskCalendarProps) {
  const now = useNow(30_000);
  const today = dayIn(timeZone, new Date(now));
  const { span, start, show } = useCalendarUrl(today);
  const weeks = useMemo(() => weeksOf(span, start), [span, start]);
  const query = useDueTasks(
    teamId,
    useMemo(() => ({ ...filter, ...boundsOf(weeks, timeZone) }), [filter, weeks]),
  );
  const rows = useMemo(() => rowsOf(query.data), [query.data]);
  const tasks = useMemo(() => tasksByDay(rows, timeZone), [rows]);
  const onPhone = useMediaQuery(phone, matchMedia(phone).matches, { getInitialValueInEffect: false });
  const days = useMemo(() => weeks.flat().filter((day) => sameSpan(span, day, start)), [weeks, span, start]);
  const location = useCalendarLocation({ span, start, today, weeks, tasks, show });
  const { cursor, openDay, selection, select } = location;
  const selected = rows.find(({ id }) => id === selection?.id);
  const [askingDue, setAskingDue] = useState(false);
  const single = useSingleChanges(teamId);
  const { setDue } = single;
  const dialogs = useTaskDialogs({ source, ...single });
  const showMenu = dialogs.menu;

  const move = useCallback(
    (task: Task, to: Day) => {
      if (task.dueDate === null) return;
      setDue({ task, dueDate: dueOn(to, task.dueDate, timeZone) });
      announce(calendarTexts.moved(task.title, dayText(to, { dateStyle: "full" })));
    },
    [setDue],
  );
  const openTask = useCallback((task: Task) => open(task.id), [open]);
  const dayActions = useMemo(
    () => ({ openDay: location.enter, open: openTask, move }),
    [location.enter, openTask, move],
  );
  const dueActions = useMemo<DueActions>(
    () => ({
      select,
      open: openTask,
      showMenu: (task, button, view) => showMenu({ task, button, view }),
    }),
    [select, openTask, showMenu],
  );

  useCalendarKeys({
    selected,
    dayOpen: openDay !== undefined,
    onDays: (count) => location.goTo(addDays(cursor.day, count), true),
    onTurn: (by) => location.turn(by, true),
    onToday: () => location.goTo(today, true),
    onOpenDay: () => location.enter(cursor.day),
    onCloseDay: location.leave,
    onStep: location.step,
    onShift(task, count) {
      const to = addDays(openDay ?? cursor.day, count);
      if (!inReach(to)) return;
      move(task, to);
      location.follow(task, to);
    },
    onWhy: dialogs.why,
    onMove: single.move,
    onResolve: single.check,
    onAssign: dialogs.assign,
    onSnooze: dialogs.snooze,
    onDue: () => selected && setAskingDue(true),
  });

  const waiting = query.data === undefined;
  const empty = !waiting && !query.hasNextPage && !days.some((day) => tasks.has(day));
  return (
    <section className={classes.frame} aria-label={calendarTexts.label}>
      <CalendarHead
        {...{ span, start }}
        loading={waiting && !query.error}
        onSpan={(next) => show(next, cursor.day)}
        onTurn={location.turn}
        onToday={() => location.goTo(today)}
      />
      {query.error && (
        <QueryView query={{ ...query, data: query.data && rows }} failure={taskTexts.failedToFetch}>
          {() => null}
        </QueryView>
      )}
      {empty && <EmptySpan name={spanText(span, start)} {...{ filter, setFilter }} />}
      {!(waiting && query.error) && (
        <div className={classes.content}>
          {onPhone ? (
            <Agenda
              {...{ days, today, tasks, openDay, selection, now, waiting }}
              loading={query.hasNextPage}
              actions={dueActions}
              onOpenDay={location.setOpened}
            />
          ) : (
            <>
              <DayGrid
                {...{ weeks, span, start, today, tasks, cursor, openDay, waiting }}
                busy={waiting || query.hasNextPage}
                actions={dayActions}
              />
              {openDay && (
                <DayPanel
                  day={openDay}
                  tasks={tasks.get(openDay) ?? []}
                  {...{ selection, now }}
                  actions={dueActions}
                  onClose={location.leave}
                />
              )}
            </>
          )}
        </div>
      )}
      <Undated {...{ teamId, filter, onList }} />
      {dialogs.element}
      {askingDue && selected && (
        <DueDialog
          onChoose={(dueDate) => setDue({ task: selected, dueDate })}
          onClose={() => setAskingDue(false)}
        />
      )}
    </section>
  );
}

interface EmptySpanProps {
  name: string;
  filter: BoardFilter;
  setFilter: (filter: BoardFilter) => void;
}

/** A month or week without tasks; a filter may hide them. */
function EmptySpan({ name, filter, setFilter }: EmptySpanProps) {
  const narrowed = isNarrowed(filter);
  return (
    <div className={classes.note}>
      <p>{narrowed ? calendarTexts.hidden(name) : calendarTexts.empty(name)}</p>
      {narrowed && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => setFilter(widened(filter))}
        >
          {listTexts.clear}
        </Button>
      )}
    </div>
  );
}

interface UndatedProps {
  teamId: string;
  filter: BoardFilter;
  onList: () => void;
}

/** How many tasks have no day here, and the way to them. */
function Undated({ teamId, filter, onList }: UndatedProps) {
  const { data: count = 0 } = useUndatedCount(teamId, filter);
  return (
    count > 0 && (
      <footer className={classes.undated}>
        {calendarTexts.undated(count)}{" "}
        <button type="button" className={textButton.button} onClick={onList}>
          {calendarTexts.toList}
        </button>
      </footer>
    )
  );
}
