import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import type { Fact, Revert } from "../journal/service";
import type { TaughtMessages } from "./proposals";
import { createLessonRepository, type LessonRow } from "./repository";

/** Takes back what was done about lessons. */
export function createLessonReverts({ relay, news }: Pick<TaughtMessages, "relay" | "news">): {
  lesson: Revert;
  lesson_run: Revert;
} {
  async function told(
    tx: Executor,
    teamId: string,
    { id, visibleTo }: Pick<LessonRow, "id" | "visibleTo">,
    changed: string[],
  ) {
    const lessons: TeamEvent = { type: "lessons_updated", id, onlyFor: visibleTo };
    return { events: [lessons, ...(await news(tx, teamId, changed))], facts: [] as Fact[] };
  }
  return {
    /** A lesson that was given goes, with all it changed; one that was taken away comes back; an answer is asked for again. */
    async lesson(tx, teamId, change, userId) {
      const lessons = createLessonRepository(tx);
      const lesson = await lessons.lock(teamId, change.id);
      if (!lesson || (lesson.visibleTo !== null && lesson.visibleTo !== userId))
        throw new AppError("conflict", "The correction is no longer there.");
      if (change.kind === "changed") {
        if (lesson.removedAt === null && lesson.answer === change.after.answer)
          await lessons.update(teamId, [lesson.id], { answer: change.before.answer as LessonRow["answer"] });
        return told(tx, teamId, lesson, [lesson.messageId]);
      }
      const back = change.kind === "deleted";
      if (back !== (lesson.removedAt !== null))
        throw new AppError(
          "conflict",
          "The correction has been changed since, so this cannot be undone by itself.",
        );
      const others = await lessons.ofMessage(teamId, lesson.messageId);
      if (back && others.some(({ field }) => field === lesson.field))
        throw new AppError("conflict", "The message has been corrected again since.");
      await lessons.update(teamId, [lesson.id], { removedAt: back ? null : new Date() });
      const changed = await lessons.messagesOf(teamId, lesson.id);
      await relay(tx, teamId, changed);
      return told(tx, teamId, lesson, [lesson.messageId, ...changed]);
    },

    /** What was applied to similar messages goes from all of them. */
    async lesson_run(tx, teamId, change) {
      const changed = await createLessonRepository(tx).removeApply(teamId, change.id);
      await relay(tx, teamId, changed);
      return told(tx, teamId, { id: change.id, visibleTo: null }, changed);
    },
  };
}
