import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOrder } from "../../quadrants";
import { requestForTask } from "../task-requests";
import { quadrantTexts } from "../texts";

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

/** The keys of the calendar. Those of a task are those of the list. */
export function useCalendarKeys({ selected, dayOpen, ...on }: CalendarKeys): void {
  const withSelected = (run: (task: Task) => void) => () => {
    if (selected) run(selected);
  };
  const days = (key: string, label: string, count: number) => ({
    ...{ key, label, group, repeats: true },
    run: () => on.onDays(count),
  });
  useShortcut(days("ArrowLeft", "Day before", -1));
  useShortcut(days("ArrowRight", "Day after", 1));
  useShortcut(days("ArrowUp", "Same day a week before", -7));
  useShortcut(days("ArrowDown", "Same day a week after", 7));

  const turn = (key: string, label: string, by: 1 | -1) => ({
    ...{ key, label, group, repeats: true },
    run: () => on.onTurn(by),
  });
  useShortcut(turn("[", "Previous month or week", -1));
  useShortcut(turn("]", "Next month or week", 1));
  useShortcut(turn("PageUp", "Previous month or week", -1));
  useShortcut(turn("PageDown", "Next month or week", 1));
  useShortcut({ key: "t", label: "Today", group, run: on.onToday });

  useShortcut({ key: "Enter", label: "Open the day, or its task", group, run: on.onOpenDay });
  useShortcut({ key: "Escape", label: "Close the day", group, enabled: dayOpen, run: on.onCloseDay });
  useShortcut({ key: "j", label: "Next task of the day", group, repeats: true, run: () => on.onStep(1) });
  useShortcut({
    key: "k",
    label: "Previous task of the day",
    group,
    repeats: true,
    run: () => on.onStep(-1),
  });

  const shift = (key: string, label: string, count: number) => ({
    ...{ key: `alt+${key}`, label: `Move the task ${label}`, group },
    // Without a task, Alt with an arrow is the browser's key for its history.
    enabled: selected !== undefined,
    run: withSelected((task) => on.onShift(task, count)),
  });
  useShortcut(shift("ArrowLeft", "to the day before", -1));
  useShortcut(shift("ArrowRight", "to the day after", 1));
  useShortcut(shift("ArrowUp", "a week back", -7));
  useShortcut(shift("ArrowDown", "a week on", 7));

  useShortcut({ key: "w", label: "Why", group, run: withSelected(on.onWhy) });
  useShortcut({ key: "e", label: "Resolve the task", group, run: withSelected(on.onResolve) });
  useShortcut({ key: "a", label: "Assign the task", group, run: withSelected(on.onAssign) });
  useShortcut({ key: "h", label: "Snooze the task", group, run: withSelected(on.onSnooze) });
  useShortcut({ key: "d", label: "Set the due date", group, run: withSelected(on.onDue) });
  useShortcut({
    ...{ key: "b", label: "Break the task down", group },
    run: withSelected((task) => requestForTask({ kind: "breakdown", task })),
  });
  useShortcut({
    ...{ key: "f", label: "Focus on the task, or show what to do now", group },
    run: () => requestForTask(selected ? { kind: "focus", task: selected } : { kind: "now" }),
  });
  const quadrant = (index: number) => {
    const to = quadrantOrder[index] as Quadrant;
    const label = `Move the task to ${quadrantTexts[to].name}`;
    return { key: String(index + 1), label, group, run: withSelected((task) => on.onMove(task, to)) };
  };
  useShortcut(quadrant(0));
  useShortcut(quadrant(1));
  useShortcut(quadrant(2));
  useShortcut(quadrant(3));
}
