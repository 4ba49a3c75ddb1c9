import { sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { type IncomingMessage, locate, type Source } from "./incoming";
import { applyOverrides } from "./overrides";

/** A stored message whose text was changed at its source. */
export type EditedMessage = IncomingMessage & { editedAt: Date };

/**
 * Follows changes of text at the source, the latest only: an older one that comes late changes nothing. What people did
 * with a message (its status, its tasks) stays.
 *
 * @returns the ids of the messages that were changed.
 */
export async function editMessages(tx: Executor, source: Source, edited: EditedMessage[]): Promise<string[]> {
  const changed: string[] = [];
  for (const message of edited) {
    const id = await changeText(tx, source, message);
    if (id) changed.push(id);
  }
  return changed;
}

async function changeText(tx: Executor, source: Source, message: EditedMessage): Promise<string | undefined> {
  const { teamId, accountId } = source;
  const { rows } = await tx.execute<{ id: string; same: boolean }>(sql`
    update messages set edited_at = ${message.editedAt}
    where team_id = ${teamId} and account_id = ${accountId} and external_id = ${message.externalId}
      and (edited_at is null or edited_at < ${message.editedAt})
    returning id, content = ${message.content} and subject is not distinct from ${message.subject} as same`);
  const [row] = rows;
  if (!row || row.same) return undefined;
  const analysis = message.analysis && locate(message.analysis, row.id);
  await tx.execute(sql`
    update messages set subject = ${message.subject}, content = ${message.content},
      attachments = ${JSON.stringify(message.attachments)}::jsonb,
      ai_analysis = ${analysis && JSON.stringify(analysis)}::jsonb, engine_analysis = null, has_task = ${analysis?.hasTask ?? false},
      priority = ${analysis?.priority ?? "low"}
    where team_id = ${teamId} and id = ${row.id}`);
  await applyOverrides(tx, teamId, [row.id]);
  return row.id;
}

/**
 * Takes out of the inbox what was deleted at its source, and keeps in mind that it was: a delivery that comes late does not bring it back. Tasks made from it stay.
 *
 * @returns the ids of the messages that were there.
 */
export async function removeAtSource(
  tx: Executor,
  { teamId, accountId }: Pick<Source, "teamId" | "accountId">,
  externalIds: string[],
): Promise<string[]> {
  if (externalIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    with gone as (
      insert into removed_at_source (team_id, account_id, external_id)
      select ${teamId}, ${accountId}, unnest(${sql.param(externalIds)}::text[])
      on conflict do nothing
    )
    update messages set deleted_at = now()
    where team_id = ${teamId} and account_id = ${accountId} and deleted_at is null
      and external_id = any(${sql.param(externalIds)}::text[])
    returning id`);
  return rows.map((row) => row.id);
}

/** Forgets that messages were deleted at their source, because they are there again: storing them brings them back. */
export async function forgetRemovals(
  tx: Executor,
  { teamId, accountId }: Pick<Source, "teamId" | "accountId">,
  externalIds: string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  await tx.execute(sql`
    delete from removed_at_source
    where team_id = ${teamId} and account_id = ${accountId}
      and external_id = any(${sql.param(externalIds)}::text[])`);
}

/**
 * Hands the messages that an account has brought to one person (null: to the team), those on to whom it brought them
 * before: what it once brought to somebody else stays theirs.
 */
export async function showMessagesTo(
  tx: Executor,
  { teamId, accountId }: Pick<Source, "teamId" | "accountId">,
  { before, now }: { before: string | null; now: string | null },
): Promise<void> {
  if (before === now) return;
  await tx.execute(sql`
    update messages set visible_to = ${now}::uuid
    where team_id = ${teamId} and account_id = ${accountId} and visible_to is not distinct from ${before}::uuid`);
}
