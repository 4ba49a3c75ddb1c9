import { and, asc, count, eq, gte, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, holdLock } from "../../server/database";
import { users } from "../auth/tables";
import { teamMembers } from "../teams/tables";
import { connections, type StoredProof } from "./tables";

/** A connection as stored. Its credentials are encrypted. */
export type ConnectionRow = typeof connections.$inferSelect;

/** `email`: the address they sign in with. `accounts`: every account they have ever connected in the team. */
interface AccountPerson {
  email: string | null;
  timeZone: string | null;
  accounts: Pick<ConnectionRow, "accountId" | "provider" | "address" | "status">[];
}

/** How long a run's claim on an account is valid without renewal (seconds). After a crash it expires. */
export const claimSeconds = 90;

/** The columns of a connection that has ended. */
export const ended = {
  status: "disconnected",
  credentials: null,
  subscription: null,
  subscriptionEndsAt: null,
  pushFailure: null,
  nextSyncAt: null,
  proof: null,
} as const;

/** Hides other users' private accounts. */
const shownTo = (userId: string): SQL | undefined =>
  or(isNull(connections.visibleTo), eq(connections.visibleTo, userId));

/**
 * False for private accounts whose owner has left the team. Nobody can see their messages, so nothing is
 * collected.
 */
export const hasReader: SQL = sql`(${connections.visibleTo} is null or exists (
  select from ${teamMembers} where ${teamMembers.teamId} = ${connections.teamId} and ${teamMembers.userId} = ${connections.visibleTo}))`;

