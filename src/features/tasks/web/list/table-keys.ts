import { useChooseKeys } from "../../../../web/ui/shortcuts/choose-keys";
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

/** The keys of the list: J, K and the arrows select, those of a task, D for the due date, Delete, and those that choose. */
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

  useChooseKeys({
    ...{ group, label: "Choose the task", any: tasks.length > 0, active: choice.active },
    onToggle: withSelected(choice.toggle),
    onExtend: extend,
    onAll: choice.chooseAll,
    onNone: choice.clear,
  });
}
