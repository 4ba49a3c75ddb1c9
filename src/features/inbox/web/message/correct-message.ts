import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { useUnwatchedMutation } from "../../../../web/unwatched-mutation";
import { useUser } from "../../../auth/web/auth-queries";
import { correctionTexts } from "../../../corrections/web/texts";
import { useUndoAction } from "../../../journal/web/undo";
import type { Category, Priority } from "../../../triage/contract";
import { correctMessage, type Message } from "../../contract";
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
      call(correctMessage, { params: { messageId: message.id }, body: said }),
    onMutate: async ({ message, said }) => {
      await queryClient.cancelQueries({ queryKey: messageKeys.team(teamId) });
      applyMessageChange(queryClient, teamId, message, asSaid(message, said, user?.id));
    },
    onSuccess: (answer) => {
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
