import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { reportActivity } from "../../../web/activity";
import { ApiError, call, headerOf } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { changesAnswered, reloadAfterChange } from "../../../web/live";
import { showToast, type ToastAction } from "../../../web/ui/feedback/toast";
import { useUnwatchedMutation } from "../../../web/unwatched-mutation";
import { journalEntryHeader, undoChange } from "../contract";
import { undoTexts } from "./texts";

const key = ["undo"];

/**
 * Undoes the user's own last change in the team (`undo.mutate({})`) or a given journal entry (`undo.mutate({
 * id })`). Shows what was undone or why it failed, and reloads the team's data.
 */
export function useUndo(teamId: string) {
  const queryClient = useQueryClient();
  return useUnwatchedMutation({
    mutationKey: key,
    // One after the other, however fast they are asked for: each undoes the change before.
    scope: { id: "undo" },
    mutationFn: async (which: { id?: string }) => {
      // Else it would revert the one before. Undos wait for each other by their scope.
      await changesAnswered(queryClient, key);
      return call(undoChange, { params: { teamId }, body: which });
    },
    onSuccess: (entry) => {
      showToast({ title: undoTexts.done, description: entry.summary });
      reportActivity("change-undone", entry.id);
    },
    onError: (error, { id }) => {
      const nothing = id === undefined && error instanceof ApiError && error.status === 404;
      if (nothing) showToast({ title: undoTexts.nothing });
      else showToast({ title: undoTexts.failed, description: reasonOf(error), tone: "error" });
    },
    // Not awaited, so that the next undo can start at once.
    onSettled: (_entry, error) => {
      for (const queryKey of [["team", teamId], ["task"], ["message"]])
        void reloadAfterChange(queryClient, queryKey, error !== null);
    },
  });
}

/** Whether an undo is under way. */
export const useIsUndoing = (): boolean => useIsMutating({ mutationKey: key }) > 0;

/**
 * The button of a toast that undoes exactly the change that a call has answered with, even if others have
 * followed while the toast was open; none if the call changed nothing.
 */
export function useUndoAction(teamId: string): (answer: object) => ToastAction[] {
  const { mutate: undo } = useUndo(teamId);
  return (answer) => {
    const id = headerOf(answer, journalEntryHeader);
    return id ? [{ label: undoTexts.action, run: () => undo({ id }) }] : [];
  };
}
