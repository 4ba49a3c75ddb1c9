import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { ProviderMessage } from "../providers/provider";

interface Account {
  accountId: string;
  teamId: string;
}

/** Which places hold a message that is stored. */
export async function standingPlaces(
  db: Executor,
  { accountId, teamId }: Account,
  places: string[],
): Promise<Set<string>> {
  if (places.length === 0) return new Set();
  const { rows } = await db.execute<{ place: string }>(sql`
    select place from message_places
    where team_id = ${teamId} and account_id = ${accountId} and place = any(${sql.param(places)}::text[])`);
  return new Set(rows.map(({ place }) => place));
}

/** Keeps where messages stand. */
export async function notePlaces(
  tx: Executor,
  { accountId, teamId }: Account,
  messages: Pick<ProviderMessage, "externalId" | "place">[],
): Promise<void> {
  const placed = new Map(
    messages.flatMap(({ place, externalId }) => (place === undefined ? [] : [[place, externalId] as const])),
  );
  if (placed.size === 0) return;
  const rows = [...placed].map(([place, external_id]) => ({ place, external_id }));
  await tx.execute(sql`
    insert into message_places (team_id, account_id, place, external_id)
    select ${teamId}, ${accountId}, place, external_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(place text, external_id text)
    on conflict (account_id, place) do update set external_id = excluded.external_id`);
}

/**
 * Forgets places that are empty now.
 *
 * @returns the external ids of messages that stand in no place any more.
 */
export async function emptyPlaces(
  tx: Executor,
  { accountId, teamId }: Account,
  places: string[],
): Promise<string[]> {
  if (places.length === 0) return [];
  const { rows } = await tx.execute<{ external_id: string }>(sql`
    delete from message_places
    where team_id = ${teamId} and account_id = ${accountId} and place = any(${sql.param(places)}::text[])
    returning external_id`);
  const left = [...new Set(rows.map((row) => row.external_id))];
  if (left.length === 0) return [];
  const standing = await tx.execute<{ external_id: string }>(sql`
    select distinct external_id from message_places
    where team_id = ${teamId} and account_id = ${accountId} and external_id = any(${sql.param(left)}::text[])`);
  const elsewhere = new Set(standing.rows.map((row) => row.external_id));
  return left.filter((externalId) => !elsewhere.has(externalId));
}
