import { sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { overridesOn } from "../corrections/active-corrections";
import type { Analysis } from "../triage/contract";
import { withOverrides } from "../triage/corrections/overrides";

/** Messages written in one statement. */
const atOnce = 500;

/**
 * Lays over these messages anew what people decided and applied; a message without any of it carries again what the
 * engine said, to the byte.
 */
export async function applyOverrides(tx: Executor, teamId: string, messageIds: string[]): Promise<void> {
  for (let at = 0; at < messageIds.length; at += atOnce)
    await applySome(tx, teamId, messageIds.slice(at, at + atOnce));
}

async function applySome(tx: Executor, teamId: string, messageIds: string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string; base: Analysis }>(sql`
    select id, coalesce(engine_analysis, ai_analysis) as base from messages
    where team_id = ${teamId} and id = any(${sql.param(messageIds)}::uuid[]) and ai_analysis is not null
    order by id for update`);
  const overrides = await overridesOn(tx, teamId, messageIds);
  const changed = rows.map(({ id, base }) => {
    const over = overrides.get(id) ?? [];
    const analysis = withOverrides(base, over);
    const { hasTask, priority } = analysis;
    return { id, analysis, base: over.length > 0 ? base : null, has_task: hasTask, priority };
  });
  await tx.execute(sql`
    update messages set ai_analysis = r.analysis, engine_analysis = r.base, has_task = r.has_task, priority = r.priority
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as r(id uuid, analysis jsonb, base jsonb, has_task boolean, priority text)
    where messages.team_id = ${teamId} and messages.id = r.id`);
}
