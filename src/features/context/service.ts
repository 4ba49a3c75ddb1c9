import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { requireTeam } from "../teams/service";
import { createAnswers } from "./chat/answer";
import { type ChatRow, createChatRepository } from "./chat/chat-repository";
import { asText } from "./chat/format-answer";
import { type Answer, type ChatMessage, historyLength, type SearchHits } from "./contract";
import { createRelated } from "./related";
import { createRetrieval } from "./retrieve";
import { searchEverything } from "./search/search";

/** Receives an answer as it grows. */
export type AnswerListener = (
  part: Pick<Answer, "kind" | "intro"> | { sentence: Answer["sentences"][number] },
) => void;

export type ContextService = ReturnType<typeof createContextService>;

/** The chat about a team's messages and tasks. */
export function createContextService({ db }: { db: Executor }) {
  const chat = createChatRepository(db);
  const retrieval = createRetrieval({ db });
  const answers = createAnswers({ db, retrieval });
  const viewerOf = (actor: Actor, teamId: string) => {
    requireTeam(actor, teamId);
    return { teamId, userId: actor.userId };
  };

  return {
    retrieval,
    related: createRelated({ db, retrieval }),

    async history(actor: Actor, teamId: string): Promise<ChatMessage[]> {
      return (await chat.history(viewerOf(actor, teamId), historyLength)).map(toChatMessage);
    },

    /**
     * Answers a question and keeps both. If answering fails, neither is kept.
     *
     * @param grow - receives the answer as it grows.
     */
    async send(actor: Actor, teamId: string, question: string, grow?: AnswerListener): Promise<ChatMessage> {
      const viewer = viewerOf(actor, teamId);
      const answer =
        (await answers.listed(viewer, question)) ??
        answers.quoted(await retrieval.retrieve(viewer, question));
      grow?.({ kind: answer.kind, intro: answer.intro });
      for (const sentence of answer.sentences) grow?.({ sentence });
      return db.transaction(async (tx) => {
        const kept = createChatRepository(tx);
        await kept.insert(viewer, { role: "user", content: question });
        const content = asText(answer);
        return toChatMessage(await kept.insert(viewer, { role: "assistant", content, answer }));
      });
    },

    /** What the search box finds in a team. */
    search(actor: Actor, teamId: string, text: string): Promise<SearchHits> {
      return searchEverything(db, viewerOf(actor, teamId), text);
    },

    async clear(actor: Actor, teamId: string): Promise<{ deleted: number }> {
      return { deleted: await chat.clear(viewerOf(actor, teamId)) };
    },
  };
}

const toChatMessage = ({ id, role, content, answer, createdAt }: ChatRow): ChatMessage => ({
  id,
  role,
  content,
  answer,
  createdAt: createdAt.toISOString(),
});
