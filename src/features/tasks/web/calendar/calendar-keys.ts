import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { useTaskKeys } from "../task-keys";

const group = "Calendar";

interface CalendarKeys {
  /** The selected task of the open day. */
  selected: Task | undefined;
  dayOpen: boolean;
  /** Goes some days on, or back. */
  onDays: (count: number) => void;
  /** Goes a month or a week on, or back. */
  onTurn: (by: 1 | -1) => void;
  onToday: () => void;
  onOpenDay: () => void;
  onCloseDay: () => void;
  /** Goes to another task of the day. */
  onStep: (by: 1 | -1) => void;
  onShift: (task: Task, days: number) => void;
  onWhy: (task: Task) => void;
  onMove: (task: Task, to: Quadrant) => void;
  onResolve: (task: Task) => void;
  onAssign: (task: Task) => void;
  onSnooze: (task: Task) => void;
  onDue: () => void;
}

/** The keys of the calendar: days, months and weeks, and those of the open day's task. */
export function useCalendarKeys({ selected, dayOpen, ...on }: CalendarKeys): void {
  const withSelected = (run: (task: Task) => void) => () => {
    if (selected) run(selected);
  };
  const days = (count: number) => ({ group, repeats: true, run: () => on.onDays(count) });
  useShortcut({ key: "ArrowLeft", label: "Day before", ...days(-1) });
  useShortcut({ key: "ArrowRight", label: "Day after", ...days(1) });
  useShortcut({ key: "ArrowUp", label: "Same day a week before", ...days(-7) });
  useShortcut({ key: "ArrowDown", label: "Same day a week after", ...days(7) });

  const turn = (by: 1 | -1) => ({ group, repeats: true, run: () => on.onTurn(by) });
  useShortcut({ key: "[", label: "Previous month or week", ...turn(-1) });
  useShortcut({ key: "]", label: "Next month or week", ...turn(1) });
  useShortcut({ key: "PageUp", label: "Previous month or week", ...turn(-1) });
  useShortcut({ key: "PageDown", label: "Next month or week", ...turn(1) });
  useShortcut({ key: "t", label: "Today", group, run: on.onToday });

  useShortcut({ key: "Enter", label: "Open the day, or its task", group, run: on.onOpenDay });
  useShortcut({ key: "Escape", label: "Close the day", group, enabled: dayOpen, run: on.onCloseDay });
  const step = (by: 1 | -1) => ({ group, repeats: true, run: () => on.onStep(by) });
  useShortcut({ key: "j", label: "Next task of the day", ...step(1) });
  useShortcut({ key: "k", label: "Previous task of the day", ...step(-1) });

  const shift = (count: number) => ({
    group,
    // Without a task, Alt with an arrow is the browser's key for its history.
    enabled: selected !== undefined,
    run: withSelected((task) => on.onShift(task, count)),
  });
  useShortcut({ key: "alt+ArrowLeft", label: "Move the task to the day before", ...shift(-1) });
  useShortcut({ key: "alt+ArrowRight", label: "Move the task to the day after", ...shift(1) });
  useShortcut({ key: "alt+ArrowUp", label: "Move the task a week back", ...shift(-7) });
  useShortcut({ key: "alt+ArrowDown", label: "Move the task a week on", ...shift(7) });

  useTaskKeys({
    group,
    selectedTask: () => selected,
    onWhy: on.onWhy,
    onMove: (to) => withSelected((task) => on.onMove(task, to))(),
    onResolve: withSelected(on.onResolve),
    onAssign: withSelected(on.onAssign),
    onSnooze: withSelected(on.onSnooze),
  });
  useShortcut({ key: "d", label: "Set the due date", group, run: withSelected(on.onDue) });
}
