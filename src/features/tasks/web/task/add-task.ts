import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndo } from "../../../journal/web/undo";
import { createTask, type NewTask } from "../../contract";
import { quadrantOf } from "../../quadrants";
import { addTaskTexts, quadrantTexts } from "../texts";

/** Adds a task, names its quadrant in a toast with Undo, and reloads the team's tasks. */
export function useAddTask(teamId: string) {
  const queryClient = useQueryClient();
  const undo = useUndo(teamId);
  return useMutation({
    mutationFn: (task: NewTask) => call(createTask, { params: { teamId }, body: task }),
    onSuccess: (task) =>
      showToast({
        title: addTaskTexts.done,
        description: `“${shortened(task.title)}” is in ${quadrantTexts[quadrantOf(task)].name}.`,
        tone: "success",
        action: { label: "Undo", run: () => undo.mutate({}) },
      }),
    onError: (error) => {
      // A 401 shows its own toast.
      if (error instanceof ApiError && error.status === 401) return;
      showToast({
        title: addTaskTexts.failedTitle,
        description: `${addTaskTexts.failed}. ${reasonOf(error)}`,
        tone: "error",
      });
    },
    // Not awaited, so that the dialog closes as soon as the task is added.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["team", teamId, "tasks"] }),
  });
}

function shortened(title: string): string {
  return title.length > 60 ? `${title.slice(0, 60).trimEnd()}…` : title;
}
