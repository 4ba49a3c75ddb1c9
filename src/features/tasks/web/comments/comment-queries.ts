import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, urlOf } from "../../../../web/api";
import { callOrKeep, draftId, isKept } from "../../../../web/offline/change-queue";
import { kept } from "../../../../web/offline/kept-reads";
import { showKept } from "../../../../web/offline/show-kept";
import { announce } from "../../../../web/ui/feedback/announce";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import { useUndoAction } from "../../../journal/web/undo";
import {
  addComment,
  type Comment,
  type CommentPerson,
  changeComment,
  commentPage,
  deleteComment,
  getComment,
  listComments,
  type NewComment,
} from "../../comments/contract";
import type { Task } from "../../contract";
import { applyTaskChange, taskKeys } from "../task-cache";
import { commentTexts } from "./comment-texts";

/** The comments on a task, the latest page first. */
export function useComments(taskId: string) {
  return useInfiniteQuery({
    queryKey: taskKeys.comments(taskId),
    queryFn: kept(({ pageParam, signal }) =>
      call(listComments, {
        params: { id: taskId },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Comment[]) => (page.length === commentPage ? page.at(-1)?.id : undefined),
  });
}

/** Adds a comment to a task. */
export function useAddComment(task: Task) {
  const { data: user } = useUser();
  return useCommentChange(task, {
    send: (comment: WrittenComment) =>
      callOrKeep(
        addComment,
        { params: { id: task.id }, body: toBody(comment) },
        { what: commentTexts.addLater(task.title), ...draftOf(task, comment, user) },
      ),
    // An event of the change may have loaded it already.
    show: (page, added, isFirst) =>
      isFirst && !page.some(({ id }) => id === added.id) ? [added, ...page] : page,
    succeeded: () => announce(commentTexts.added),
    failed: commentTexts.failedToAdd,
  });
}

/** Changes one's own comment. */
export function useChangeComment(task: Task) {
  return useCommentChange(task, {
    send: ({ before, comment }: { before: Comment; comment: WrittenComment }) =>
      callOrKeep(
        changeComment,
        { params: pathOf(before), body: toBody(comment) },
        {
          ...{ what: commentTexts.changeLater(task.title), ...seenOf(before) },
          answer: { ...before, ...comment, editedAt: new Date().toISOString() },
        },
      ),
    show: (page, changed) => page.map((one) => (one.id === changed.id ? changed : one)),
    failed: commentTexts.failedToChange,
  });
}

/** Deletes one's own comment; the toast offers to undo it. @param onGone - before it leaves the screen. */
export function useDeleteComment(task: Task, onGone: () => void) {
  const undoAction = useUndoAction(task.teamId);
  return useCommentChange(task, {
    send: (comment: Comment) =>
      callOrKeep(
        deleteComment,
        { params: pathOf(comment) },
        { what: commentTexts.deleteLater(task.title), ...seenOf(comment), answer: { id: comment.id } },
      ),
    show: (page, { id }) => page.filter((one) => one.id !== id),
    made: onGone,
    succeeded: (answer) =>
      showToast({ title: commentTexts.deleted, tone: "success", action: undoAction(answer) }),
    failed: commentTexts.failedToDelete,
  });
}

const pathOf = ({ id, taskId }: Comment) => ({ id: taskId, commentId: id });

/** What a later change of one's own comment needs: where it can be read, and what its author saw. */
const seenOf = (comment: Comment) => ({
  subject: urlOf(getComment.path, pathOf(comment)),
  expected: { body: comment.body },
});

/** A comment as its author has written it. */
export interface WrittenComment {
  body: string;
  mentions: CommentPerson[];
}

const toBody = ({ body, mentions }: WrittenComment): NewComment => ({
  body,
  mentions: mentions.map(({ id }) => id),
});

/** What the screen shows of a new comment until the server has it. */
function draftOf({ id: taskId }: Task, comment: WrittenComment, user: CommentPerson | null | undefined) {
  const id = draftId();
  const createdAt = new Date().toISOString();
  return {
    draftId: id,
    answer: { ...comment, ...{ id, taskId, author: user ?? null, createdAt, editedAt: null } },
  };
}

interface CommentChange<Input, Answer extends object> {
  send: (input: Input) => Promise<Answer>;
  /** A page of comments, newest first, as it is once the change is made; shown until it's loaded. */
  show: (page: Comment[], answer: Answer, isFirst: boolean) => Comment[];
  /** Called before the screen shows it. */
  made?: () => void;
  succeeded?: (answer: Answer) => void;
  failed: string;
}

function useCommentChange<Input, Answer extends object>(
  task: Task,
  { send, show, made, succeeded, failed }: CommentChange<Input, Answer>,
) {
  const { id, teamId } = task;
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const showAnswer = (answer: Answer) => {
    const key = taskKeys.comments(id);
    const list = queryClient.getQueryData<InfiniteData<Comment[]>>(key);
    if (!list) return;
    const pages = list.pages.map((page, index) => show(page, answer, index === 0));
    queryClient.setQueryData<InfiniteData<Comment[]>>(key, { ...list, pages });
    const more = pages.flat().length - list.pages.flat().length;
    if (more === 0) return;
    const commentCount = task.commentCount + more;
    applyTaskChange(queryClient, teamId, { before: task, after: { ...task, commentCount } }, user?.id);
  };
  return useMutation({
    mutationKey: ["change-comment", id],
    mutationFn: send,
    onSuccess: (answer) => {
      made?.();
      showAnswer(answer);
      if (isKept(answer)) showKept();
      else succeeded?.(answer);
    },
    onError: (error) => showFailure(failed, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: taskKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: taskKeys.team(teamId) });
    },
  });
}
