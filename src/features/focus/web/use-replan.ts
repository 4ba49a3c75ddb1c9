import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import { replanTasks } from "../../tasks/contract";
import { taskKeys } from "../../tasks/web/task-cache";
import { nowTexts } from "./texts";
import { tomorrowEvening } from "./tomorrow";

/** Gives everything overdue that is the user's or nobody's a due date tomorrow, in one step that a toast can undo. */
export function useReplan(teamId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationFn: () =>
      call(replanTasks, {
        params: { teamId },
        body: { dueDate: tomorrowEvening(new Date()).toISOString() },
      }),
    onSuccess: (answer) =>
      showToast(
        answer.changed === 0
          ? { title: nowTexts.overdue(0) }
          : { title: nowTexts.replanned(answer.changed), tone: "success", action: undoAction(answer) },
      ),
    onError: (error) => showFailure(nowTexts.failedToReplan, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) }),
  });
}
