import { type Route, route } from "../../../server/http/http";
import { nameEntry } from "../../journal/service";
import { addComment, changeComment, deleteComment, listComments } from "./contract";
import type { CommentService } from "./service";

export const commentRoutes = (comments: CommentService): Route[] => [
  route(listComments, ({ actor, params, query }) => comments.list(actor, params.id, query)),
  route(addComment, ({ actor, params, body, reply }) =>
    comments.add(actor, params.id, body, nameEntry(reply)),
  ),
  route(changeComment, ({ actor, params, body, reply }) =>
    comments.change(actor, params.id, params.commentId, body, nameEntry(reply)),
  ),
  route(deleteComment, ({ actor, params, reply }) =>
    comments.remove(actor, params.id, params.commentId, nameEntry(reply)),
  ),
];
