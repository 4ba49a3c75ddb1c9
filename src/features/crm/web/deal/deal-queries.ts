import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { wordsOf } from "../../../../shared/search-words";
import { call, urlOf } from "../../../../web/api";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { kept } from "../../../../web/offline/kept-reads";
import { showKept } from "../../../../web/offline/show-kept";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { type CrmDealView, getTaskDeal, listCrmDeals, setTaskDeal, type TaskDeal } from "../../contract";
import { crmKeys } from "../crm-queries";
import { dealTexts } from "./texts";

/** What links a task to a deal. */
export interface DealLink {
  connectionId: string;
  dealId: string;
}

/** A deal to link to, and what is known of it before the server has answered. */
export type ChosenDeal = DealLink & Partial<CrmDealView>;

const taskKey = (teamId: string, taskId: string) => [...crmKeys.team(teamId), "task", taskId];

/** The deal of a task. It is loaded again when the task has changed, because then the CRM has another one. */
export function useTaskDeal(teamId: string, task: { id: string; updatedAt: string }) {
  const query = useQuery({
    queryKey: taskKey(teamId, task.id),
    queryFn: kept(({ signal }) => call(getTaskDeal, { params: { teamId, taskId: task.id }, signal })),
  });
  const { refetch } = query;
  const version = useRef(task.updatedAt);
  useEffect(() => {
    if (version.current === task.updatedAt) return;
    version.current = task.updatedAt;
    void refetch();
  }, [task.updatedAt, refetch]);
  return query;
}

/** Open deals with these words in their name or company; without a connection, only deals that this browser has. */
export function useDeals(teamId: string, q: string) {
  const keyOf = (words: string) => [...crmKeys.team(teamId), "deals", words];
  return useQuery({
    queryKey: keyOf(q),
    queryFn: async ({ signal, client }) => {
      const search = (words: string) =>
        call(listCrmDeals, { params: { teamId }, query: { ...(words && { q: words }) }, signal });
      if (!q) return kept(() => search(""))({ queryKey: keyOf("") });
      try {
        return await search(q);
      } catch (error) {
        // A TypeError: fetch had no response.
        if (!(error instanceof TypeError) || signal.aborted) throw error;
        const known = client.getQueryData<CrmDealView[]>(keyOf("")) ?? [];
        const words = wordsOf(q.toLowerCase());
        const textOf = ({ name, companyName }: CrmDealView) => `${name} ${companyName ?? ""}`.toLowerCase();
        return known.filter((deal) => words.every((word) => textOf(deal).includes(word)));
      }
    },
    placeholderData: keepPreviousData,
  });
}

interface DealChange {
  task: { id: string; title: string };
  /** Null: the task belongs to none. */
  deal: ChosenDeal | null;
  /** What it belonged to. */
  before: ChosenDeal | null;
  /** It takes back such a change, so it offers no Undo itself. */
  isUndo?: boolean;
}

const linkOf = (deal: ChosenDeal | null): DealLink | null =>
  deal && { connectionId: deal.connectionId, dealId: deal.dealId };

/** Links a task to a deal, or to none, with Undo. It waits for a connection. */
export function useSetTaskDeal(teamId: string) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ task, deal, before }: DealChange) => {
      const params = { teamId, taskId: task.id };
      return callOrKeep(
        setTaskDeal,
        { params, body: { deal: linkOf(deal) } },
        {
          what: deal
            ? dealTexts.linkLater(task.title, deal.name ?? dealTexts.aDeal)
            : dealTexts.unlinkLater(task.title),
          subject: urlOf(getTaskDeal.path, params),
          // With the name, which the question shows if somebody has linked it to another meanwhile.
          expected: { deal: before && { ...linkOf(before), name: before.name } },
          answer: afterLinking(queryClient.getQueryData<TaskDeal>(taskKey(teamId, task.id)), deal),
        },
      );
    },
    onSuccess: (answer: TaskDeal, { task, deal, before, isUndo }) => {
      queryClient.setQueryData(taskKey(teamId, task.id), answer);
      if (isKept(answer)) return showKept();
      void queryClient.invalidateQueries({ queryKey: crmKeys.team(teamId) });
      if (isUndo) return;
      const title = deal ? dealTexts.linked(answer.deal?.name ?? dealTexts.aDeal) : dealTexts.unlinked;
      // There is no way back to a deal that is gone.
      if (!deal && !before) return showToast({ title, tone: "success" });
      showToast({
        title,
        tone: "success",
        action: { label: "Undo", run: () => mutate({ task, deal: before, before: deal, isUndo: true }) },
      });
    },
    onError: (error, { deal }) => {
      showFailure(deal ? dealTexts.failedToLink : dealTexts.failedToUnlink, error);
      void queryClient.invalidateQueries({ queryKey: crmKeys.team(teamId) });
    },
  });
  return mutate;
}

/** What the screen shows of a task's deal while its link, or its end, waits. */
function afterLinking(before: TaskDeal | undefined, deal: ChosenDeal | null): TaskDeal {
  const none = { deal: null, provider: null, written: false, origin: null, state: null, sample: false };
  // What the CRM has is removed there by a sync.
  if (!deal) return before?.written ? { ...before, state: "leaving" } : { ...none, choices: true };
  const provider = deal.provider ?? before?.deal?.provider ?? "other";
  const unknown = { name: "", companyName: null, stage: "", amount: null, currency: null, url: null };
  return {
    ...none,
    ...before,
    deal: { ...unknown, ...deal, provider, status: deal.status ?? "open" },
    provider,
    origin: "zippy",
    state: before?.written ? "changed" : "waiting",
    choices: true,
  };
}
