import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/feedback/toast";
import { undoChange } from "../contract";
import { undoTexts } from "./texts";

const key = ["undo"];

/**
 * Takes back one's own last change in the team, or the journal entry named: `undo.mutate({})` or
 * `undo.mutate({ id })`. Says what was taken back, or why it could not be, and reloads what the team's screens show.
 */
export function useUndo(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: key,
    mutationFn: async (which: { id?: string }) => {
      await changesHeard(queryClient);
      return call(undoChange, { params: { teamId }, body: which });
    },
    onSuccess: (entry) => showToast({ title: undoTexts.done, description: entry.summary }),
    onError: (error) => showToast({ title: undoTexts.failed, description: reasonOf(error), tone: "error" }),
    // Not waited for, so that the next undo need not wait either.
    onSettled: () => {
      for (const queryKey of [["team", teamId], ["task"], ["message"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Waits until the server has answered every change under way: sooner, it would take back the one before. */
function changesHeard(queryClient: QueryClient): Promise<void> {
  const cache = queryClient.getMutationCache();
  const waiting = () =>
    cache
      .getAll()
      .some(({ state, options }) => state.status === "pending" && options.mutationKey?.[0] !== key[0]);
  return new Promise((resolve) => {
    const look = () => {
      if (waiting()) return;
      stop();
      resolve();
    };
    const stop = cache.subscribe(look);
    look();
  });
}
