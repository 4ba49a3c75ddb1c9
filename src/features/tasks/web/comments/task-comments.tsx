import { Button, Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../../web/ui/relative-time";
import { useShortcut } from "../../../../web/ui/shortcuts/shortcuts";
import { useUser } from "../../../auth/web/auth-queries";
import { personName } from "../../../auth/web/person-name";
import type { Comment } from "../../comments/contract";
import type { Task } from "../../contract";
import { useCommentDraft } from "./comment-draft";
import { CommentEditor } from "./comment-editor";
import { useAddComment, useChangeComment, useComments, useDeleteComment } from "./comment-queries";
import { type CitedWords, CommentText } from "./comment-text";
import { commentTexts } from "./comment-texts";
import { useLedHere } from "./led-here";
import classes from "./task-comments.module.css";

interface TaskCommentsProps {
  task: Task;
  teamId: string;
  cited: CitedWords | undefined;
}

/** What people say about a task, oldest first, and a field to say something. */
export function TaskComments({ task, teamId, cited }: TaskCommentsProps) {
  const query = useComments(task.id);
  const { data: user } = useUser();
  const [text, setText] = useCommentDraft(user?.id ?? "", task.id);
  const add = useAddComment(task);
  const input = useRef<HTMLTextAreaElement>(null);
  useShortcut({ key: "m", label: commentTexts.write, group: "Task", run: () => input.current?.focus() });
  const comments = query.data?.pages.flat().toReversed();
  const citedId =
    cited && comments?.findLast(({ body }) => body.slice(cited.start, cited.end) === cited.quote)?.id;
  const list = useRef<HTMLOListElement>(null);
  // A mention leads here. The task's fields come first, and on a phone nobody would see what was said.
  useLedHere({
    isRead: comments !== undefined && !query.isFetching,
    read: () => void query.refetch({ cancelRefetch: false }),
    show: () => list.current?.lastElementChild?.scrollIntoView({ block: "center" }),
  });
  const { fetchNextPage } = query;
  const isEarlier = cited && !citedId && query.hasNextPage && !query.isFetching && !query.isError;
  useEffect(() => {
    if (isEarlier) void fetchNextPage();
  }, [isEarlier, fetchNextPage]);
  return (
    <section className={classes.comments} aria-labelledby="task-comments">
      <h3 id="task-comments" className={classes.heading}>
        {commentTexts.title}
        {task.commentCount > 0 && (
          <span className={classes.count}>{task.commentCount.toLocaleString("en-US")}</span>
        )}
      </h3>
      <QueryView
        query={{ ...query, data: comments }}
        failure={commentTexts.failedToFetch}
        skeleton={<Skeleton height={40} radius={8} />}
      >
        {(all) => (
          <>
            {query.hasNextPage && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {commentTexts.earlier}
              </Button>
            )}
            {all.length > 0 && (
              <ol ref={list} className={classes.list}>
                {all.map((comment) => (
                  <OneComment
                    key={comment.id}
                    {...{ comment, task, teamId }}
                    own={comment.author?.id === user?.id}
                    cited={comment.id === citedId ? cited : undefined}
                    onGone={() => input.current?.focus()}
                  />
                ))}
              </ol>
            )}
          </>
        )}
      </QueryView>
      <CommentEditor
        teamId={teamId}
        label={commentTexts.write}
        text={text}
        onText={setText}
        submit={commentTexts.add}
        busy={add.isPending}
        onSubmit={(comment) => add.mutate(comment, { onSuccess: () => setText("") })}
        input={input}
      />
    </section>
  );
}

interface OneCommentProps {
  comment: Comment;
  task: Task;
  teamId: string;
  /** The reader wrote it. */
  own: boolean;
  cited: CitedWords | undefined;
  /** Its buttons disappear, and the focus with them. */
  onGone: () => void;
}

function OneComment({ comment, task, teamId, own, cited, onGone }: OneCommentProps) {
  const now = useNow(30_000);
  const [draft, setDraft] = useState<string>();
  const change = useChangeComment(task);
  const remove = useDeleteComment(task, onGone);
  const edit = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setDraft(undefined);
    requestAnimationFrame(() => edit.current?.focus());
  };
  const { author, body, mentions, createdAt, editedAt } = comment;
  return (
    <li className={classes.comment}>
      <div className={classes.meta}>
        <span className={classes.author} dir="auto">
          {author ? personName(author) : commentTexts.formerMember}
        </span>
        <time dateTime={createdAt} title={new Date(createdAt).toLocaleString("en-US")}>
          {messageAge(createdAt, now)}
        </time>
        {editedAt && <span>{commentTexts.edited}</span>}
        {own && draft === undefined && (
          <span className={classes.own}>
            <Button ref={edit} variant="subtle" size="compact-xs" onClick={() => setDraft(body)}>
              {commentTexts.edit}
            </Button>
            <Button variant="subtle" color="danger" size="compact-xs" onClick={() => remove.mutate(comment)}>
              {commentTexts.delete}
            </Button>
          </span>
        )}
      </div>
      {draft === undefined ? (
        <CommentText {...{ body, mentions, cited }} />
      ) : (
        <CommentEditor
          teamId={teamId}
          label={commentTexts.edit}
          text={draft}
          onText={setDraft}
          mentioned={mentions}
          submit={commentTexts.save}
          busy={change.isPending}
          onSubmit={(next) => change.mutate({ before: comment, comment: next }, { onSuccess: stop })}
          onCancel={stop}
          input={focusOnce}
        >
          <Button size="compact-md" variant="default" onClick={stop}>
            {commentTexts.cancel}
          </Button>
        </CommentEditor>
      )}
    </li>
  );
}

/** Takes the focus when it appears, with the caret at the end. */
function focusOnce(element: HTMLTextAreaElement | null) {
  if (!element || element.dataset.focused) return;
  element.dataset.focused = "true";
  element.focus();
  element.setSelectionRange(element.value.length, element.value.length);
}
