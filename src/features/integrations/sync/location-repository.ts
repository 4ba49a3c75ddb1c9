import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { ProviderMessage } from "../providers/provider";
import { messageLocations } from "../tables";

interface Account {
  accountId: string;
  teamId: string;
}

/** Where mailboxes store their messages. Needed for providers that report deletions by location. */
export function createLocationRepository(db: Executor) {
  const { location, externalId } = messageLocations;
  const ofAccount = ({ accountId, teamId }: Account) =>
    and(eq(messageLocations.teamId, teamId), eq(messageLocations.accountId, accountId));

  return {
    /** Returns the given locations that contain a stored message. */
    async present(account: Account, locations: string[]): Promise<Set<string>> {
      if (locations.length === 0) return new Set();
      const rows = await db
        .select({ location })
        .from(messageLocations)
        .where(and(ofAccount(account), sql`${location} = any(${sql.param(locations)}::text[])`));
      return new Set(rows.map((row) => row.location));
    },

    /** The locations of messages by external id. Messages without a known location are missing. */
    async of(account: Account, externalIds: string[]): Promise<Map<string, string[]>> {
      const found = new Map<string, string[]>();
      if (externalIds.length === 0) return found;
      const rows = await db
        .select({ externalId, location })
        .from(messageLocations)
        .where(and(ofAccount(account), sql`${externalId} = any(${sql.param(externalIds)}::text[])`));
      for (const row of rows) found.set(row.externalId, [...(found.get(row.externalId) ?? []), row.location]);
      return found;
    },

    /** One location of a message; undefined if none is known. */
    async first(
      { accountId, teamId }: Account,
      id: string,
    ): Promise<{ location: string; webUrl: string | null } | undefined> {
      const [row] = await db
        .select({ location, webUrl: messageLocations.webUrl })
        .from(messageLocations)
        .where(and(ofAccount({ accountId, teamId }), eq(externalId, id)))
        .orderBy(location)
        .limit(1);
      return row;
    },

    /** Records the current locations of messages. */
    async note(
      { accountId, teamId }: Account,
      messages: Pick<ProviderMessage, "externalId" | "location" | "webUrl">[],
    ): Promise<void> {
      const located = new Map(
        messages.flatMap((message) =>
          message.location === undefined ? [] : [[message.location, message] as const],
        ),
      );
      if (located.size === 0) return;
      const rows = [...located].map(([location, message]) => ({
        location,
        external_id: message.externalId,
        web_url: message.webUrl ?? null,
      }));
      await db.execute(sql`
        insert into message_locations (team_id, account_id, location, external_id, web_url)
        select ${teamId}, ${accountId}, location, external_id, web_url
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r(location text, external_id text, web_url text)
        on conflict (account_id, location) do update
          set external_id = excluded.external_id, web_url = coalesce(excluded.web_url, message_locations.web_url)`);
    },

    /**
     * Deletes locations that are now empty.
     *
     * @returns the external ids of messages without any location left.
     */
    async empty(account: Account, locations: string[]): Promise<string[]> {
      if (locations.length === 0) return [];
      const rows = await db
        .delete(messageLocations)
        .where(and(ofAccount(account), sql`${location} = any(${sql.param(locations)}::text[])`))
        .returning({ externalId });
      const left = [...new Set(rows.map((row) => row.externalId))];
      const elsewhere = await this.of(account, left);
      return left.filter((id) => !elsewhere.has(id));
    },
  };
}
