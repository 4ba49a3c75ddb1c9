import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../../shared/app-error";
import type { Fields } from "../../journal/change";
import { ChangedSince, type Revert } from "../../journal/service";
import { type CommentRow, createCommentRepository } from "./repository";
import { fieldsOf, requireAuthor } from "./service";

/** Undoes a change to a comment, for the person who wrote it. */
export const revertComment: Revert = async (tx, teamId, change, userId) => {
  const comments = createCommentRepository(tx);
  const current = await comments.lock(teamId, change.id);
  if (!current) throw new AppError("conflict", "The comment no longer exists.");
  requireAuthor(current, userId);

  if (change.kind === "deleted") {
    if (!current.deletedAt) throw new AppError("conflict", "The comment has already been restored.");
    await comments.update(teamId, change.id, { deletedAt: null });
  } else {
    requireUnchanged(current, change.after);
    await comments.update(
      teamId,
      change.id,
      change.kind === "created" ? { deletedAt: new Date() } : columnsOf(change.before),
    );
  }
  await comments.count(teamId, current.taskId);
  return { events: [{ type: "task_updated", id: current.taskId }], facts: [] };
};

function requireUnchanged(current: CommentRow, after: Fields): void {
  const deleted = current.deletedAt !== null;
  if (deleted || !isDeepStrictEqual(fieldsOf(current), after)) throw new ChangedSince("The comment", deleted);
}

function columnsOf({ body, mentions, editedAt }: Fields): Partial<CommentRow> {
  return {
    body: body as string,
    mentions: mentions as string[],
    editedAt: editedAt === null ? null : new Date(editedAt as string),
  };
}
