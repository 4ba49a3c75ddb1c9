import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { purgeBefore } from "../../server/postgres/purge";
import type { PageBefore } from "../../shared/paging";
import { users } from "../auth/tables";
import { teamMembers } from "../teams/tables";
import type { PrivacyChange, PrivacyChoice } from "./contract";
import { outsideCalls, privacyChoices } from "./tables";

export type CallRow = typeof outsideCalls.$inferSelect;
export type NewCall = Omit<typeof outsideCalls.$inferInsert, "seq" | "id" | "at">;

/** Sums over several calls. The driver returns `bigint` sums as text, so they are cast. */
const sums = {
  calls: sql<number>`count(*)::float8`,
  bytesSent: sql<number>`coalesce(sum(${outsideCalls.bytesSent}), 0)::float8`,
  bytesReceived: sql<number>`coalesce(sum(${outsideCalls.bytesReceived}), 0)::float8`,
  tokens: sql<number>`coalesce(sum(${outsideCalls.tokens}), 0)::float8`,
};

export function createPrivacyRepository(db: Executor) {
  return {
    /** Records a call before it is sent. @returns its id, for {@link close}. */
    async insert(call: NewCall): Promise<string> {
      const [row] = await db.insert(outsideCalls).values(call).returning({ id: outsideCalls.id });
      if (!row) throw new Error("the call was not stored");
      return row.id;
    },

    /** Records how a call ended. Only the first end counts. */
    async close(
      id: string,
      end: Pick<CallRow, "outcome" | "bytesReceived" | "tokens" | "durationMs">,
    ): Promise<void> {
      await db
        .update(outsideCalls)
        .set(end)
        .where(and(eq(outsideCalls.id, id), sql`${outsideCalls.outcome} is null`));
    },

    /** @throws AppError `invalid_input` if there is no call with the id in `before` (any more). */
    async list(teamId: string, page: PageBefore): Promise<CallRow[]> {
      const older =
        page.before &&
        sql`${outsideCalls.seq} < (select c.seq from ${outsideCalls} c where c.team_id = ${teamId} and c.id = ${page.before})`;
      const rows = await db
        .select()
        .from(outsideCalls)
        .where(and(eq(outsideCalls.teamId, teamId), older || undefined))
        .orderBy(desc(outsideCalls.seq))
        .limit(page.limit);
      await requireKnown(db, rows, page, rowOf(outsideCalls, teamId, page.before));
      return rows;
    },

    /** Tokens of all the team's calls since a moment; a call that runs counts none. */
    async tokensSince(teamId: string, since: Date): Promise<number> {
      const [row] = await db
        .select({ tokens: sums.tokens })
        .from(outsideCalls)
        .where(and(eq(outsideCalls.teamId, teamId), gte(outsideCalls.at, since)));
      return row?.tokens ?? 0;
    },

    /** Amounts per service since a given time, most bytes first. */
    async sumsSince(teamId: string, since: Date) {
      return db
        .select({ service: outsideCalls.service, host: outsideCalls.host, ...sums })
        .from(outsideCalls)
        .where(and(eq(outsideCalls.teamId, teamId), gte(outsideCalls.at, since)))
        .groupBy(outsideCalls.service, outsideCalls.host)
        .orderBy(desc(sums.bytesSent), outsideCalls.service, outsideCalls.host);
    },

    /** Undefined if the team has chosen nothing. */
    async choice(teamId: string): Promise<PrivacyChoice | undefined> {
      const [row] = await db
        .select({
          redactNames: privacyChoices.redactNames,
          redactAddresses: privacyChoices.redactAddresses,
        })
        .from(privacyChoices)
        .where(eq(privacyChoices.teamId, teamId));
      return row;
    },

    /** Stores the given fields. The others keep their value, or are off if none was set before. */
    async setChoice(teamId: string, change: PrivacyChange): Promise<PrivacyChoice> {
      const { redactNames = false, redactAddresses = false } = change;
      const [row] = await db
        .insert(privacyChoices)
        .values({ teamId, redactNames, redactAddresses })
        .onConflictDoUpdate({ target: privacyChoices.teamId, set: { teamId, ...change } })
        .returning({
          redactNames: privacyChoices.redactNames,
          redactAddresses: privacyChoices.redactAddresses,
        });
      return row as PrivacyChoice;
    },

    /** Full names and addresses of the team's members, which are redacted. */
    async memberNames(teamId: string): Promise<{ name: string; address: string }[]> {
      const rows = await db
        .select({ firstName: users.firstName, lastName: users.lastName, address: users.email })
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(eq(teamMembers.teamId, teamId));
      return rows.map(({ firstName, lastName, address }) => ({
        name: `${firstName} ${lastName}`.trim(),
        address,
      }));
    },

    /** Deletes calls of all teams. */
    async purgeBefore(date: Date): Promise<void> {
      await purgeBefore(db, outsideCalls, outsideCalls.at, date, outsideCalls.seq);
    },
  };
}
