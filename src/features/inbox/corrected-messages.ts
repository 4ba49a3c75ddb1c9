import type { Executor } from "../../server/database";
import type { CorrectedMessages } from "../corrections/proposals";
import type { Analysis } from "../triage/contract";
import { toInput } from "./analyze-waiting";
import { eventsOf } from "./message-events";
import { taskTitleOf } from "./message-name";
import { applyOverrides } from "./overrides";
import { createMessageRepository } from "./repository";

/** The inbox's side of corrections: which messages they may change, and how. */
export function createCorrectedMessages(db: Executor): CorrectedMessages {
  return {
    async latest(teamId, userId, limit) {
      const rows = await createMessageRepository(db).latestNew(teamId, userId, limit);
      return rows.map((row) => ({
        id: row.id,
        title: taskTitleOf(row),
        sender: row.sender,
        createdAt: row.createdAt,
        input: toInput(row),
        analysis: row.aiAnalysis as Analysis,
      }));
    },
    applyOverrides,
    events: (tx, teamId, messageIds) => eventsOf(tx, teamId, "message_updated", messageIds),
  };
}
