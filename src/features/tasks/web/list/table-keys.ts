import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOrder } from "../../quadrants";
import { requestForTask } from "../task-requests";
import { quadrantTexts } from "../texts";
import type { Choice } from "./use-choice";

const group = "Task list";

interface TableKeys {
  tasks: Task[];
  /** The selected task's index; -1 if none is. */
  at: number;
  choice: Choice;
  onSelect: (task: Task) => void;
  onOpen: (task: Task) => void;
  onWhy: (task: Task) => void;
  /** These act on the chosen tasks, or on the selected one if none is chosen. */
  onMove: (to: Quadrant) => void;
  onResolve: () => void;
  onAssign: () => void;
  onSnooze: () => void;
  onDue: () => void;
  onDelete: () => void;
}

/**
 * The keys of the list: those of the matrix, and Space, Shift+J, Shift+K and Ctrl or Cmd+A, which choose, D for the due
 * date and Delete.
 */
export function useTableKeys({ tasks, at, choice, onSelect, ...on }: TableKeys): void {
  const selected = tasks[at];
  const withSelected = (run: (task: Task) => void) => () => {
    if (selected) run(selected);
  };
  const step = (by: 1 | -1) => {
    const next = tasks[at === -1 ? 0 : at + by];
    if (next) onSelect(next);
    return next;
  };
  const extend = (by: 1 | -1) => {
    const next = step(by);
    if (next) choice.add([selected, next]);
  };

  useShortcut({ key: "j", label: "Next task", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "k", label: "Previous task", group, repeats: true, run: () => step(-1) });
  useShortcut({ key: "ArrowDown", label: "Down", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "ArrowUp", label: "Up", group, repeats: true, run: () => step(-1) });
  useShortcut({ key: "Enter", label: "Open the task", group, run: withSelected(on.onOpen) });
  useShortcut({ key: "w", label: "Why", group, run: withSelected(on.onWhy) });
  useShortcut({ key: "e", label: "Resolve the task", group, run: on.onResolve });
  useShortcut({ key: "a", label: "Assign the task", group, run: on.onAssign });
  useShortcut({ key: "h", label: "Snooze the task", group, run: on.onSnooze });
  useShortcut({ key: "d", label: "Set the due date", group, run: on.onDue });
  useShortcut({ key: "Delete", label: "Delete the task", group, run: on.onDelete });
  useShortcut({
    key: "b",
    label: "Break the task down",
    group,
    run: withSelected((task) => requestForTask({ kind: "breakdown", task })),
  });
  useShortcut({
    key: "f",
    label: "Focus on the task, or show what to do now",
    group,
    run: () => requestForTask(selected ? { kind: "focus", task: selected } : { kind: "now" }),
  });
  useQuadrantKeys(on.onMove);

  useShortcut({ key: " ", label: "Choose the task", group, run: withSelected(choice.toggle) });
  useShortcut({ key: "J", label: "Choose the next one too", group, repeats: true, run: () => extend(1) });
  useShortcut({
    key: "K",
    label: "Choose the previous one too",
    group,
    repeats: true,
    run: () => extend(-1),
  });
  useShortcut({
    key: "mod+a",
    label: "Choose all",
    group,
    whileTyping: false,
    enabled: tasks.length > 0,
    run: choice.chooseAll,
  });
  useShortcut({ key: "Escape", label: "Choose none", group, enabled: choice.active, run: choice.clear });
}

function useQuadrantKeys(move: (to: Quadrant) => void) {
  const key = (index: number) => {
    const quadrant = quadrantOrder[index] as Quadrant;
    const label = `Move the task to ${quadrantTexts[quadrant].name}`;
    return { key: String(index + 1), label, group, run: () => move(quadrant) };
  };
  useShortcut(key(0));
  useShortcut(key(1));
  useShortcut(key(2));
  useShortcut(key(3));
}
