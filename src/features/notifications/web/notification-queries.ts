import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import {
  chooseNotifications,
  listNotifications,
  type NotificationChoice,
  notificationChoice,
} from "../contract";
import { notificationTexts } from "./texts";

export const listKey = (teamId: string) => ["team", teamId, "notifications"];
const choiceKey = ["notification-choice"];

/** The person's notifications in a team. */
export function useNotifications(teamId: string) {
  return useQuery({
    queryKey: listKey(teamId),
    queryFn: kept(({ signal }) => call(listNotifications, { params: { teamId }, signal })),
  });
}

/** What the person is notified of, and their quiet hours. */
export function useNotificationChoice() {
  return useQuery({
    queryKey: choiceKey,
    queryFn: ({ signal }) => call(notificationChoice, { signal }),
  });
}

/** Stores the person's choice: on screen at once. One after another, so that the last one wins. */
export function useChooseNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: choiceKey,
    scope: { id: choiceKey.join() },
    mutationFn: (choice: NotificationChoice) => call(chooseNotifications, { body: choice }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey: choiceKey });
      queryClient.setQueryData<NotificationChoice>(choiceKey, choice);
    },
    onError: (error) => showFailure(notificationTexts.failedToSave, error),
    onSettled: () => {
      // Only the last of several changes reloads; an earlier one would undo the later ones on screen.
      if (queryClient.isMutating({ mutationKey: choiceKey }) <= 1)
        void queryClient.invalidateQueries({ queryKey: choiceKey });
    },
  });
}
