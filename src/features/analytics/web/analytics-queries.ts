import {
  keepPreviousData,
  type QueryFunctionContext,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { z } from "zod";
import { ownTimeZone } from "../../../shared/time-zone";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { useOptimisticChange } from "../../../web/optimistic-change";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import {
  type AnalyticsChoice,
  analyticsSummary,
  changeAnalyticsChoice,
  type FigureRef,
  type FigureRow,
  getAnalyticsChoice,
  listFigureRows,
  type Period,
  rowsPerPage,
  type SavedMinutes,
} from "../contract";
import { analyticsTexts } from "./texts";

const keys = {
  all: (teamId: string) => ["team", teamId, "analytics"],
  summary: (teamId: string, period: Period) => [...keys.all(teamId), "summary", period],
  rows: (teamId: string, period: Period, ref: FigureRef) => [...keys.all(teamId), "rows", period, ref],
  choice: (teamId: string) => [...keys.all(teamId), "choice"],
};

/** Counts only if the person's profile has no time zone. */
const zone = () => {
  const timeZone = ownTimeZone();
  return timeZone ? { timeZone } : {};
};

/** Every figure of the screen. Reloads whenever it opens, because a day may have passed. */
export function useAnalytics(teamId: string, period: Period) {
  return useQuery({
    queryKey: keys.summary(teamId, period),
    queryFn: kept(({ signal }) =>
      call(analyticsSummary, { params: { teamId }, query: { period, ...zone() }, signal }),
    ),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

type FigureRows = z.infer<typeof listFigureRows.response>;

/** Where a page of rows begins: after a row, or at the first. */
type RowsAfter = { after?: string; afterAt?: string };

/** The rows that a figure counts, page by page. */
export function useFigureRows(teamId: string, period: Period, ref: FigureRef) {
  return useInfiniteQuery({
    queryKey: keys.rows(teamId, period, ref),
    queryFn: kept(({ pageParam, signal }: QueryFunctionContext<QueryKey, RowsAfter>) => {
      const query = { ...ref, period, ...zone(), limit: rowsPerPage, ...pageParam };
      return call(listFigureRows, { params: { teamId }, query, signal });
    }),
    initialPageParam: {} as RowsAfter,
    getNextPageParam: ({ rows }: FigureRows) => {
      const last = rows[rowsPerPage - 1];
      return last && { after: last.id, afterAt: last.at };
    },
    select: ({ pages }): { total: number; rows: FigureRow[] } => ({
      total: pages.at(-1)?.total ?? 0,
      rows: pages.flatMap(({ rows }) => rows),
    }),
    refetchOnMount: "always",
  });
}

/** What the person chose for Analytics. */
export function useAnalyticsChoice(teamId: string) {
  return useQuery({
    queryKey: keys.choice(teamId),
    queryFn: kept(({ signal }) => call(getAnalyticsChoice, { params: { teamId }, signal })),
    refetchOnMount: "always",
  });
}

/** Shares the person's figures with the team, or stops it; the toast can undo it. */
export function useShareFigures(teamId: string) {
  const mutation = useOptimisticChange<AnalyticsChoice, boolean>({
    queryKey: keys.choice(teamId),
    send: (shareFigures) => call(changeAnalyticsChoice, { params: { teamId }, body: { shareFigures } }),
    change: (choice, shareFigures) => ({ ...choice, shareFigures }),
    failed: analyticsTexts.failedToChange,
    succeeded: (shareFigures) =>
      showToast({
        title: shareFigures ? analyticsTexts.shared : analyticsTexts.unshared,
        tone: "success",
        action: { label: "Undo", run: () => mutation.mutate(!shareFigures) },
      }),
  });
  return mutation;
}

/** Saves the person's estimate of the time that each action saves, and reloads the figures. */
export function useSaveEstimate(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (minutesPer: SavedMinutes) =>
      call(changeAnalyticsChoice, { params: { teamId }, body: { minutesPer } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.all(teamId) });
      showToast({ title: analyticsTexts.estimateSaved, tone: "success" });
    },
    onError: (error) => showFailure(analyticsTexts.failedToSave, error),
  });
}
