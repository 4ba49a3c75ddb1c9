import { useMutation, useQueryClient } from "@tanstack/react-query";
import { texts } from "../../../shared/texts";
import { call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/toast";
import { undoChange } from "../contract";

/**
 * Takes back one's own last change in the team, or the journal entry named: `undo.mutate({})` or
 * `undo.mutate({ id })`. Says what was taken back, or why it could not be, and reloads what the team's screens show.
 */
export function useUndo(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: { id?: string }) => call(undoChange, { params: { teamId }, body: which }),
    onSuccess: (entry) => showToast({ title: texts.undo.done, description: entry.summary }),
    onError: (error) => showToast({ title: texts.undo.failed, description: reasonOf(error), tone: "error" }),
    // Not waited for, so that the next undo need not wait either.
    onSettled: () => {
      for (const queryKey of [["team", teamId], ["task"], ["message"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
