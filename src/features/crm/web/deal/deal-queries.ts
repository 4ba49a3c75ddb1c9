import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { getTaskDeal, listCrmDeals, setTaskDeal, type TaskDeal } from "../../contract";
import { crmKeys } from "../crm-queries";
import { dealTexts } from "./texts";

/** What links a task to a deal. */
export interface DealLink {
  connectionId: string;
  dealId: string;
}

const taskKey = (teamId: string, taskId: string) => [...crmKeys.team(teamId), "task", taskId];

/** The deal of a task. It is loaded again when the task has changed, because then the CRM has another one. */
export function useTaskDeal(teamId: string, task: { id: string; updatedAt: string }) {
  return useQuery({
    queryKey: [...taskKey(teamId, task.id), task.updatedAt],
    queryFn: ({ signal }) => call(getTaskDeal, { params: { teamId, taskId: task.id }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Open deals with these words in their name or company. */
export function useDeals(teamId: string, q: string) {
  return useQuery({
    queryKey: [...crmKeys.team(teamId), "deals", q],
    queryFn: ({ signal }) => call(listCrmDeals, { params: { teamId }, query: { ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

interface DealChange {
  taskId: string;
  /** Null: the task belongs to none. */
  deal: DealLink | null;
  /** What it belonged to; Undo returns to it. Undefined for an Undo itself. */
  before?: DealLink | null;
}

/** Links a task to a deal, or to none, with Undo. */
export function useSetTaskDeal(teamId: string) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ taskId, deal }: DealChange) =>
      call(setTaskDeal, { params: { teamId, taskId }, body: { deal } }),
    onSuccess: (answer: TaskDeal, { taskId, deal, before }) => {
      queryClient.setQueriesData({ queryKey: taskKey(teamId, taskId) }, answer);
      if (before === undefined) return;
      showToast({
        title: deal ? dealTexts.linked(answer.deal?.name ?? dealTexts.aDeal) : dealTexts.unlinked,
        tone: "success",
        action: { label: "Undo", run: () => mutate({ taskId, deal: before }) },
      });
    },
    onError: (error, { deal }) =>
      showFailure(deal ? dealTexts.failedToLink : dealTexts.failedToUnlink, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: crmKeys.team(teamId) }),
  });
  return mutate;
}
