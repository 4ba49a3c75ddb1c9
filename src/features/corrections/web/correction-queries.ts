import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
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
    queryFn: ({ signal }) => call(getProposal, { params: { teamId }, signal }),
  });
}

/** Applies a proposal, or only the original corrections; the toast offers to undo either. */
export function useAnswer(teamId: string) {
  const queryClient = useQueryClient();
  const undoOf = useUndoAction(teamId);
  return useMutation({
    mutationFn: ({ correctionIds, apply }: Pick<Proposal, "correctionIds"> & { apply: boolean }) =>
      call(answerProposal, { params: { teamId }, body: { correctionIds, apply } }),
    onSuccess: (answer, { apply }) => {
      queryClient.setQueryData<Proposal>(correctionKeys.proposal(teamId), {
        correctionIds: [],
        count: 0,
        messages: [],
      });
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

/** Removes a correction with its effects; the toast offers to undo that. */
export function useRemoveCorrection(teamId: string) {
  const queryClient = useQueryClient();
  const undoOf = useUndoAction(teamId);
  return useMutation({
    mutationFn: ({ id }: Correction) => call(removeCorrection, { params: { correctionId: id } }),
    onSuccess: (answer, { title }) =>
      showToast({
        title: correctionTexts.removed,
        description: `The engine no longer learns from “${title}”.`,
        tone: "success",
        action: undoOf(answer),
      }),
    onError: (error) => showFailure(correctionTexts.failedToRemove, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["team", teamId] }),
  });
}
