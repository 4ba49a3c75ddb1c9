import { useMutation, useQueryClient } from "@tanstack/react-query";
import { counted } from "../../../../shared/counted";
import { call, urlOf } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndo } from "../../../journal/web/undo";
import { type BulkTarget, getMessage, type Message, resolveMessages } from "../../contract";
import { applyMessageChange } from "../message-cache";
import { inboxTexts } from "../texts";

interface ChosenMessages {
  target: BulkTarget;
  /** Those of them that are loaded. */
  messages: Message[];
}

/** Resolves many messages; the toast undoes it in one step. */
export function useResolveMany(teamId: string) {
  const queryClient = useQueryClient();
  const { mutate: undo } = useUndo(teamId);
  const showWaiting = (messages: Message[]) => {
    for (const message of messages)
      applyMessageChange(queryClient, teamId, message, { ...message, status: "resolved" });
    showKept();
  };
  return useMutation({
    mutationKey: ["change-message", teamId, "resolve-many"],
    mutationFn: (chosen: ChosenMessages) => send(teamId, chosen),
    onSuccess: (answer, { messages }) => {
      if (isKept(answer)) return showWaiting(messages);
      const { changed, entryId } = answer;
      showToast({
        title: `Resolved ${counted(changed, "message")}`,
        tone: "success",
        ...(entryId && { action: { label: "Undo", run: () => undo({ id: entryId }) } }),
      });
    },
    onError: (error, { target }) => {
      const cantWait = error instanceof TypeError && "filter" in target;
      const title = cantWait ? inboxTexts.notLoaded : inboxTexts.failedToUpdate;
      showToast({ title, description: reasonOf(error), tone: "error" });
    },
    onSettled: () => {
      for (const queryKey of [["team", teamId, "messages"], ["message"]])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Resolves messages; without a connection later, if they are loaded, and then only as the person saw them. */
function send(teamId: string, { target, messages }: ChosenMessages) {
  const input = { params: { teamId }, body: target };
  // What isn't loaded can't wait: nobody has seen it.
  if ("filter" in target) return call(resolveMessages, input);
  return callOrKeep(resolveMessages, input, {
    what: `Resolve ${counted(messages.length, "message")}`,
    subject: messages.map(({ id }) => urlOf(getMessage.path, { messageId: id })),
    expected: Object.fromEntries(messages.map(({ id, status }) => [id, status])),
    answer: { changed: messages.length, entryId: null },
  });
}
