import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { useTaskKeys } from "../task-keys";
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
  useTaskKeys({ group, selectedTask: () => selected, ...on });
  useShortcut({ key: "d", label: "Set the due date", group, run: on.onDue });
  useShortcut({ key: "Delete", label: "Delete the task", group, run: on.onDelete });

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
