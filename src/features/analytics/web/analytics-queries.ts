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
import { call, urlOf } from "../../../web/api";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { kept } from "../../../web/offline/kept-reads";
import { showKept } from "../../../web/offline/show-kept";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import {
  type AnalyticsChoice,
  type AnalyticsSummary,
  analyticsSummary,
  changeAnalyticsChoice,
  defaultSavedMinutes,
  type FigureRef,
  type FigureRow,
  getAnalyticsChoice,
  listCompleted,
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

/**
 * Every figure of the screen. Tasks Completed is the length of the specified call's list. Reloads whenever it opens,
 * because a day may have passed.
 */
export function useAnalytics(teamId: string, period: Period) {
  return useQuery({
    queryKey: keys.summary(teamId, period),
    queryFn: kept(async ({ signal }): Promise<AnalyticsSummary> => {
      const [completed, summary] = await Promise.all([
        call(listCompleted, { params: { teamId }, signal }),
        call(analyticsSummary, { params: { teamId }, query: { period, ...zone() }, signal }),
      ]);
      return { ...summary, tasksCompleted: completed.length };
    }),
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

/** Shares the person's figures with the team, or stops it; the toast can undo it. It waits for a connection. */
export function useShareFigures(teamId: string) {
  const mutation = useOptimisticChange<AnalyticsChoice, boolean, AnalyticsChoice>({
    queryKey: keys.choice(teamId),
    send: (shareFigures) =>
      callOrKeep(
        changeAnalyticsChoice,
        { params: { teamId }, body: { shareFigures } },
        {
          what: shareFigures ? analyticsTexts.shareLater : analyticsTexts.unshareLater,
          subject: addressOf(teamId),
          answer: { shareFigures, minutesPer: defaultSavedMinutes },
        },
      ),
    inOrder: true,
    change: (choice, shareFigures) => ({ ...choice, shareFigures }),
    failed: analyticsTexts.failedToChange,
    succeeded: (shareFigures, answer) => {
      if (isKept(answer)) return showKept();
      showToast({
        title: shareFigures ? analyticsTexts.shared : analyticsTexts.unshared,
        tone: "success",
        action: { label: "Undo", run: () => mutation.mutate(!shareFigures) },
      });
    },
  });
  return mutation;
}

const addressOf = (teamId: string) => urlOf(getAnalyticsChoice.path, { teamId });

interface SavedEstimate {
  minutesPer: SavedMinutes;
  /** What the person saw before. */
  seen: SavedMinutes;
}

/**
 * Saves the person's estimate of the time that each action saves, and reloads the figures. It waits for a connection.
 */
export function useSaveEstimate(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ minutesPer, seen }: SavedEstimate) =>
      callOrKeep(
        changeAnalyticsChoice,
        { params: { teamId }, body: { minutesPer } },
        {
          what: analyticsTexts.estimateLater,
          subject: addressOf(teamId),
          expected: { minutesPer: seen },
          answer: { shareFigures: false, minutesPer },
        },
      ),
    onSuccess: async (answer, { minutesPer }) => {
      if (isKept(answer)) {
        queryClient.setQueriesData<AnalyticsSummary>(
          { queryKey: [...keys.all(teamId), "summary"] },
          (summary) => summary && { ...summary, timeSaved: estimated(summary.timeSaved, minutesPer) },
        );
        return showKept();
      }
      await queryClient.invalidateQueries({ queryKey: keys.all(teamId) });
      showToast({ title: analyticsTexts.estimateSaved, tone: "success" });
    },
    onError: (error) => showFailure(analyticsTexts.failedToSave, error),
  });
}

/** The time saved with another estimate, while it waits. */
function estimated(
  { messages, tasks, meetings }: AnalyticsSummary["timeSaved"],
  minutesPer: SavedMinutes,
): AnalyticsSummary["timeSaved"] {
  const minutes = messages * minutesPer.message + tasks * minutesPer.task + meetings * minutesPer.meeting;
  return { messages, tasks, meetings, minutes, minutesPer };
}
