import { useQueryClient } from "@tanstack/react-query";
import { urlOf } from "../../../web/api";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { showKept } from "../../../web/offline/show-kept";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { listNotifications, type Notification, type NotificationList, readNotifications } from "../contract";
import { markedRead } from "./marked-read";
import { listKey } from "./notification-queries";
import { notificationTexts } from "./texts";

/** Those of one entry. */
const which = ({ type, subjectType, subjectId }: Notification) => ({
  subjectId,
  subjectType,
  ...(subjectType === "tasks" && { type }),
});

/**
 * Marks the notifications about one item as read, or all (undefined): on screen at once. It waits for a connection.
 *
 * @param quiet - the person asked for something else, so no toast says how it went.
 */
export function useReadNotifications(teamId: string, quiet = false) {
  const queryClient = useQueryClient();
  const queryKey = listKey(teamId);
  return useOptimisticChange<NotificationList, Notification | undefined, NotificationList>({
    queryKey,
    send: (item) => {
      const list = queryClient.getQueryData<NotificationList>(queryKey) ?? { unread: 0, items: [] };
      // What comes while it waits is news.
      const until = (item ?? list.items[0])?.createdAt;
      return callOrKeep(
        readNotifications,
        { params: { teamId }, body: { ...(item && which(item)), ...(until && { until }) } },
        {
          what: item ? notificationTexts.readLater(item.title) : notificationTexts.readAllLater,
          subject: urlOf(listNotifications.path, { teamId }),
          answer: list,
        },
      );
    },
    change: markedRead,
    failed: quiet ? undefined : notificationTexts.failedToRead,
    succeeded: (_item, answer) => {
      if (!quiet && isKept(answer)) showKept();
    },
  });
}
