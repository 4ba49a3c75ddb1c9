import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import type { PageBefore } from "../../../shared/paging";
import type { Change, Fields } from "../../journal/change";
import { type EntryListener, recordChange } from "../../journal/service";
import type { TeamService } from "../../teams/service";
import { createAssigneeRepository } from "../assignee-repository";
import { taskNotFound } from "../contract";
import { createTaskRepository, type TaskRow } from "../repository";
import type { Comment, CommentPerson, NewComment } from "./contract";
import { type CommentRow, createCommentRepository } from "./repository";

/** A comment, and the task (`id`) it is on. */
interface CommentPath {
  id: string;
  commentId: string;
}

/** `expected`: the text that the author saw. `recorded`: receives the id of the journal entry. */
interface OwnChange {
  expected?: { body: string } | undefined;
  recorded?: EntryListener;
}

export type CommentService = ReturnType<typeof createCommentService>;

export function createCommentService({ db, teams }: { db: Executor; teams: Pick<TeamService, "isMember"> }) {
  /** Locks the task, so that two people's comments are counted one after the other. */
  async function lockTask(tx: Executor, actor: Actor, id: string): Promise<TaskRow> {
    const task = await createTaskRepository(tx).lock(Object.keys(actor.roles), id);
    if (!task || task.deletedAt) throw new AppError("not_found", taskNotFound);
    return task;
  }

  async function lockOwn(tx: Executor, actor: Actor, task: TaskRow, id: string): Promise<CommentRow> {
    const comment = requireOn(task, await createCommentRepository(tx).lock(task.teamId, id));
    requireAuthor(comment, actor.userId);
    return comment;
  }

  async function requireMembers(tx: Executor, teamId: string, ids: string[]): Promise<void> {
    for (const id of ids)
      if (!(await teams.isMember(tx, teamId, id)))
        throw new AppError("invalid_input", "mentions: Mention members of this team.");
  }

  async function record(
    tx: Executor,
    actor: Actor,
    task: TaskRow,
    { action, summary }: { action: string; summary: string },
    change: Change,
    recorded: EntryListener | undefined,
  ): Promise<void> {
    const entry = await recordChange(
      tx,
      { teamId: task.teamId, userId: actor.userId, action, summary, changes: [change] },
      [],
      [{ type: "task_updated", id: task.id }],
    );
    recorded?.(entry.id);
  }

  async function findTask(actor: Actor, id: string): Promise<TaskRow> {
    const task = await createTaskRepository(db).find(Object.keys(actor.roles), id);
    if (!task) throw new AppError("not_found", taskNotFound);
    return task;
  }

  return {
    /** One comment. @throws AppError `not_found`. */
    async get(actor: Actor, taskId: string, id: string): Promise<Comment> {
      const task = await findTask(actor, taskId);
      return shown(db, requireOn(task, await createCommentRepository(db).find(task.teamId, id)));
    },

    /** The latest comments of a task, or those before one, newest first. @throws AppError `not_found`. */
    async list(actor: Actor, taskId: string, page: PageBefore): Promise<Comment[]> {
      const task = await findTask(actor, taskId);
      const rows = await createCommentRepository(db).list(task.teamId, taskId, page);
      const ids = new Set(rows.flatMap(({ authorId, mentions }) => [authorId, ...mentions]));
      const people = await createAssigneeRepository(db).people([...ids]);
      return rows.map((row) => toComment(row, people));
    },

    /** Adds a comment and shows it on the team's open screens. @throws AppError `not_found`, `invalid_input`. */
    async add(
      actor: Actor,
      taskId: string,
      { body, mentions = [] }: NewComment,
      recorded?: EntryListener,
    ): Promise<Comment> {
      return db.transaction(async (tx) => {
        const task = await lockTask(tx, actor, taskId);
        await requireMembers(tx, task.teamId, mentions);
        const comments = createCommentRepository(tx);
        const { teamId } = task;
        const row = await comments.insert({ teamId, taskId, authorId: actor.userId, body, mentions });
        await comments.count(teamId, taskId);
        await record(
          tx,
          actor,
          task,
          { action: "comment.created", summary: `Commented on “${task.title}”` },
          { kind: "created", type: "comment", id: row.id, after: fieldsOf(row) },
          recorded,
        );
        return shown(tx, row);
      });
    },

    /**
     * Changes the actor's own comment.
     *
     * @throws AppError `not_found`, `invalid_input`, `forbidden`; `changed_since` if it isn't as expected.
     */
    async change(
      actor: Actor,
      { id: taskId, commentId }: CommentPath,
      { body, mentions = [] }: NewComment,
      { expected, recorded }: OwnChange,
    ): Promise<Comment> {
      return db.transaction(async (tx) => {
        const task = await lockTask(tx, actor, taskId);
        const before = await lockOwn(tx, actor, task, commentId);
        if (before.body !== body) requireExpected(before, expected);
        await requireMembers(
          tx,
          task.teamId,
          mentions.filter((id) => !before.mentions.includes(id)),
        );
        if (before.body === body && before.mentions.join() === mentions.join()) return shown(tx, before);
        const row = await createCommentRepository(tx).update(task.teamId, commentId, {
          ...{ body, mentions, editedAt: new Date() },
        });
        await record(
          tx,
          actor,
          task,
          { action: "comment.changed", summary: `Changed a comment on “${task.title}”` },
          { kind: "changed", type: "comment", id: row.id, before: fieldsOf(before), after: fieldsOf(row) },
          recorded,
        );
        return shown(tx, row);
      });
    },

    /**
     * Soft-deletes the actor's own comment.
     *
     * @throws AppError `not_found`, `forbidden`; `changed_since` if it isn't as expected.
     */
    async remove(
      actor: Actor,
      { id: taskId, commentId }: CommentPath,
      { expected, recorded }: OwnChange,
    ): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const task = await lockTask(tx, actor, taskId);
        const row = await lockOwn(tx, actor, task, commentId);
        requireExpected(row, expected);
        const comments = createCommentRepository(tx);
        await comments.update(task.teamId, commentId, { deletedAt: new Date() });
        await comments.count(task.teamId, taskId);
        await record(
          tx,
          actor,
          task,
          { action: "comment.deleted", summary: `Deleted a comment on “${task.title}”` },
          { kind: "deleted", type: "comment", id: row.id, before: fieldsOf(row) },
          recorded,
        );
        return { id: commentId };
      });
    },
  };
}

