import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useOpenedItems } from "../../../web/opened-items";
import { unreadOf } from "./marked-read";
import { useNotifications } from "./notification-queries";
import { useReadNotifications } from "./read-notifications";

/** Marks the notifications about what somebody looks at as read, however they came there. */
export function ReadOpened({ teamId }: { teamId: string }) {
  const opened = useOpenedItems();
  const { data: list } = useNotifications(teamId);
  const { mutate: read } = useReadNotifications(teamId, true);
  // Nobody looks at another tab; what comes there is news.
  const isSeen = useDocumentVisibility() === "visible";
  const item = isSeen && list ? unreadOf(list, opened) : undefined;
  // One that the server refuses isn't tried again, as that would go on forever.
  const tried = useRef(new Set<string>());
  useEffect(() => {
    if (!item || tried.current.has(item.id)) return;
    tried.current.add(item.id);
    read(item);
  }, [item, read]);
  return null;
}
