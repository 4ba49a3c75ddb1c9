import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndo } from "../../../journal/web/undo";
import { type BulkTarget, resolveMessages } from "../../contract";
import { inboxTexts } from "../texts";

/** Resolves many messages; the toast undoes it in one step. */
export function useResolveMany(teamId: string) {
  const queryClient = useQueryClient();
  const { mutate: undo } = useUndo(teamId);
  return useMutation({
    mutationKey: ["change-message", teamId, "resolve-many"],
    mutationFn: (body: BulkTarget) => call(resolveMessages, { params: { teamId }, body }),
    onSuccess: ({ changed, entryId }) =>
      showToast({
        title: `Resolved ${changed.toLocaleString("en-US")} ${changed === 1 ? "message" : "messages"}`,
        tone: "success",
        ...(entryId && { action: { label: "Undo", run: () => undo({ id: entryId }) } }),
      }),
    onError: (error) =>
      showToast({ title: inboxTexts.failedToUpdate, description: reasonOf(error), tone: "error" }),
    onSettled: () => {
      for (const queryKey of [["team", teamId, "messages"], ["message"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
