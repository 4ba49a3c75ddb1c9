import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { announce } from "../../../../web/ui/feedback/announce";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUndoAction } from "../../../journal/web/undo";
import {
  addComment,
  type Comment,
  changeComment,
  commentPage,
  deleteComment,
  listComments,
  type NewComment,
} from "../../comments/contract";
import type { Task } from "../../contract";
import { taskKeys } from "../task-cache";
import { commentTexts } from "../texts";

/** The comments on a task, the latest page first. */
export function useComments(taskId: string) {
  return useInfiniteQuery({
    queryKey: taskKeys.comments(taskId),
    queryFn: ({ pageParam, signal }) =>
      call(listComments, {
        params: { id: taskId },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Comment[]) => (page.length === commentPage ? page.at(-1)?.id : undefined),
  });
}

/** Adds a comment to a task. */
export function useAddComment(task: Task) {
  return useCommentChange(task, {
    send: (comment: NewComment) => call(addComment, { params: { id: task.id }, body: comment }),
    succeeded: () => announce(commentTexts.added),
    failed: commentTexts.failedToAdd,
  });
}

/** Changes one's own comment. */
export function useChangeComment(task: Task) {
  return useCommentChange(task, {
    send: ({ id, comment }: { id: string; comment: NewComment }) =>
      call(changeComment, { params: { id: task.id, commentId: id }, body: comment }),
    failed: commentTexts.failedToChange,
  });
}

/** Deletes one's own comment; the toast offers to undo it. */
export function useDeleteComment(task: Task) {
  const undoAction = useUndoAction(task.teamId);
  return useCommentChange(task, {
    send: (id: string) => call(deleteComment, { params: { id: task.id, commentId: id } }),
    succeeded: (answer) =>
      showToast({ title: commentTexts.deleted, tone: "success", action: undoAction(answer) }),
    failed: commentTexts.failedToDelete,
  });
}

interface CommentChange<Input> {
  send: (input: Input) => Promise<object>;
  succeeded?: (answer: object) => void;
  failed: string;
}

function useCommentChange<Input>({ id, teamId }: Task, { send, succeeded, failed }: CommentChange<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ["change-comment", id],
    mutationFn: send,
    onSuccess: (answer) => succeeded?.(answer),
    onError: (error) => showFailure(failed, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
    },
  });
}
