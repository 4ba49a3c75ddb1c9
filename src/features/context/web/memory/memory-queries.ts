import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { areaKeys } from "../../../areas/web/area-queries";
import {
  deleteConversation,
  deleteConversations,
  forgetArea,
  forgetFact,
  listConversations,
  listDeletedAreas,
  listRememberedFacts,
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

export const useForgetFact = (teamId: string) =>
  useForget(teamId, (factId: string) => call(forgetFact, { params: { teamId, factId } }), {
    done: memoryTexts.factDeleted,
    failed: memoryTexts.failedToDeleteFact,
  });

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
