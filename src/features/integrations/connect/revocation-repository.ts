import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { ConnectionRow } from "../repository";
import { connections, revocations } from "../tables";

export type RevocationRow = typeof revocations.$inferSelect;

/** Access that is to be ended at its provider. */
export function createRevocationRepository(db: Executor) {
  const of = ({ teamId, accountId }: Pick<RevocationRow, "teamId" | "accountId">) =>
    and(eq(revocations.teamId, teamId), eq(revocations.accountId, accountId));

  return {
    /** Keeps what an account needs to end its access. The background work begins after `seconds`. */
    async add(row: ConnectionRow, seconds: number): Promise<void> {
      const { teamId, accountId, credentials, subscription, subscriptionEndsAt } = row;
      if (!credentials) return;
      const kept = { credentials, subscription, subscriptionEndsAt, failure: null, attempts: 0 };
      const nextAt = sql`now() + make_interval(secs => ${seconds})`;
      await db
        .insert(revocations)
        .values({ teamId, accountId, ...kept, nextAt })
        .onConflictDoUpdate({
          target: revocations.accountId,
          set: { ...kept, nextAt, createdAt: sql`now()` },
        });
    },

    async remove(row: Pick<RevocationRow, "teamId" | "accountId">): Promise<void> {
      await db.delete(revocations).where(of(row));
    },

    /** Stores a renewed token. */
    async renew(row: Pick<RevocationRow, "teamId" | "accountId">, credentials: string): Promise<void> {
      await db.update(revocations).set({ credentials }).where(of(row));
    },

    /** Notes a failure; the next attempt is due after `seconds`. */
    async fail(
      row: Pick<RevocationRow, "teamId" | "accountId">,
      failure: string,
      seconds: number,
    ): Promise<void> {
      await db
        .update(revocations)
        .set({ failure, nextAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(of(row));
    },

    /** Takes one account's, due or not; nobody else takes it for `seconds`. */
    async claim(
      row: Pick<RevocationRow, "teamId" | "accountId">,
      seconds: number,
    ): Promise<RevocationRow | undefined> {
      const [claimed] = await db.update(revocations).set(claimedFor(seconds)).where(of(row)).returning();
      return claimed;
    },

    /** Takes what is due, of every team; nobody else takes it for `seconds`. */
    async claimDue(limit: number, seconds: number): Promise<RevocationRow[]> {
      const due = db
        .select({ id: revocations.accountId })
        .from(revocations)
        .where(sql`${revocations.nextAt} <= now()`)
        .orderBy(asc(revocations.nextAt))
        .limit(limit)
        .for("update", { skipLocked: true });
      return db
        .update(revocations)
        .set(claimedFor(seconds))
        .where(inArray(revocations.accountId, due))
        .returning();
    },

    /** Makes the connected accounts of any team subscribe to pushes again, with a check that is due now. False if there is none. */
    async subscribeAgain(provider: string, externalId: string): Promise<boolean> {
      const rows = await db
        .update(connections)
        .set({ subscription: null, subscriptionEndsAt: null, nextSyncAt: sql`now()` })
        .where(
          and(
            eq(connections.provider, provider),
            eq(connections.externalId, externalId),
            eq(connections.status, "connected"),
            isNotNull(connections.nextSyncAt),
          ),
        )
        .returning({ accountId: connections.accountId });
      return rows.length > 0;
    },

    /** Milliseconds until the next is due, of any team; null if there is none. */
    async nextDue(): Promise<number | null> {
      const [row] = await db
        .select({
          wait: sql<number | null>`extract(epoch from min(${revocations.nextAt}) - now())::float * 1000`,
        })
        .from(revocations);
      return row?.wait ?? null;
    },

    /** A team's accounts that a person may see and whose access hasn't ended after an attempt. */
    async failedOf(
      teamId: string,
      userId: string,
    ): Promise<{ account: ConnectionRow; failure: string | null; since: Date }[]> {
      return db
        .select({ account: connections, failure: revocations.failure, since: revocations.createdAt })
        .from(revocations)
        .innerJoin(connections, eq(connections.accountId, revocations.accountId))
        .where(
          and(
            eq(revocations.teamId, teamId),
            eq(connections.teamId, teamId),
            eq(connections.status, "disconnected"),
            or(isNull(connections.visibleTo), eq(connections.visibleTo, userId)),
            isNotNull(revocations.failure),
          ),
        )
        .orderBy(asc(revocations.createdAt));
    },
  };
}

const claimedFor = (seconds: number) => ({
  attempts: sql`${revocations.attempts} + 1`,
  nextAt: sql`now() + make_interval(secs => ${seconds})`,
});
