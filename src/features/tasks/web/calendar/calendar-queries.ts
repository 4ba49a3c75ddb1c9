import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../../../web/api";
import { kept } from "../../../../web/offline/kept-reads";
import { countTasks } from "../../contract";
import { type BoardFilter, type CalendarFilter, taskKeys } from "../task-cache";
import { queryOf, taskPages } from "../task-queries";

/** All tasks due between two times, loaded page by page without waiting for the reader: a day shows its first by priority. */
export function useDueTasks(teamId: string, filter: CalendarFilter) {
  const { from, before } = filter;
  const query = useInfiniteQuery({
    queryKey: taskKeys.calendar(teamId, filter),
    ...taskPages(teamId, { ...queryOf(filter), dueFrom: from, dueBefore: before }),
  });
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return query;
}

/** How many tasks of a board have no due date. */
export function useUndatedCount(teamId: string, filter: BoardFilter) {
  return useQuery({
    queryKey: taskKeys.undated(teamId, filter),
    queryFn: kept(async ({ signal }) => {
      const query = { ...queryOf(filter), due: "none" as const };
      const counts = await call(countTasks, { params: { teamId }, query, signal });
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    }),
  });
}
