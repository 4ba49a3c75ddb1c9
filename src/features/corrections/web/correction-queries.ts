import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, urlOf } from "../../../web/api";
import { callOrKeep, isKept } from "../../../web/offline/change-queue";
import { kept } from "../../../web/offline/kept-reads";
import { showKept } from "../../../web/offline/show-kept";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import {
  answerProposal,
  type Correction,
  correctionPage,
  getProposal,
  listCorrections,
  type Proposal,
  removeCorrection,
} from "../contract";
import { didChange } from "./correction-words";
import { correctionTexts } from "./texts";

const correctionKeys = {
  team: (teamId: string) => ["team", teamId, "corrections"],
  proposal: (teamId: string) => ["team", teamId, "corrections", "proposal"],
  list: (teamId: string) => ["team", teamId, "corrections", "list"],
};

/** Which similar messages the user's latest corrections would change; reloaded with the corrections. */
export function useProposal(teamId: string) {
  return useQuery({
    queryKey: correctionKeys.proposal(teamId),
    queryFn: kept(({ signal }) => call(getProposal, { params: { teamId }, signal })),
  });
}

/** Applies a proposal, or only the original corrections; the toast offers to undo either. It waits for a connection. */
export function useAnswer(teamId: string) {
  const queryClient = useQueryClient();
  const undoOf = useUndoAction(teamId);
  return useMutation({
    mutationFn: ({ correctionIds, count, apply }: Omit<Proposal, "messages"> & { apply: boolean }) =>
      callOrKeep(
        answerProposal,
        { params: { teamId }, body: { correctionIds, apply } },
        {
          what: apply ? correctionTexts.applyLater(count) : correctionTexts.declineLater,
          subject: urlOf(getProposal.path, { teamId }),
          ...(apply && { expected: { count } }),
          answer: { changed: count },
        },
      ),
    onSuccess: (answer, { apply }) => {
      queryClient.setQueryData<Proposal>(correctionKeys.proposal(teamId), {
        correctionIds: [],
        count: 0,
        messages: [],
      });
      if (isKept(answer)) return showKept();
      showToast({
        title: apply ? correctionTexts.applied : correctionTexts.declined,
        description: apply ? didChange(answer.changed) : correctionTexts.declinedDetail,
        tone: apply ? "success" : "info",
        action: undoOf(answer),
      });
    },
    onError: (error) => showFailure(correctionTexts.failedToAnswer, error),
    onSettled: () => {
      for (const queryKey of [correctionKeys.team(teamId), ["team", teamId, "messages"], ["message"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** The team's corrections page by page, newest first. */
export function useCorrections(teamId: string) {
  return useInfiniteQuery({
    queryKey: correctionKeys.list(teamId),
    queryFn: ({ pageParam, signal }) =>
      call(listCorrections, {
        params: { teamId },
        query: { limit: correctionPage, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((count, { corrections }) => count + corrections.length, 0);
      return last.corrections.length > 0 && loaded < last.total ? loaded : undefined;
    },
  });
}

type CorrectionPages = InfiniteData<{ total: number; corrections: Correction[] }>;

const without = ({ pages, pageParams }: CorrectionPages, id: string): CorrectionPages => ({
  pageParams,
  pages: pages.map(({ total, corrections }) => ({
    total: total - 1,
    corrections: corrections.filter((one) => one.id !== id),
  })),
});

/** Removes a correction with its effects; the toast offers to undo that. It waits for a connection. */
export function useRemoveCorrection(teamId: string) {
  const queryClient = useQueryClient();
  const undoOf = useUndoAction(teamId);
  return useMutation({
    mutationFn: ({ id, title }: Correction) =>
      callOrKeep(
        removeCorrection,
        { params: { correctionId: id } },
        { what: correctionTexts.removeLater(title), answer: { id } },
      ),
    onSuccess: (answer, { id, title }) => {
      if (isKept(answer)) {
        queryClient.setQueryData<CorrectionPages>(
          correctionKeys.list(teamId),
          (list) => list && without(list, id),
        );
        return showKept();
      }
      showToast({
        title: correctionTexts.removed,
        description: `The engine no longer learns from “${title}”.`,
        tone: "success",
        action: undoOf(answer),
      });
    },
    onError: (error) => showFailure(correctionTexts.failedToRemove, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["team", teamId] }),
  });
}
