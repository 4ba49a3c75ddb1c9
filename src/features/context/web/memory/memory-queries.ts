import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { deleteAreaFact } from "../../../areas/contract";
import { areaKeys } from "../../../areas/web/area-queries";
import { useUndoAction } from "../../../journal/web/undo";
import {
  deleteConversation,
  deleteConversations,
  forgetArea,
  forgetFact,
  listConversations,
  listDeletedAreas,
  listRememberedFacts,
  type RememberedFact,
} from "../../contract";
import { chatsKey } from "../chat-queries";
import { memoryTexts } from "./texts";

const conversationsKey = (teamId: string) => ["team", teamId, "chats"];

/** The facts of all areas that contain some words. */
export function useRememberedFacts(teamId: string, q: string) {
  return useQuery({
    // Live events invalidate areas with their facts.
    queryKey: [...areaKeys.team(teamId), "remembered", q],
    queryFn: ({ signal }) => call(listRememberedFacts, { params: { teamId }, query: { q }, signal }),
    placeholderData: (before) => before,
  });
}

/** The deleted areas that are still kept and whose names contain some words. */
export function useDeletedAreas(teamId: string, q: string) {
  return useQuery({
    queryKey: [...areaKeys.team(teamId), "deleted", q],
    queryFn: ({ signal }) => call(listDeletedAreas, { params: { teamId }, query: { q }, signal }),
    placeholderData: (before) => before,
  });
}

/** The person's conversations that contain some words. */
export function useConversations(teamId: string, q: string) {
  return useQuery({
    queryKey: [...conversationsKey(teamId), q],
    queryFn: ({ signal }) => call(listConversations, { params: { teamId }, query: { q }, signal }),
    placeholderData: (before) => before,
  });
}

/** What was deleted also leaves what the browser keeps of screens that aren't open. */
function forget(queryClient: QueryClient, queryKeys: string[][]): Promise<unknown> {
  for (const queryKey of queryKeys) queryClient.removeQueries({ queryKey, type: "inactive" });
  return Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

function useForget<Input>(
  teamId: string,
  run: (input: Input) => Promise<unknown>,
  texts: { done: string; failed: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => showToast({ title: texts.done, tone: "success" }),
    onError: (error) => showFailure(texts.failed, error),
    onSettled: () => forget(queryClient, [areaKeys.team(teamId), chatsKey(teamId), conversationsKey(teamId)]),
  });
}

/** Deletes a fact for good that was deleted before. */
export const useForgetFact = (teamId: string) =>
  useForget(teamId, (factId: string) => call(forgetFact, { params: { teamId, factId } }), {
    done: memoryTexts.factDeleted,
    failed: memoryTexts.failedToDeleteFact,
  });

/**
 * Deletes a fact. As long as the toast offers to undo that, it is marked as deleted; then it goes for good, also if the
 * person leaves the page.
 */
export function useDeleteFactForGood(teamId: string) {
  const undo = useUndoAction(teamId);
  const queryClient = useQueryClient();
  const reload = () =>
    forget(queryClient, [areaKeys.team(teamId), chatsKey(teamId), conversationsKey(teamId)]);
  return useMutation({
    mutationFn: ({ id, text, area }: Pick<RememberedFact, "id" | "text" | "area">) =>
      call(deleteAreaFact, {
        params: { teamId, areaId: area.id, factId: id },
        body: { expected: { text } },
      }),
    onSuccess(answer, { id: factId }) {
      const stopWaiting = () => window.removeEventListener("pagehide", finish);
      const finish = () => {
        stopWaiting();
        call(forgetFact, { params: { teamId, factId }, query: { only: "deleted" }, keepalive: true })
          .catch((error: Error) => {
            // The toast also goes when Z, Activity or another tab has undone the deletion.
            if (!(error instanceof ApiError && error.code === "changed_since"))
              showFailure(memoryTexts.failedToDeleteFact, error);
          })
          .finally(reload);
      };
      window.addEventListener("pagehide", finish);
      const action = undo(answer).map(({ label, run }) => ({
        label,
        run() {
          stopWaiting();
          run();
        },
      }));
      showToast({
        title: memoryTexts.factGoing,
        description: memoryTexts.factGoingDetail,
        action,
        gone: finish,
      });
    },
    onError: (error) => showFailure(memoryTexts.failedToDeleteFact, error),
    onSettled: reload,
  });
}

export const useForgetArea = (teamId: string) =>
  useForget(teamId, (areaId: string) => call(forgetArea, { params: { teamId, areaId } }), {
    done: memoryTexts.areaDeleted,
    failed: memoryTexts.failedToDeleteArea,
  });

export const useDeleteConversation = (teamId: string) =>
  useForget(
    teamId,
    (conversationId: string) => call(deleteConversation, { params: { teamId, conversationId } }),
    { done: memoryTexts.chatDeleted, failed: memoryTexts.failedToDeleteChat },
  );

export const useDeleteConversations = (teamId: string) =>
  useForget(teamId, () => call(deleteConversations, { params: { teamId } }), {
    done: memoryTexts.chatsDeleted,
    failed: memoryTexts.failedToDeleteChats,
  });
