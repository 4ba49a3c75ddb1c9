import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { changedChoice } from "../changed-choice";
import { chooseNotifications, type NotificationChange, type NotificationChoice } from "../contract";
import { choiceTexts } from "./choice-texts";
import { choiceKey } from "./notification-queries";

/** Changes the person's choice: on screen at once. One change after another, so that the last one wins. */
export function useChooseNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: choiceKey,
    scope: { id: choiceKey.join() },
    // Only what changes: the screen may be older than the last press of a key, or than what another tab chose.
    mutationFn: (change: NotificationChange) => call(chooseNotifications, { body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: choiceKey });
      queryClient.setQueryData<NotificationChoice>(choiceKey, (last) => last && changedChoice(last, change));
    },
    onError: (error) => showFailure(choiceTexts.failedToSave, error),
    onSettled: () => {
      // Only the last of several changes reloads; an earlier one would undo the later ones on screen.
      if (queryClient.isMutating({ mutationKey: choiceKey }) <= 1)
        void queryClient.invalidateQueries({ queryKey: choiceKey });
    },
  });
}
