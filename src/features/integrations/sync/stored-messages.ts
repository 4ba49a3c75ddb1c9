import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { StoredMessage, StoredSelection } from "../providers/provider";
import type { ConnectionRow } from "../repository";

/**
 * What an account has brought that is in the inbox still, and where it stands at its source; the newest first.
 *
 * @param since - what was sent before is left out.
 * @param which - absent: all.
 */
export async function storedMessages(
  db: Executor,
  { accountId, teamId, provider }: Pick<ConnectionRow, "accountId" | "teamId" | "provider">,
  since: Date,
  { beginning, threadKey }: StoredSelection = {},
): Promise<StoredMessage[]> {
  const begin = beginning === undefined ? sql`true` : sql`starts_with(m.external_id, ${beginning})`;
  const inThread = threadKey === undefined ? sql`true` : sql`m.thread_key = ${threadKey}`;
  const { rows } = await db.execute<{
    external_id: string;
    thread_key: string | null;
    sent_at: string;
    locations: string[];
  }>(sql`
    select m.external_id, m.thread_key, m.created_at as sent_at,
      array(select p.location from message_locations p where p.team_id = m.team_id and p.account_id = m.account_id
        and p.external_id = m.external_id) as locations
    from messages m
    where m.team_id = ${teamId} and m.channel = ${provider} and m.account_id = ${accountId}
      and m.deleted_at is null and m.created_at >= ${since} and ${begin} and ${inThread}
    order by m.created_at desc`);
  return rows.map((row) => ({
    externalId: row.external_id,
    threadKey: row.thread_key,
    sentAt: new Date(row.sent_at),
    locations: row.locations,
  }));
}
