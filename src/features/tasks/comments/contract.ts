import { z } from "zod";
import { endpoint } from "../../../shared/endpoint";
import { before, pageLimit } from "../../../shared/paging";
import { typedText } from "../../../shared/typed-values";

/** The longest comment (characters). */
export const longestComment = 10_000;

/** Somebody who wrote a comment, or whom it mentions. */
export const CommentPerson = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type CommentPerson = z.infer<typeof CommentPerson>;

/** What somebody said about a task, as plain text. */
export const Comment = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  /** Null: the account was deleted. */
  author: CommentPerson.nullable(),
  body: z.string(),
  mentions: z.array(CommentPerson),
  createdAt: z.iso.datetime(),
  /** When it was last changed; null: never. */
  editedAt: z.iso.datetime().nullable(),
});
export type Comment = z.infer<typeof Comment>;

export const NewComment = z.strictObject({
  body: typedText()
    .min(1, "Write a comment.")
    .max(longestComment, "Keep a comment within 10,000 characters."),
  /** The members to notify. */
  mentions: z.array(z.uuid()).max(50, "Mention at most 50 people.").default([]),
});
export type NewComment = z.infer<typeof NewComment>;

/** The text that the caller saw. If the comment has another text by now, nothing changes. */
const expected = z.strictObject({ body: z.string() }).optional();

const taskParams = z.object({ id: z.uuid() });
const commentParams = z.object({ id: z.uuid(), commentId: z.uuid() });

/** Comments on a page. */
export const commentPage = 50;

export const listComments = endpoint({
  method: "GET",
  path: "/api/tasks/:id/comments",
  summary: "A page of the comments on a task, newest first, or of those before a comment.",
  params: taskParams,
  query: z.object({ limit: pageLimit(commentPage), before }),
  response: z.array(Comment),
});

export const addComment = endpoint({
  method: "POST",
  path: "/api/tasks/:id/comments",
  summary: "Comment on a task. Members it mentions are notified.",
  params: taskParams,
  body: NewComment,
  response: Comment,
  repeatable: true,
});

export const getComment = endpoint({
  method: "GET",
  path: "/api/tasks/:id/comments/:commentId",
  summary: "One comment.",
  params: commentParams,
  response: Comment,
});

export const changeComment = endpoint({
  method: "PATCH",
  path: "/api/tasks/:id/comments/:commentId",
  summary:
    "Change your own comment. Newly mentioned members are notified. With `expected`, 409 if its text is another one " +
    "by now.",
  params: commentParams,
  body: NewComment.extend({ expected }),
  response: Comment,
  repeatable: true,
  errors: ["forbidden", "changed_since"],
});

export const deleteComment = endpoint({
  method: "DELETE",
  path: "/api/tasks/:id/comments/:commentId",
  summary:
    "Delete your own comment. Undo restores it for 30 days. With `expected`, 409 if its text is another one by now.",
  params: commentParams,
  body: z.strictObject({ expected }).nullish(),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
  errors: ["forbidden", "changed_since"],
});
