import { useInfiniteQuery } from "@tanstack/react-query";
import { pageSizes } from "../../../../shared/paging";
import { call } from "../../../../web/api";
import { nextOffset, pageOf } from "../../../../web/paged-list";
import { listMessageGroups, type MessageGroup, type MessageGrouping } from "../../contract";
import { type InboxFilter, messageKeys, narrowingOf } from "../message-cache";

/** A group with the id that lists need. */
export type GroupRow = MessageGroup & { id: string };

/** The groups of a filter's messages, page by page. */
export function useMessageGroups(teamId: string, by: MessageGrouping, filter: InboxFilter) {
  const { view, channel } = filter;
  const narrowing = narrowingOf(filter);
  return useInfiniteQuery({
    queryKey: messageKeys.groups(teamId, by, { view, channel, ...narrowing }),
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        by,
        view,
        ...(channel && { channel }),
        ...narrowing,
        limit: pageSizes.messages,
        offset: pageParam,
      };
      const groups = await call(listMessageGroups, { params: { teamId }, query, signal });
      return pageOf(
        groups.map((group): GroupRow => ({ ...group, id: group.key ?? group.latest.id })),
        pageSizes.messages,
      );
    },
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
}
