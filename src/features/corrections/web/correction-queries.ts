import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { texts } from "../../../shared/texts";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndo } from "../../journal/web/undo";
import {
  answerProposal,
  getProposal,
  type Lesson,
  lessonPage,
  listLessons,
  type Proposal,
  removeLesson,
} from "../contract";
import { didChange } from "./correction-words";

const lessonKeys = {
  team: (teamId: string) => ["team", teamId, "lessons"],
  proposal: (teamId: string) => ["team", teamId, "lessons", "proposal"],
  list: (teamId: string) => ["team", teamId, "lessons", "list"],
};

/** Which similar messages one's latest corrections would change; asked again whenever the team's lessons change. */
export function useProposal(teamId: string) {
  return useQuery({
    queryKey: lessonKeys.proposal(teamId),
    queryFn: ({ signal }) => call(getProposal, { params: { teamId }, signal }),
  });
}

/** Applies a proposal, or keeps the corrections to their own messages; either can be undone from the toast. */
export function useAnswer(teamId: string) {
  const queryClient = useQueryClient();
  const undo = useUndo(teamId);
  return useMutation({
    mutationFn: ({ lessonIds, apply }: Pick<Proposal, "lessonIds"> & { apply: boolean }) =>
      call(answerProposal, { params: { teamId }, body: { lessonIds, apply } }),
    onSuccess: ({ changed }, { apply }) => {
      queryClient.setQueryData<Proposal>(lessonKeys.proposal(teamId), {
        lessonIds: [],
        count: 0,
        messages: [],
      });
      showToast({
        title: apply ? texts.lessons.applied : texts.lessons.declined,
        description: apply ? didChange(changed) : texts.lessons.declinedDetail,
        tone: apply ? "success" : "info",
        action: { label: "Undo", run: () => undo.mutate({}) },
      });
    },
    onError: (error) => showFailure(texts.lessons.failedToAnswer, error),
    onSettled: () => {
      for (const queryKey of [lessonKeys.team(teamId), ["team", teamId, "messages"], ["message"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** The team's lessons page by page, latest first. */
export function useLessons(teamId: string) {
  return useInfiniteQuery({
    queryKey: lessonKeys.list(teamId),
    queryFn: ({ pageParam, signal }) =>
      call(listLessons, { params: { teamId }, query: { limit: lessonPage, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((count, { lessons }) => count + lessons.length, 0);
      return last.lessons.length > 0 && loaded < last.total ? loaded : undefined;
    },
  });
}

/** Takes a lesson away with what it changed; the toast offers to take that back. */
export function useRemoveLesson(teamId: string) {
  const queryClient = useQueryClient();
  const undo = useUndo(teamId);
  return useMutation({
    mutationFn: ({ id }: Lesson) => call(removeLesson, { params: { lessonId: id } }),
    onSuccess: (_answer, { title }) =>
      showToast({
        title: texts.lessons.removed,
        description: `“${title}” teaches nothing any more.`,
        tone: "success",
        action: { label: "Undo", run: () => undo.mutate({}) },
      }),
    onError: (error) => showFailure(texts.lessons.failedToRemove, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["team", teamId] }),
  });
}
