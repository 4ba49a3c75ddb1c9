import { useQueryClient } from "@tanstack/react-query";
import { urlOf } from "../../../../web/api";
import { showAtOnce } from "../../../../web/change-at-once";
import { callOrKeep, isKept } from "../../../../web/offline/change-queue";
import { showKept } from "../../../../web/offline/show-kept";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { useUnwatchedMutation } from "../../../../web/unwatched-mutation";
import { useUser } from "../../../auth/web/auth-queries";
import { correctionTexts } from "../../../corrections/web/texts";
import { useUndoAction } from "../../../journal/web/undo";
import type { Category, Priority, SeenAnalysis } from "../../../triage/contract";
import { correctMessage, getMessage, type Message } from "../../contract";
import { taskTitleOf } from "../../message-name";
import { applyMessageChange, messageKeys } from "../message-cache";
import { showDone } from "../message-queries";
import { inboxTexts } from "../texts";

/** One correction of a message. */
export type TaskFeedback = { hasTask: boolean } | { category: Category } | { priority: Priority };

/** Corrects a message: on screen at once, and back with a toast if the server refuses. */
export function useCorrectMessage(teamId: string) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const undoOf = useUndoAction(teamId);
  return useUnwatchedMutation({
    mutationKey: ["change-message", teamId, "correct"],
    mutationFn: ({ message, said }: { message: Message; said: TaskFeedback }) =>
      callOrKeep(
        correctMessage,
        { params: { messageId: message.id }, body: said },
        {
          what: inboxTexts.correctLater(taskTitleOf(message)),
          subject: urlOf(getMessage.path, { messageId: message.id }),
          expected: seenOf(message, said),
          answer: asSaid(message, said, user?.id),
        },
      ),
    onCall: ({ message, said }) =>
      showAtOnce(queryClient, messageKeys.team(teamId), () =>
        applyMessageChange(queryClient, teamId, message, asSaid(message, said, user?.id)),
      ),
    onSuccess: (answer) => {
      if (isKept(answer)) return showKept();
      showDone(inboxTexts.messageCorrected, undoOf(answer));
      queryClient.setQueryData<Message>(messageKeys.one(answer.id), (whole) => whole && answer);
    },
    onError: (error, { message, said }) => {
      applyMessageChange(queryClient, teamId, asSaid(message, said, user?.id), message);
      showFailure(correctionTexts.failedToCorrect, error);
    },
    onSettled: (_answer, _error, { message }) => {
      if (queryClient.isMutating({ mutationKey: ["change-message", teamId] }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: messageKeys.team(teamId) });
      void queryClient.invalidateQueries({ queryKey: messageKeys.one(message.id) });
    },
  });
}

/** What the person saw in what they correct. */
function seenOf({ aiAnalysis }: Message, said: TaskFeedback): SeenAnalysis {
  if (!aiAnalysis) return {};
  const { hasTask, category, priority } = aiAnalysis;
  return "hasTask" in said ? { hasTask } : "category" in said ? { category } : { priority };
}

/** The message as it will be. If the user isn't known here, the server adds who decided. */
function asSaid(message: Message, said: TaskFeedback, userId: string | undefined): Message {
  const { aiAnalysis } = message;
  if (!aiAnalysis) return message;
  const by = (field: "task" | "category" | "urgency") => userId && { [field]: userId };
  if ("hasTask" in said)
    return {
      ...message,
      aiAnalysis: {
        ...aiAnalysis,
        hasTask: said.hasTask,
        ...(!said.hasTask && { taskTitle: null, dueDate: null }),
        decided: { ...aiAnalysis.decided, ...by("task") },
      },
    };
  if ("category" in said)
    return {
      ...message,
      aiAnalysis: {
        ...aiAnalysis,
        category: said.category,
        decided: { ...aiAnalysis.decided, ...by("category") },
      },
    };
  return {
    ...message,
    priority: said.priority,
    aiAnalysis: {
      ...aiAnalysis,
      priority: said.priority,
      decided: { ...aiAnalysis.decided, ...by("urgency") },
    },
  };
}
