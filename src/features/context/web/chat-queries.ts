import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { cutText } from "../../../shared/cut-text";
import { ApiError, call, callForEvents } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { announce } from "../../../web/ui/feedback/announce";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { useUndoAction } from "../../journal/web/undo";
import {
  type Answer,
  type ChatMessage,
  chatHistory,
  clearChat,
  confirmProposal,
  sendChat,
} from "../contract";
import { contextTexts } from "./texts";

/** All chats of the person in the team. */
export const chatsKey = (teamId: string) => ["team", teamId, "chat"];
const chatKey = (teamId: string, areaId?: string) => [...chatsKey(teamId), areaId ?? "everything"];

const ofArea = (areaId: string | undefined) => (areaId ? { areaId } : {});

/** The person's chat in the team, or about an area, oldest first. */
export function useChatHistory(teamId: string, areaId?: string) {
  return useQuery({
    queryKey: chatKey(teamId, areaId),
    queryFn: ({ signal }) => call(chatHistory, { params: { teamId }, query: ofArea(areaId), signal }),
    // What an answer quotes may have been deleted since.
    refetchOnMount: "always",
  });
}

/** A question that isn't in the history yet. */
export interface OpenQuestion {
  question: string;
  state: "answering" | "stopped" | "failed";
  /** The answer so far; null before its first part. */
  answer: Answer | null;
  /** The turns of the history when it was asked; undefined if that hadn't loaded. */
  before: ReadonlySet<string> | undefined;
}

type Part = Pick<Answer, "kind" | "intro"> | { sentence: Answer["sentences"][number] };

/** Asks questions one at a time, and shows each answer while it grows. */
export function useAsking(teamId: string, areaId?: string) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<OpenQuestion>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = useCallback(
    async (question: string) => {
      const stop = new AbortController();
      running.current = stop;
      const turns = queryClient.getQueryData<ChatMessage[]>(chatKey(teamId, areaId));
      const before = turns && new Set(turns.map(({ id }) => id));
      setOpen({ question, state: "answering", answer: null, before });
      try {
        const input = {
          params: { teamId },
          body: { message: question, ...ofArea(areaId) },
          signal: stop.signal,
        };
        const message = await callForEvents(sendChat, input, (name, data) => {
          if (name === "delta") setOpen((now) => now && grown(now, data as Part));
        });
        queryClient.setQueryData<ChatMessage[]>(chatKey(teamId, areaId), (turns = []) =>
          // The screen may have heard of the answer first, and fetched it.
          turns.some(({ id }) => id === message.id)
            ? turns
            : [
                ...turns,
                { ...message, id: `question ${message.id}`, role: "user", content: question, answer: null },
                message,
              ],
        );
        setOpen(undefined);
        announce(message.content);
      } catch (error) {
        if (stop.signal.aborted) return setOpen((now) => now && { ...now, state: "stopped" });
        setOpen((now) => now && { ...now, state: "failed" });
        if (error instanceof ApiError && error.status === 401) return;
        const wait = error instanceof ApiError && error.status === 429 && reasonOf(error);
        showToast({
          ...{ title: contextTexts.failedToSend, tone: "error" },
          description: wait || contextTexts.tryAgain,
        });
      }
    },
    [teamId, areaId, queryClient],
  );
  return { open, ask, stop: () => running.current?.abort(), forget: () => setOpen(undefined) };
}

const empty: Answer = { kind: "quotes", intro: "", sentences: [], sources: [] };

function grown(open: OpenQuestion, part: Part): OpenQuestion {
  const answer = open.answer ?? empty;
  return {
    ...open,
    answer:
      "sentence" in part
        ? { ...answer, sentences: [...answer.sentences, part.sentence] }
        : // A kind begins the answer, and again if the language model fails on the way.
          { ...empty, ...part },
  };
}

/** Adds a task that an answer offers, with Undo in a toast. */
export function useConfirmProposal(teamId: string, messageId: string) {
  const queryClient = useQueryClient();
  const undoAction = useUndoAction(teamId);
  return useMutation({
    mutationFn: (proposal: number) =>
      call(confirmProposal, { params: { teamId, messageId }, body: { proposal } }),
    onSuccess: (message, proposal) => {
      queryClient.setQueriesData<ChatMessage[]>({ queryKey: chatsKey(teamId) }, (turns = []) =>
        turns.map((turn) => (turn.id === message.id ? message : turn)),
      );
      showToast({
        title: contextTexts.taskAdded,
        description: `“${cutText(message.answer?.proposals?.[proposal]?.title ?? "", 60)}”`,
        tone: "success",
        action: undoAction(message),
      });
    },
    onError: (error) => showFailure(contextTexts.failedToAdd, error),
  });
}

/** Deletes the whole chat for good. */
export function useClearChat(teamId: string, areaId?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(clearChat, { params: { teamId }, query: ofArea(areaId) }),
    onSuccess: () => queryClient.setQueryData<ChatMessage[]>(chatKey(teamId, areaId), []),
    onError: (error) => showFailure(contextTexts.failedToClear, error),
  });
}
