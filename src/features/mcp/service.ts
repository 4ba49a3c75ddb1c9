import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { minute } from "../../shared/durations";
import type { PageBefore } from "../../shared/paging";
import { requireTeam } from "../teams/service";
import { type ToolCall, ToolName } from "./contract";
import { createToolCallRepository, type ToolCallRow } from "./repository";

/** A call without an end after this time (milliseconds) was cut off. Longer than any question takes. */
const longestCall = 10 * minute;

/** Whose token makes a call. */
export interface ToolCaller {
  teamId: string;
  userId: string;
  /** The token's name. */
  name: string;
}

export type ToolCallService = ReturnType<typeof createToolCallService>;

export function purgeToolCalls(db: Executor, date: Date): Promise<void> {
  return createToolCallRepository(db).purgeBefore(date);
}

/**
 * The record of what assistants call. It is separate from the journal, because the whole team sees the journal, and only
 * the person may see what they let an assistant read. Activity shows both. What assistants change is in the journal too.
 */
export function createToolCallService({ db }: { db: Executor }) {
  const repository = createToolCallRepository(db);

  return {
    /**
     * Records calls before they are made. Once this resolves, the rows are stored whatever happens next.
     *
     * @param tools - their names, as they were sent.
     * @returns the id of each, in their order.
     */
    async opened({ teamId, userId, name }: ToolCaller, tools: string[]): Promise<string[]> {
      if (tools.length === 0) return [];
      return repository.insert(
        tools.map((tool) => ({ teamId, userId, tokenName: name, tool: nameOf(tool) })),
      );
    },

    /** Records how calls ended. Only the first end of each counts. */
    async closed(ids: string[], outcome: "done" | "refused"): Promise<void> {
      if (ids.length > 0) await repository.close(ids, outcome);
    },

    /** The actor's own. */
    async list(actor: Actor, teamId: string, page: PageBefore): Promise<ToolCall[]> {
      requireTeam(actor, teamId);
      const rows = await repository.list(teamId, actor.userId, page);
      return rows.map((row) => toToolCall(row, Date.now()));
    },
  };
}

/** An unknown name may be any text, so it isn't kept. */
const nameOf = (tool: string): ToolName => ToolName.safeParse(tool).data ?? "unknown";

function toToolCall({ id, tool, tokenName, at, outcome }: ToolCallRow, now: number): ToolCall {
  const open = now - at.getTime() < longestCall ? "under_way" : "no_answer";
  return { id, tool: nameOf(tool), tokenName, at: at.toISOString(), outcome: outcome ?? open };
}
