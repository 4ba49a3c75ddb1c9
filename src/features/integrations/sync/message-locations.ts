import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { ProviderMessage } from "../providers/provider";

interface Account {
  accountId: string;
  teamId: string;
}

/** Which places hold a message that is stored. */
export async function presentLocations(
  db: Executor,
  { accountId, teamId }: Account,
  locations: string[],
): Promise<Set<string>> {
  if (locations.length === 0) return new Set();
  const { rows } = await db.execute<{ location: string }>(sql`
    select location from message_locations
    where team_id = ${teamId} and account_id = ${accountId} and location = any(${sql.param(locations)}::text[])`);
  return new Set(rows.map(({ location }) => location));
}

/** Keeps where messages stand. */
export async function noteLocations(
  tx: Executor,
  { accountId, teamId }: Account,
  messages: Pick<ProviderMessage, "externalId" | "location">[],
): Promise<void> {
  const placed = new Map(
    messages.flatMap(({ location, externalId }) =>
      location === undefined ? [] : [[location, externalId] as const],
    ),
  );
  if (placed.size === 0) return;
  const rows = [...placed].map(([location, external_id]) => ({ location, external_id }));
  await tx.execute(sql`
    insert into message_locations (team_id, account_id, location, external_id)
    select ${teamId}, ${accountId}, location, external_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(location text, external_id text)
    on conflict (account_id, location) do update set external_id = excluded.external_id`);
}

/**
 * Forgets places that are empty now.
 *
 * @returns the external ids of messages that stand in no place any more.
 */
export async function emptyLocations(
  tx: Executor,
  { accountId, teamId }: Account,
  locations: string[],
): Promise<string[]> {
  if (locations.length === 0) return [];
  const { rows } = await tx.execute<{ external_id: string }>(sql`
    delete from message_locations
    where team_id = ${teamId} and account_id = ${accountId} and location = any(${sql.param(locations)}::text[])
    returning external_id`);
  const left = [...new Set(rows.map((row) => row.external_id))];
  if (left.length === 0) return [];
  const present = await tx.execute<{ external_id: string }>(sql`
    select distinct external_id from message_locations
    where team_id = ${teamId} and account_id = ${accountId} and external_id = any(${sql.param(left)}::text[])`);
  const elsewhere = new Set(present.rows.map((row) => row.external_id));
  return left.filter((externalId) => !elsewhere.has(externalId));
}
