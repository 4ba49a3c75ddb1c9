import { randomUUID } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import { recordChange } from "../journal/service";
import { requireTeam } from "../teams/service";
import { teachingOf } from "./active-corrections";
import { type Lesson, type Proposal, shownOfProposal } from "./contract";
import { findProposed, type ProposedChange, type TaughtMessages, toEffect } from "./proposals";
import { createLessonRepository, type LessonRow } from "./repository";

export { laidOn, teamTeaching } from "./active-corrections";
export type { TaughtMessage, TaughtMessages } from "./proposals";
export { type Corrected, recordLessons } from "./record";
export { createLessonReverts } from "./revert";

/** The latest new messages a proposal looks at. */
export const lookedAt = 2000;

export type LessonService = ReturnType<typeof createLessonService>;

const nothing: Proposal = { lessonIds: [], count: 0, messages: [] };

export function createLessonService({ db, messages }: { db: Executor; messages: TaughtMessages }) {
  /** The latest question of each person: an earlier one that is still being worked out is given up. */
  const asking = new Map<string, symbol>();

  /** What a person's open lessons would change; only those named, where some are. */
  async function propose(teamId: string, userId: string, only?: string[], isStopped = () => false) {
    const lessons = createLessonRepository(db);
    const open = (await lessons.open(teamId, userId)).filter(({ id }) => !only || only.includes(id));
    if (open.length === 0) return { open, proposed: [] };
    const fresh = new Set(open.map(({ id }) => id));
    const all = await lessons.teaching(teamId, userId, 1000);
    const own = new Set(open.map(({ messageId }) => messageId));
    const latest = await messages.latest(teamId, userId, lookedAt);
    const proposed = await findProposed(
      latest.filter(({ id }) => !own.has(id)),
      { before: teachingOf(all.filter(({ id }) => !fresh.has(id))), after: teachingOf(all) ?? [], fresh },
      isStopped,
    );
    return { open, proposed };
  }

  return {
    async list(actor: Actor, teamId: string, { limit, offset }: { limit: number; offset: number }) {
      requireTeam(actor, teamId);
      const { total, rows } = await createLessonRepository(db).list(teamId, actor.userId, limit, offset);
      return { total, lessons: rows.map(({ lesson, changed }) => toLesson(lesson, changed)) };
    },

    /** Which similar messages the actor's own latest lessons would change; nothing when a newer question came meanwhile. */
    async proposal(actor: Actor, teamId: string): Promise<Proposal> {
      requireTeam(actor, teamId);
      const key = `${teamId} ${actor.userId}`;
      const token = Symbol(key);
      asking.set(key, token);
      const isStopped = () => asking.get(key) !== token;
      try {
        const { open, proposed } = await propose(teamId, actor.userId, undefined, isStopped);
        return isStopped() || proposed.length === 0 ? nothing : toProposal(open, proposed);
      } finally {
        if (!isStopped()) asking.delete(key);
      }
    },

    /**
     * Applies the actor's lessons to the similar messages, as one change; or keeps each to its own message, so that it
     * teaches nothing.
     *
     * @throws AppError `not_found` when none of them waits for an answer.
     */
    async answer(
      actor: Actor,
      teamId: string,
      { lessonIds, apply }: { lessonIds: string[]; apply: boolean },
    ): Promise<{ changed: number }> {
      requireTeam(actor, teamId);
      const { open, proposed } = apply
        ? await propose(teamId, actor.userId, lessonIds)
        : { open: await createLessonRepository(db).open(teamId, actor.userId), proposed: [] };
      const ids = open.map(({ id }) => id).filter((id) => lessonIds.includes(id));
      const answered = () => new AppError("not_found", "This correction has been answered or undone.");
      if (ids.length === 0) throw answered();
      const applyId = randomUUID();
      const changedIds = proposed.map(({ message }) => message.id);
      await db.transaction(async (tx) => {
        const lessons = createLessonRepository(tx);
        // Whoever answers at the same moment waits here, and finds it answered.
        const taken = await lessons.answer(teamId, ids, apply ? "applied" : "declined");
        if (taken.length < ids.length) throw answered();
        await lessons.addEffects(proposed.map((one) => toEffect(teamId, applyId, one)));
        await messages.relay(tx, teamId, changedIds);
        await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: apply ? "lesson.applied" : "lesson.declined",
            summary: apply ? applied(changedIds.length) : "Kept a correction to its own message",
            changes: [
              ...(apply
                ? [{ kind: "created" as const, type: "lesson_run" as const, id: applyId, after: { ids } }]
                : []),
              ...ids.map((id) => ({
                kind: "changed" as const,
                type: "lesson" as const,
                id,
                before: { answer: "open" },
                after: { answer: apply ? "applied" : "declined" },
              })),
            ],
          },
          [],
          [
            ...lessonNews(open.filter(({ id }) => ids.includes(id))),
            ...(await messages.news(tx, teamId, changedIds)),
          ],
        );
      });
      return { changed: changedIds.length };
    },

    /** Takes a lesson away, and with it all it changed. */
    async remove(actor: Actor, id: string): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const lessons = createLessonRepository(tx);
        const lesson = await lessons.find(Object.keys(actor.roles), actor.userId, id);
        if (!lesson) throw new AppError("not_found", "Lesson not found.");
        const { teamId } = lesson;
        await lessons.update(teamId, [id], { removedAt: new Date() });
        const changed = await lessons.messagesOf(teamId, id);
        await messages.relay(tx, teamId, changed);
        await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "lesson.removed",
            summary: `Took away what “${lesson.visibleTo === null ? lesson.title : "a private message"}” taught`,
            changes: [{ kind: "deleted", type: "lesson", id, before: {} }],
          },
          [],
          [
            { type: "lessons_updated", id, onlyFor: lesson.visibleTo },
            ...(await messages.news(tx, teamId, [lesson.messageId, ...changed])),
          ],
        );
        return { id };
      });
    },
  };
}

/** What open screens are told of lessons: one event for each who may see some of them. */
function lessonNews(lessons: LessonRow[]): TeamEvent[] {
  const first = new Map(lessons.map((lesson) => [lesson.visibleTo, lesson.id]));
  return [...first].map(([onlyFor, id]) => ({ type: "lessons_updated", id, onlyFor }));
}

const applied = (count: number) =>
  `Applied a correction to ${count === 1 ? "1 similar message" : `${count} similar messages`}`;

function toProposal(open: LessonRow[], proposed: ProposedChange[]): Proposal {
  return {
    lessonIds: open.map(({ id }) => id),
    count: proposed.length,
    messages: proposed.slice(0, shownOfProposal).map(({ message, changes }) => ({
      id: message.id,
      title: message.title,
      sender: message.sender,
      createdAt: message.createdAt.toISOString(),
      changes,
    })),
  };
}

function toLesson(row: LessonRow, changed: number): Lesson {
  const { id, messageId, title, sender, traits, userId, answer, field, shown, value } = row;
  return {
    id,
    messageId,
    title,
    sender,
    address: traits.sender?.includes("@") ? traits.sender : null,
    list: traits.list,
    subject: traits.subject,
    userId,
    answer,
    field,
    from: shown[field],
    to: value,
    changed,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Removes for good the lessons of every team that were taken away before `date`. */
export function purgeLessons(db: Executor, date: Date): Promise<void> {
  return createLessonRepository(db).purgeRemovedBefore(date);
}
