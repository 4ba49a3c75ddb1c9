import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { forgetArea, forgetFact, listDeletedAreas, searchFacts } from "../../areas/service";
import { requireTeam } from "../../teams/service";
import { createChatRepository } from "../chat/chat-repository";
import { withoutSources } from "../chat/deleted-sources";
import { asText } from "../chat/format-answer";
import { type Conversation, type DeletedArea, memoryPage, type RememberedFact } from "../contract";
import { createMemoryRepository } from "./memory-repository";

/** What is remembered, for people to see and to delete for good. */
export function createMemory({ db }: { db: Executor }) {
  const viewerOf = (actor: Actor, teamId: string) => {
    requireTeam(actor, teamId);
    return { teamId, userId: actor.userId };
  };

  return {
    async facts(
      actor: Actor,
      teamId: string,
      words: string,
    ): Promise<{ total: number; facts: RememberedFact[] }> {
      const { total, facts } = await searchFacts(db, actor, teamId, words, memoryPage);
      return {
        total,
        facts: facts.map(({ id, area, text, createdAt, deletedAt }) => ({
          ...{ id, area, text, createdAt: createdAt.toISOString() },
          deletedAt: deletedAt?.toISOString() ?? null,
        })),
      };
    },

    async deletedAreas(actor: Actor, teamId: string, words: string): Promise<DeletedArea[]> {
      const areas = await listDeletedAreas(db, actor, teamId, words, memoryPage);
      return areas.map(({ deletedAt, ...area }) => ({ ...area, deletedAt: deletedAt.toISOString() }));
    },

    forgetFact(actor: Actor, teamId: string, id: string, only?: "deleted"): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        await forgetFact(tx, actor, teamId, id, only);
        await leaveAnswers(tx, teamId, [id]);
        return { id };
      });
    },

    forgetArea(actor: Actor, teamId: string, id: string): Promise<{ id: string }> {
      const viewer = viewerOf(actor, teamId);
      return db.transaction(async (tx) => {
        // Other people's chats are theirs: they become part of their chats about everything.
        await createChatRepository(tx).clear({ ...viewer, areaId: id });
        await leaveAnswers(tx, teamId, await forgetArea(tx, actor, teamId, id));
        return { id };
      });
    },

    async conversations(
      actor: Actor,
      teamId: string,
      words: string,
    ): Promise<{ total: number; conversations: Conversation[] }> {
      const rows = await createMemoryRepository(db).conversations(viewerOf(actor, teamId), words, memoryPage);
      return {
        total: rows[0]?.total ?? 0,
        conversations: rows.map(({ id, area, question, questions, started_at }) => ({
          ...{ id, area, question, questions, startedAt: new Date(started_at).toISOString() },
        })),
      };
    },

    /** @throws AppError `not_found` if the person has no such conversation. */
    async deleteConversation(actor: Actor, teamId: string, id: string): Promise<{ deleted: number }> {
      const viewer = viewerOf(actor, teamId);
      return db.transaction(async (tx) => {
        const deleted = await createMemoryRepository(tx).deleteConversation(viewer, id);
        if (deleted === 0) throw new AppError("not_found", "This conversation isn't there any more.");
        await publish(tx, { type: "chat_updated", teamId, id, onlyFor: actor.userId });
        return { deleted };
      });
    },

    async deleteConversations(actor: Actor, teamId: string): Promise<{ deleted: number }> {
      const viewer = viewerOf(actor, teamId);
      return db.transaction(async (tx) => {
        const deleted = await createChatRepository(tx).clearAll(viewer);
        await publish(tx, { type: "chat_updated", teamId, id: teamId, onlyFor: actor.userId });
        return { deleted };
      });
    },
  };
}

/** Takes what was quoted from deleted facts out of everybody's answers, also where they are shown. */
async function leaveAnswers(tx: Executor, teamId: string, factIds: string[]): Promise<void> {
  const repository = createMemoryRepository(tx);
  for (const { id, answer } of await repository.answersFrom(teamId, factIds)) {
    const rest = withoutSources(answer, ({ type, id }) => type === "fact" && factIds.includes(id));
    await repository.setAnswer(teamId, id, rest, asText(rest));
  }
  await publish(tx, { type: "chat_updated", teamId, id: teamId });
}
