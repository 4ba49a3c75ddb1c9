import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { dueAt, isDue } from "../../server/planned-checks";
import type { CrmCounts } from "./contract";
import { crmConnections } from "./tables";

/** A connection as stored. Its credentials are encrypted. */
export type CrmConnectionRow = typeof crmConnections.$inferSelect;

/** How long a run's claim is valid without renewal (seconds). After a crash it expires. */
export const claimSeconds = 90;

/** The columns of a connection that has ended. Its records stay. */
export const ended = {
  status: "disconnected",
  credentials: null,
  nextSyncAt: null,
  claimedBy: null,
  claimedUntil: null,
  progress: null,
  lastFailure: null,
  failures: 0,
} as const;

const claimUntil = sql`now() + ${claimSeconds} * interval '1 second'`;
const unclaimed = sql`(${crmConnections.claimedUntil} is null or ${crmConnections.claimedUntil} < now())`;

/** The connections to CRMs: access, schedule and cursors. */
export function createCrmRepository(db: Executor) {
  const is = (teamId: string, id: string) =>
    and(eq(crmConnections.teamId, teamId), eq(crmConnections.id, id));
  return {
    /** A team's connections, in the order they were connected; also those that only keep records. */
    async ofTeam(teamId: string): Promise<CrmConnectionRow[]> {
      return db
        .select()
        .from(crmConnections)
        .where(eq(crmConnections.teamId, teamId))
        .orderBy(asc(crmConnections.connectedAt), asc(crmConnections.id));
    },

    /** Undefined for another team's connection too. A disconnected one is found. */
    async find(teamId: string, id: string): Promise<CrmConnectionRow | undefined> {
      const [row] = await db.select().from(crmConnections).where(is(teamId, id));
      return row;
    },

    /** The row, locked until the transaction ends. */
    async lock(teamId: string, id: string): Promise<CrmConnectionRow | undefined> {
      const [row] = await db.select().from(crmConnections).where(is(teamId, id)).for("update");
      return row;
    },

    /** Stores a connection, or renews the team's one to the same account. */
    async connect(
      row: Pick<CrmConnectionRow, "teamId" | "provider" | "externalId" | "accountName" | "connectedBy"> &
        Pick<CrmConnectionRow, "syncContacts" | "syncDeals" | "syncTasks">,
    ): Promise<CrmConnectionRow> {
      const [stored] = await db
        .insert(crmConnections)
        .values({ ...row, nextSyncAt: sql`now()` })
        .onConflictDoUpdate({
          target: [crmConnections.teamId, crmConnections.provider, crmConnections.externalId],
          set: {
            ...row,
            status: "connected",
            nextSyncAt: sql`now()`,
            failures: 0,
            lastFailure: null,
          },
        })
        .returning();
      return stored as CrmConnectionRow;
    },

    /** Adds a connection for sample data, which is never synced. @returns its id; undefined if there is one. */
    async insertSample(teamId: string): Promise<string | undefined> {
      const [row] = await db
        .insert(crmConnections)
        .values({
          ...{ teamId, provider: "other", externalId: "sample", accountName: "Sample CRM" },
          ...{ status: "disconnected", sample: true },
        })
        .onConflictDoNothing()
        .returning({ id: crmConnections.id });
      return row?.id;
    },

    /** Deletes a team's sample data. @returns the ids of its connections. */
    async removeSamples(teamId: string): Promise<string[]> {
      const rows = await db
        .delete(crmConnections)
        .where(and(eq(crmConnections.teamId, teamId), eq(crmConnections.sample, true)))
        .returning({ id: crmConnections.id });
      return rows.map(({ id }) => id);
    },

    /** Changes a connection that the caller has found in this team. */
    async update(teamId: string, id: string, change: Partial<CrmConnectionRow>): Promise<CrmConnectionRow> {
      const [row] = await db.update(crmConnections).set(change).where(is(teamId, id)).returning();
      return row as CrmConnectionRow;
    },

    /** Deletes a connection with all its records. */
    async remove(teamId: string, id: string): Promise<void> {
      await db.delete(crmConnections).where(is(teamId, id));
    },

    /** Claims due connections of any team, longest waiting first. */
    async claimDue(runId: string, limit: number): Promise<CrmConnectionRow[]> {
      const { rows } = await db.execute<{ id: string; team_id: string }>(sql`
        update crm_connections set claimed_by = ${runId}, claimed_until = ${claimUntil}
        where id in (
          select id from crm_connections where ${isDue} and (claimed_until is null or claimed_until < now())
          order by next_sync_at limit ${limit} for update skip locked)
        returning id, team_id`);
      const found = await Promise.all(rows.map(({ id, team_id }) => this.find(team_id, id)));
      return found.filter((row) => row?.claimedBy === runId) as CrmConnectionRow[];
    },

    /** Claims one connection; undefined while another run has it. */
    async claim(teamId: string, id: string, runId: string): Promise<CrmConnectionRow | undefined> {
      const [row] = await db
        .update(crmConnections)
        .set({ claimedBy: runId, claimedUntil: claimUntil })
        .where(and(is(teamId, id), ne(crmConnections.status, "disconnected"), unclaimed))
        .returning();
      return row;
    },

    /** False if the claim was lost. */
    async renewClaim({ teamId, id, claimedBy }: CrmConnectionRow): Promise<boolean> {
      const rows = await db
        .update(crmConnections)
        .set({ claimedUntil: claimUntil })
        .where(and(is(teamId, id), eq(crmConnections.claimedBy, claimedBy as string)))
        .returning({ id: crmConnections.id });
      return rows.length > 0;
    },

    /** Milliseconds until the next connection is due, 0 if one is due now; undefined if none is waiting. */
    async nextDue(): Promise<number | undefined> {
      const { rows } = await db.execute<{ wait: number | null }>(sql`
        select extract(epoch from min(${dueAt}) - now())::float8 * 1000 as wait from crm_connections
        where next_sync_at is not null and (claimed_until is null or claimed_until < now())`);
      const wait = rows[0]?.wait;
      return wait === null || wait === undefined ? undefined : Math.max(0, wait);
    },

    /** How many records each of a team's connections has. */
    async counts(teamId: string): Promise<Map<string, CrmCounts>> {
      const { rows } = await db.execute<{ id: string } & CrmCounts>(sql`
        select id,
          (select count(*)::int from crm_contacts where connection_id = c.id) as contacts,
          (select count(*)::int from crm_companies where connection_id = c.id) as companies,
          (select count(*)::int from crm_deals where connection_id = c.id) as deals,
          (select count(*)::int from crm_task_links where connection_id = c.id and external_id is not null) as tasks
        from crm_connections c where team_id = ${teamId}`);
      return new Map(rows.map(({ id, ...counts }) => [id, counts]));
    },

    /**
     * Counts what the tables hold, so that the database finds senders by their indexes. It would count by itself, but only
     * a while after a first sync has filled them.
     */
    async analyzeRecords(): Promise<void> {
      await db.execute(
        sql`analyze crm_companies, crm_contacts, crm_contact_keys, crm_deals, crm_deal_contacts`,
      );
    },
  };
}
