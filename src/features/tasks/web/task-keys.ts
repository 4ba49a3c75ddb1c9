import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../contract";
import { type Quadrant, quadrantOrder } from "../quadrants";
import { requestForTask } from "./task-requests";
import { quadrantTexts } from "./texts";

interface TaskKeys {
  /** Their heading in the help sheet. */
  group: string;
  selectedTask: () => Task | undefined;
  onWhy: (task: Task) => void;
  onMove: (to: Quadrant) => void;
  onResolve: () => void;
  onAssign: () => void;
  onSnooze: () => void;
}

/**
 * The keys of a task that every view has: W explains, E resolves, A assigns, H snoozes, B breaks down, F focuses, 1–4 move.
 * They are registered even without a selection, so that the help lists them.
 */
export function useTaskKeys({ group, selectedTask, ...on }: TaskKeys): void {
  const withSelected = (run: (task: Task) => void) => () => {
    const task = selectedTask();
    if (task) run(task);
  };
  useShortcut({ key: "w", label: "Why", group, run: withSelected(on.onWhy) });
  useShortcut({ key: "e", label: "Resolve the task", group, run: on.onResolve });
  useShortcut({ key: "a", label: "Assign the task", group, run: on.onAssign });
  useShortcut({ key: "h", label: "Snooze the task", group, run: on.onSnooze });
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
    run: () => {
      const task = selectedTask();
      requestForTask(task ? { kind: "focus", task } : { kind: "now" });
    },
  });
  const quadrantKey = (index: number) => {
    const quadrant = quadrantOrder[index] as Quadrant;
    const label = `Move the task to ${quadrantTexts[quadrant].name}`;
    return { key: String(index + 1), label, group, run: () => on.onMove(quadrant) };
  };
  useShortcut(quadrantKey(0));
  useShortcut(quadrantKey(1));
  useShortcut(quadrantKey(2));
  useShortcut(quadrantKey(3));
}
