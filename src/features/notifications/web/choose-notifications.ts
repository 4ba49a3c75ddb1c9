import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { changedChoice } from "../changed-choice";
import { chooseNotifications, type NotificationChange, type NotificationChoice } from "../contract";
import { choiceTexts } from "./choice-texts";
import { choiceKey } from "./notification-queries";

/** Changes the person's choice: on screen at once. */
export function useChooseNotifications() {
  return useOptimisticChange<NotificationChoice, NotificationChange>({
    queryKey: choiceKey,
    // Only what changes: the screen may be older than the last press of a key, or than what another tab chose.
    send: (change) => call(chooseNotifications, { body: change }),
    inOrder: true,
    change: changedChoice,
    failed: choiceTexts.failedToSave,
  });
}
