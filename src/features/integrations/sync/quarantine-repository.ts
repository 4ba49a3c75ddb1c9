import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { ConnectionRow } from "../repository";
import { quarantine } from "../tables";
import { countIn, type QuarantineChanges, type QuarantineEntry, unlistedId } from "./quarantine-entry";

export type QuarantineRow = typeof quarantine.$inferSelect;
type Account = Pick<ConnectionRow, "teamId" | "accountId">;

export interface QuarantineCount {
  all: number;
  unlisted: number;
}

/** Most entries listed at a time. */
export const mostListed = 200;

/** What is set aside: what sources fail on, events that can't be handled, and messages that can't be stored. */
export function createQuarantineRepository(db: Executor) {
  const ofAccount = ({ teamId, accountId }: Account) =>
    and(eq(quarantine.teamId, teamId), eq(quarantine.accountId, accountId));

  return {
    /** What an account's source fails on, dismissed entries included. */
    async ofSource(account: Account): Promise<QuarantineEntry[]> {
      const rows = await db
        .select()
        .from(quarantine)
        .where(and(ofAccount(account), eq(quarantine.kind, "source")))
        .orderBy(asc(quarantine.since), asc(quarantine.ref));
      return rows.map(({ ref, payload, reason, tries, retryAt, dismissedAt }) => ({
        id: ref,
        details: (payload ?? {}) as Record<string, unknown>,
        reason,
        tries,
        retryAt,
        dismissed: dismissedAt !== null,
      }));
    },

    /** Stores what a run changed. Entries that someone has dismissed meanwhile stay dismissed. */
    async save(account: Account, { kept, left }: QuarantineChanges): Promise<void> {
      for (const { id, details, reason, tries, retryAt } of kept)
        await this.put(account, { kind: "source", ref: id, payload: details, reason, tries, retryAt });
      if (left.length === 0) return;
      await db
        .delete(quarantine)
        .where(and(ofAccount(account), eq(quarantine.kind, "source"), inArray(quarantine.ref, left)));
    },

    /**
     * Sets something aside, or notes another failure of it.
     *
     * @param entry - `retryAt` null: the next check retries it.
     */
    async put(
      { teamId, accountId }: Account,
      entry: Pick<QuarantineRow, "kind" | "ref" | "payload" | "reason" | "tries"> & { retryAt?: Date | null },
    ): Promise<void> {
      const { payload, reason, tries, retryAt = null } = entry;
      await db
        .insert(quarantine)
        .values({ teamId, accountId, ...entry })
        .onConflictDoUpdate({
          target: [quarantine.accountId, quarantine.kind, quarantine.ref],
          set: { payload, reason, tries, retryAt, lastTryAt: sql`now()` },
        });
    },

    /**
     * How much per account fails and isn't dismissed: in all, and what is too much to list of it.
     */
    async counts(teamId: string, accountIds: string[]): Promise<Map<string, QuarantineCount>> {
      if (accountIds.length === 0) return new Map();
      const isUnlisted = eq(quarantine.ref, unlistedId);
      const rows = await db
        .select({
          accountId: quarantine.accountId,
          listed: sql<number>`count(*) filter (where not ${isUnlisted})`.mapWith(Number),
          payload: sql<unknown>`(array_agg(${quarantine.payload}) filter (where ${isUnlisted}))[1]`,
        })
        .from(quarantine)
        .where(
          and(
            eq(quarantine.teamId, teamId),
            inArray(quarantine.accountId, accountIds),
            isNull(quarantine.dismissedAt),
          ),
        )
        .groupBy(quarantine.accountId);
      return new Map(
        rows.map(({ accountId, listed, payload }) => {
          const unlisted = countIn(payload);
          return [accountId, { all: listed + unlisted, unlisted }];
        }),
      );
    },

    /** Entries that nobody has dismissed, oldest first. @param ids - default: all. */
    async list(account: Account, ids?: string[]): Promise<QuarantineRow[]> {
      return db
        .select()
        .from(quarantine)
        .where(
          and(
            ofAccount(account),
            isNull(quarantine.dismissedAt),
            ids ? inArray(quarantine.id, ids) : undefined,
          ),
        )
        .orderBy(asc(quarantine.since), asc(quarantine.id))
        .limit(mostListed);
    },

    /** Deletes entries that were stored after all. */
    async remove(account: Account, id: string): Promise<void> {
      await db.delete(quarantine).where(and(ofAccount(account), eq(quarantine.id, id)));
    },

    /** Counts a retry that failed. */
    async noteTry(account: Account, id: string, reason: string): Promise<void> {
      await db
        .update(quarantine)
        .set({ reason, tries: sql`${quarantine.tries} + 1`, lastTryAt: sql`now()` })
        .where(and(ofAccount(account), eq(quarantine.id, id)));
    },

    /** Lets the next check try what its source failed on. */
    async retrySoon(account: Account, ids: string[]): Promise<void> {
      await db
        .update(quarantine)
        .set({ retryAt: null })
        .where(and(ofAccount(account), inArray(quarantine.id, ids)));
    },

    /**
     * Takes entries off the list, with what they contain. What a source fails on is remembered, so that it
     * isn't tried again. @returns how many.
     */
    async dismiss(account: Account, ids?: string[]): Promise<number> {
      const chosen = and(
        ofAccount(account),
        isNull(quarantine.dismissedAt),
        ids ? inArray(quarantine.id, ids) : undefined,
      );
      const rows = await db
        .update(quarantine)
        .set({ dismissedAt: sql`now()`, payload: null })
        .where(chosen)
        .returning({ id: quarantine.id });
      return rows.length;
    },
  };
}
