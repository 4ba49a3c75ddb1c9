import { useCallback } from "react";
import { announce } from "../../../../web/ui/feedback/announce";
import type { Task } from "../../contract";
import { type Quadrant, quadrantOf } from "../../quadrants";
import {
  useAssignTask,
  useCheckTask,
  useDeleteTask,
  useMoveTask,
  useSetDueDate,
  useSnoozeTask,
} from "../task-queries";
import { quadrantTexts } from "../texts";

/** Changes of one task, announced to screen readers where no toast says what happened. */
export function useSingleChanges(teamId: string) {
  const { mutate: moveTask } = useMoveTask(teamId);
  const { mutate: check } = useCheckTask(teamId);
  const { mutate: assignTask } = useAssignTask(teamId);
  const { mutate: snoozeTask } = useSnoozeTask(teamId);
  const { mutate: setDue } = useSetDueDate(teamId);
  const { mutate: remove } = useDeleteTask(teamId);
  const move = useCallback(
    (task: Task, to: Quadrant) => {
      if (quadrantOf(task) === to) return;
      moveTask({ task, to });
      announce(`Moved “${task.title}” to ${quadrantTexts[to].name}`);
    },
    [moveTask],
  );
  return {
    ...{ move, check, setDue, remove },
    assign: (task: Task, assignee: Task["assignee"]) => assignTask({ task, assignee }),
    snooze: (task: Task, until: string | null) => snoozeTask({ task, until }),
  };
}
