import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type PagedList, rowsOf } from "../../../../web/paged-list";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../contract";
import type { Quadrant } from "../../quadrants";
import { type BoardFilter, type PanelFilter, taskKeys } from "../task-cache";
import { useTaskKeys } from "../task-keys";
import { beside, type CardSelection } from "./selection";

const group = "Task Matrix";

interface BoardKeys {
  teamId: string;
  filter: BoardFilter;
  selection: CardSelection;
  /** The quadrants on screen. */
  shown: readonly Quadrant[];
  onOpen: (task: Task) => void;
  onWhy: (task: Task) => void;
  onMove: (task: Task, to: Quadrant) => void;
  onResolve: (task: Task) => void;
  onAssign: (task: Task) => void;
  onSnooze: (task: Task) => void;
}

/** The tasks of a panel that are loaded. */
export function loadedTasks(queryClient: QueryClient, teamId: string, filter: PanelFilter): Task[] {
  return rowsOf(queryClient.getQueryData<PagedList<Task>>(taskKeys.list(teamId, filter)));
}

/** The keys of the matrix: J, K and the arrows select, Enter opens, and those of a task. */
export function useBoardKeys(keys: BoardKeys): void {
  const { step, cross, selectedTask } = useSteps(keys);
  const withSelected = (run: (task: Task) => void) => () => {
    const task = selectedTask();
    if (task) run(task);
  };

  useShortcut({ key: "j", label: "Next task", group, repeats: true, run: () => step(1) });
  useShortcut({ key: "k", label: "Previous task", group, repeats: true, run: () => step(-1) });
  useShortcut({
    key: "ArrowDown",
    label: "Down",
    group,
    repeats: true,
    run: () => step(1) || cross("ArrowDown"),
  });
  useShortcut({ key: "ArrowUp", label: "Up", group, repeats: true, run: () => step(-1) || cross("ArrowUp") });
  useShortcut({ key: "ArrowLeft", label: "Quadrant to the left", group, run: () => cross("ArrowLeft") });
  useShortcut({ key: "ArrowRight", label: "Quadrant to the right", group, run: () => cross("ArrowRight") });
  useShortcut({ key: "Enter", label: "Open the task", group, run: withSelected(keys.onOpen) });
  useTaskKeys({
    group,
    selectedTask,
    onWhy: keys.onWhy,
    onMove: (to) => withSelected((task) => keys.onMove(task, to))(),
    onResolve: withSelected(keys.onResolve),
    onAssign: withSelected(keys.onAssign),
    onSnooze: withSelected(keys.onSnooze),
  });
}

function useSteps({ teamId, filter, selection, shown }: BoardKeys) {
  const queryClient = useQueryClient();
  const tasksIn = (quadrant: Quadrant) => loadedTasks(queryClient, teamId, { ...filter, quadrant });
  // A card that is deleted or off screen counts as no selection.
  const position = () => {
    const now = selection.get();
    return now && shown.includes(now.quadrant)
      ? tasksIn(now.quadrant).findIndex(({ id }) => id === now.id)
      : -1;
  };

  function select(quadrant: Quadrant, index: number): boolean {
    const tasks = tasksIn(quadrant);
    const task = tasks[Math.min(index, tasks.length - 1)];
    if (!task || index < 0) return false;
    selection.set({ quadrant, id: task.id, focus: true });
    return true;
  }

  function step(by: 1 | -1): boolean {
    const at = position();
    const now = selection.get();
    if (!now || at === -1) return shown.some((quadrant) => select(quadrant, 0));
    return at + by < tasksIn(now.quadrant).length && select(now.quadrant, at + by);
  }

  function cross(key: keyof typeof beside): boolean {
    const at = position();
    const now = selection.get();
    if (!now || at === -1) return step(1);
    const next = beside[key][now.quadrant];
    if (!next || !shown.includes(next)) return false;
    const target = { ArrowUp: tasksIn(next).length - 1, ArrowDown: 0, ArrowLeft: at, ArrowRight: at }[key];
    return select(next, Math.max(target, 0));
  }

  const selectedTask = () => {
    const now = selection.get();
    return now && tasksIn(now.quadrant)[position()];
  };
  return { step, cross, selectedTask };
}