/** @throws AppError `not_found` unless it is a comment on this task. */
function requireOn(task: TaskRow, comment: CommentRow | undefined): CommentRow {
  if (!comment || comment.deletedAt || comment.taskId !== task.id)
    throw new AppError("not_found", "Comment not found.");
  return comment;
}

/** @throws AppError `changed_since` if a comment isn't as its author saw it. */
function requireExpected({ body }: CommentRow, expected: OwnChange["expected"]): void {
  if (expected && expected.body !== body)
    throw new AppError("changed_since", "This comment has changed since.");
}

/** @throws AppError `forbidden` for somebody else's comment. */
export function requireAuthor({ authorId }: CommentRow, userId: string): void {
  if (authorId !== userId)
    throw new AppError("forbidden", "Only the person who wrote a comment can change or delete it.");
}

/** A comment's fields in the journal's form. */
export function fieldsOf({ body, mentions, editedAt }: CommentRow): Fields {
  return { body, mentions, editedAt: editedAt?.toISOString() ?? null };
}

async function shown(tx: Executor, row: CommentRow): Promise<Comment> {
  return toComment(row, await createAssigneeRepository(tx).people([row.authorId, ...row.mentions]));
}

function toComment(row: CommentRow, people: CommentPerson[]): Comment {
  return {
    ...{ id: row.id, taskId: row.taskId, body: row.body },
    author: people.find(({ id }) => id === row.authorId) ?? null,
    mentions: people.filter(({ id }) => row.mentions.includes(id)),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}

/** Permanently deletes comments of all teams that were deleted before `date`. */
export function purgeComments(db: Executor, date: Date): Promise<void> {
  return createCommentRepository(db).purgeDeletedBefore(date);
}
