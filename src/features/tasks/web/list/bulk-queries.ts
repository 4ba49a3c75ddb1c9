import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import { type CommonChange, changeTasks, deleteTasks, type TaskTarget } from "../../contract";
import { taskKeys } from "../task-cache";
import { listTexts } from "../texts";

/** Gives many tasks the same fields; the toast undoes it in one step. */
export function useChangeTasks(teamId: string) {
  return useManyTasks(teamId, {
    send: ({ target, change }: { target: TaskTarget; change: CommonChange }) =>
      call(changeTasks, { params: { teamId }, body: { target, change } }),
    done: listTexts.changed,
    failed: listTexts.failedToChange,
  });
}

/** Deletes many tasks; the toast undoes it in one step. */
export function useDeleteTasks(teamId: string) {
  return useManyTasks(teamId, {
    send: (target: TaskTarget) => call(deleteTasks, { params: { teamId }, body: { target } }),
    done: listTexts.deleted,
    failed: listTexts.failedToDelete,
  });
}

interface Step<Input> {
  send: (input: Input) => Promise<{ changed: number }>;
  done: (count: number) => string;
  failed: string;
}

function useManyTasks<Input>(teamId: string, { send, done, failed }: Step<Input>) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationKey: ["change-task", teamId],
    scope: { id: ["change-task", teamId].join() },
    mutationFn: send,
    onSuccess: (answer) => {
      if (answer.changed > 0)
        showToast({ title: done(answer.changed), tone: "success", action: undoAction(answer) });
      else showToast({ title: listTexts.unchanged, description: listTexts.unchangedDetail });
    },
    onError: (error) => showFailure(failed, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
      void queryClient.invalidateQueries({ queryKey: ["task"] });
    },
  });
}
