import { type Route, route } from "../../../server/http/http";
import { nameEntry } from "../../journal/service";
import { addComment, changeComment, deleteComment, getComment, listComments } from "./contract";
import type { CommentService } from "./service";

export const commentRoutes = (comments: CommentService): Route[] => [
  route(listComments, ({ actor, params, query }) => comments.list(actor, params.id, query)),
  route(getComment, ({ actor, params }) => comments.get(actor, params.id, params.commentId)),
  route(
    addComment,
    ({ actor, params, body, reply }) => comments.add(actor, params.id, body, nameEntry(reply)),
    { again: ({ actor, params }, { subject }) => comments.get(actor, params.id, subject("comment")) },
  ),
  route(
    changeComment,
    ({ actor, params, body: { expected, ...comment }, reply }) =>
      comments.change(actor, params, comment, { expected, recorded: nameEntry(reply) }),
    { again: ({ actor, params }) => comments.get(actor, params.id, params.commentId) },
  ),
  route(
    deleteComment,
    ({ actor, params, body, reply }) =>
      comments.remove(actor, params, { expected: body?.expected, recorded: nameEntry(reply) }),
    { again: ({ params: { commentId } }) => ({ id: commentId }) },
  ),
];
