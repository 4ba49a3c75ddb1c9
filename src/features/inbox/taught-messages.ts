import type { Executor } from "../../server/database";
import type { TaughtMessages } from "../lessons/service";
import type { Analysis } from "../triage/contract";
import { toInput } from "./analyse-waiting";
import { nameOf } from "./message-name";
import { newsOf } from "./message-news";
import { relay } from "./relay";
import { createMessageRepository } from "./repository";

/** The messages as lessons see them: what they may change, and how. */
export function createTaughtMessages(db: Executor): TaughtMessages {
  return {
    async latest(teamId, userId, limit) {
      const rows = await createMessageRepository(db).latestNew(teamId, userId, limit);
      return rows.map((row) => ({
        id: row.id,
        title: row.aiAnalysis?.taskTitle ?? nameOf(row),
        sender: row.sender,
        createdAt: row.createdAt,
        input: toInput(row),
        analysis: row.aiAnalysis as Analysis,
      }));
    },
    relay,
    news: (tx, teamId, messageIds) => newsOf(tx, teamId, "message_updated", messageIds),
  };
}