export function createConnectionRepository(db: Executor) {
  async function isOthers(
    teamId: string,
    provider: string,
    externalId: string,
    also?: SQL,
  ): Promise<boolean> {
    const [other] = await db
      .select({ teamId: connections.teamId })
      .from(connections)
      .where(
        and(
          eq(connections.provider, provider),
          eq(connections.externalId, externalId),
          ne(connections.teamId, teamId),
          also,
        ),
      )
      .limit(1);
    return other !== undefined;
  }

  async function endWhere(teamId: string, which: SQL | undefined): Promise<ConnectionRow[]> {
    const own = and(eq(connections.teamId, teamId), which, ne(connections.status, "disconnected"));
    const rows = await db
      .select()
      .from(connections)
      .where(own)
      .orderBy(asc(connections.accountId))
      .for("update");
    await db.update(connections).set(ended).where(own);
    return rows;
  }

  return {
    /** A team's connected accounts that a user may see, in the order they were connected. */
    async ofTeam(teamId: string, userId: string): Promise<ConnectionRow[]> {
      return db
        .select()
        .from(connections)
        .where(and(eq(connections.teamId, teamId), ne(connections.status, "disconnected"), shownTo(userId)))
        .orderBy(asc(connections.connectedAt), asc(connections.accountId));
    },

    /**
     * Until the transaction ends, nobody else can connect an account of the team, so that the count stays
     * correct.
     */
    async lockCount(teamId: string): Promise<void> {
      await holdLock(db, `connections ${teamId}`);
    },

    /** Connected accounts of a team, as its plan counts them. */
    async count(teamId: string): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(connections)
        .where(and(eq(connections.teamId, teamId), ne(connections.status, "disconnected")));
      return row?.count ?? 0;
    },

    /** Teams with at least so many connected accounts. */
    async teamsWith(atLeast: number): Promise<{ teamId: string; current: number }[]> {
      return db
        .select({ teamId: connections.teamId, current: count() })
        .from(connections)
        .where(ne(connections.status, "disconnected"))
        .groupBy(connections.teamId)
        .having(gte(count(), atLeast));
    },

    /** Undefined for another team's account and for other users' private ones too. */
    async find(teamIds: string[], userId: string, accountId: string): Promise<ConnectionRow | undefined> {
      const [row] = await db
        .select()
        .from(connections)
        .where(
          and(
            eq(connections.accountId, accountId),
            inArray(connections.teamId, teamIds),
            ne(connections.status, "disconnected"),
            shownTo(userId),
          ),
        );
      return row;
    },

    /** An account's connection, also once it is disconnected. */
    async findInAnyState({
      teamId,
      accountId,
    }: Pick<ConnectionRow, "teamId" | "accountId">): Promise<ConnectionRow | undefined> {
      const [row] = await db
        .select()
        .from(connections)
        .where(and(eq(connections.teamId, teamId), eq(connections.accountId, accountId)));
      return row;
    },

    /** Reads one account's connection in any state and locks it until the transaction ends. */
    async lock(teamId: string, accountId: string): Promise<ConnectionRow | undefined> {
      const [row] = await db
        .select()
        .from(connections)
        .where(and(eq(connections.teamId, teamId), eq(connections.accountId, accountId)))
        .for("update");
      return row;
    },

    /**
     * The connected accounts, of every team, that a provider's event may concern. Always in the same order.
     *
     * @param account - the provider's id of the account, or the grant that several share.
     */
    async byExternalId(provider: string, account: string): Promise<ConnectionRow[]> {
      return db
        .select()
        .from(connections)
        .where(
          and(
            eq(connections.provider, provider),
            or(eq(connections.externalId, account), sql`${connections.settings} ->> 'grant' = ${account}`),
            // Includes accounts whose grant is gone. They are still pushed to, which for some is the only
            // source.
            ne(connections.status, "disconnected"),
            hasReader,
          ),
        )
        .orderBy(asc(connections.accountId));
    },

    /** True if another connected account, of any team, uses the same grant. */
    async sharesGrant({ accountId, settings }: ConnectionRow): Promise<boolean> {
      if (typeof settings.grant !== "string") return false;
      const [other] = await db
        .select({ accountId: connections.accountId })
        .from(connections)
        .where(
          and(
            sql`${connections.settings} ->> 'grant' = ${settings.grant}`,
            ne(connections.accountId, accountId),
            ne(connections.status, "disconnected"),
          ),
        )
        .limit(1);
      return other !== undefined;
    },

    /** True if another team has ever connected the account. */
    wasOthers(teamId: string, provider: string, externalId: string): Promise<boolean> {
      return isOthers(teamId, provider, externalId);
    },

    /** True if another team has connected the account. Until the transaction ends, no other team can. */
    async takenByOthers(teamId: string, provider: string, externalId: string): Promise<boolean> {
      await holdLock(db, `accounts ${provider} ${externalId}`);
      return isOthers(teamId, provider, externalId, ne(connections.status, "disconnected"));
    },

    async insert(row: typeof connections.$inferInsert): Promise<ConnectionRow> {
      const [stored] = await db.insert(connections).values(row).returning();
      return stored as ConnectionRow;
    },

    /** Changes a connection that the caller has found in this team. */
    async update(
      teamId: string,
      accountId: string,
      fields: Partial<typeof connections.$inferInsert>,
    ): Promise<ConnectionRow> {
      const [row] = await db
        .update(connections)
        .set(fields)
        .where(and(eq(connections.teamId, teamId), eq(connections.accountId, accountId)))
        .returning();
      return row as ConnectionRow;
    },

    /** Claims one account regardless of its schedule; undefined while another run works on it. */
    async claim(teamId: string, accountId: string, runId: string): Promise<ConnectionRow | undefined> {
      const [row] = await db
        .update(connections)
        .set({ claimedBy: runId, claimedUntil: sql`now() + ${claimSeconds} * interval '1 second'` })
        .where(
          and(
            eq(connections.teamId, teamId),
            eq(connections.accountId, accountId),
            eq(connections.status, "connected"),
            or(isNull(connections.claimedUntil), sql`${connections.claimedUntil} < now()`),
          ),
        )
        .returning();
      return row;
    },

    /** Renews a claim. False if it was lost, or if the account was disconnected. */
    async renewClaim(teamId: string, accountId: string, runId: string): Promise<boolean> {
      const rows = await db
        .update(connections)
        .set({ claimedUntil: sql`now() + ${claimSeconds} * interval '1 second'` })
        .where(
          and(
            eq(connections.teamId, teamId),
            eq(connections.accountId, accountId),
            eq(connections.claimedBy, runId),
            ne(connections.status, "disconnected"),
          ),
        )
        .returning({ accountId: connections.accountId });
      return rows.length > 0;
    },

    /** The person who connected an account, with their other accounts. Undefined if they have left. */
    async person(teamId: string, accountId: string): Promise<AccountPerson | undefined> {
      const theirs = alias(connections, "theirs");
      const rows = await db
        .select({
          account: {
            accountId: theirs.accountId,
            provider: theirs.provider,
            address: theirs.address,
            status: theirs.status,
          },
          email: users.email,
          timeZone: users.timeZone,
        })
        .from(connections)
        .innerJoin(users, eq(users.id, connections.connectedBy))
        .innerJoin(theirs, and(eq(theirs.teamId, teamId), eq(theirs.connectedBy, users.id)))
        .where(and(eq(connections.teamId, teamId), eq(connections.accountId, accountId)));
      const [first] = rows;
      return first && { ...first, accounts: rows.map(({ account }) => account) };
    },

    /** A person's time zone; UTC if unknown. */
    async timeZoneOf(userId: string): Promise<string> {
      const [found] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
      return found?.timeZone ?? "UTC";
    },

    /** Records when the latest message was sent and, with `proof`, that the awaited one has arrived. */
    async noteArrival(
      teamId: string,
      accountId: string,
      latest: Date,
      proof: StoredProof | null | undefined,
    ): Promise<void> {
      await db
        .update(connections)
        .set({
          lastMessageAt: sql`greatest(${connections.lastMessageAt}, ${latest}::timestamptz)`,
          ...(proof && { proof }),
        })
        .where(and(eq(connections.teamId, teamId), eq(connections.accountId, accountId)));
    },

    /** Brings back an account whose access works again. False if it wasn't given up. */
    async revive(teamId: string, accountId: string, polled: boolean): Promise<boolean> {
      const revived = await db
        .update(connections)
        .set({ status: "connected", failures: 0, lastFailure: null, nextSyncAt: polled ? sql`now()` : null })
        .where(
          and(
            eq(connections.teamId, teamId),
            eq(connections.accountId, accountId),
            or(
              eq(connections.status, "reconnect"),
              and(
                eq(connections.status, "connected"),
                sql`${connections.lastFailure} ->> 'kind' = 'rejected'`,
              ),
            ),
          ),
        )
        .returning({ id: connections.accountId });
      return revived.length > 0;
    },

    /** Ends a user's private connections in a team. @returns the accounts as they were. */
    endOwn: (teamId: string, userId: string) => endWhere(teamId, eq(connections.visibleTo, userId)),

    /** Ends all connections of a team. @returns the accounts as they were. */
    endAll: (teamId: string) => endWhere(teamId, undefined),

    /** Deletes leftover credentials of accounts that nobody can see. */
    async endUnread(): Promise<void> {
      await db
        .update(connections)
        .set({ ...ended, claimedBy: null, claimedUntil: null })
        .where(and(ne(connections.status, "disconnected"), sql`not ${hasReader}`));
    },
  };
}
