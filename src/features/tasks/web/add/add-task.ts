import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cutText } from "../../../../shared/cut-text";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import { useUndoAction } from "../../../journal/web/undo";
import { createTask, createTasks, type NewTask } from "../../contract";
import { quadrantOf } from "../../quadrants";
import { applyTaskChange, taskKeys } from "../task-cache";
import { addTaskTexts, quadrantTexts } from "../texts";

/** Adds a task, names its quadrant in a toast with Undo, and shows it on the board. */
export function useAddTask(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  const { data: user } = useUser();
  return useMutation({
    mutationFn: (task: NewTask) => call(createTask, { params: { teamId }, body: task }),
    // One after another, so that tasks typed quickly keep their order.
    scope: { id: `add-task ${teamId}` },
    onSuccess: async (task) => {
      showToast({
        title: addTaskTexts.done,
        description: `“${cutText(task.title, 60)}” is in ${quadrantTexts[quadrantOf(task)].name}.`,
        tone: "success",
        action: undoAction(task),
      });
      await queryClient.cancelQueries({ queryKey: taskKeys.team(teamId) });
      applyTaskChange(queryClient, teamId, { before: undefined, after: task }, user?.id);
    },
    onError: (error) => showFailure(addTaskTexts.failed, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) }),
  });
}

/** Adds several tasks in one step. */
export function useAddTasks(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationFn: (tasks: NewTask[]) => call(createTasks, { params: { teamId }, body: { tasks } }),
    onSuccess: (answer) =>
      showToast({
        title: addTaskTexts.doneMany,
        description: addTaskTexts.added(answer.created),
        tone: "success",
        action: undoAction(answer),
      }),
    onError: (error) => showFailure(addTaskTexts.failedMany, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) }),
  });
}
