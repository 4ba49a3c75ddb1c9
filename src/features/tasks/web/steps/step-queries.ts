import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import type { Task, TaskStep } from "../../contract";
import { applyTaskChange, taskKeys } from "../task-cache";
import { patchTask } from "../task-queries";
import { laterTexts, stepTexts } from "../texts";

interface StepsChange {
  task: Task;
  steps: TaskStep[];
  /** Says how many steps were added, with Undo. */
  added?: number;
  /** Called once they are stored, or wait in this browser for a connection, also after the page has changed. */
  onStored?: () => void;
}

/** Stores a task's checklist: on screen at once, and back with a toast if the server refuses. */
export function useSetSteps(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  const show = (before: Task, after: Task) => {
    applyTaskChange(queryClient, teamId, { before, after }, undefined);
    queryClient.setQueryData<Task>(taskKeys.one(after.id), (task) => task && { ...task, steps: after.steps });
  };
  return useMutation({
    mutationKey: ["change-task", teamId],
    scope: { id: ["change-task", teamId].join() },
    mutationFn: ({ task, steps }: StepsChange) => patchTask(task, { steps }, laterTexts.steps(task.title)),
    onMutate: async ({ task, steps }) => {
      const cancelled = queryClient.cancelQueries({ queryKey: taskKeys.one(task.id) });
      // Before the wait, or a checkbox would jump back for a moment.
      show(task, { ...task, steps });
      await cancelled;
    },
    onSuccess: (answer, { added, onStored }) => {
      onStored?.();
      if (isKept(answer)) showKept();
      else if (added)
        showToast({ title: stepTexts.added(added), tone: "success", action: undoAction(answer) });
    },
    onError: (error, { task, steps }) => {
      show({ ...task, steps }, task);
      showFailure(stepTexts.failed, error);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ["task"] });
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
    },
  });
}
