import { and, asc, count, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import type { PageBefore } from "../../shared/paging";
import { users } from "../auth/tables";
import { messages } from "../inbox/tables";
import { teamMembers } from "../teams/tables";
import { deliveries, outgoingWebhooks } from "./tables";

/** A webhook as stored. Its secret is encrypted. */
export type WebhookRow = typeof outgoingWebhooks.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Pick<typeof deliveries.$inferInsert, "teamId" | "webhookId" | "type" | "body">;

/** How an attempt ended. */
export type AttemptResult = Pick<DeliveryRow, "status" | "answerStatus" | "problem" | "nextAttemptAt">;
/** The same of one delivery among many. */
export type EndedAttempt = AttemptResult & Pick<DeliveryRow, "id">;

/** Whose attempt is under way. */
type UnderWay = Pick<DeliveryRow, "teamId" | "webhookId">;

/** Attempts that one process makes at a time for one webhook, and for all of a team. */
interface MostAtATime {
  perWebhook: number;
  perTeam: number;
}

/** How long an attempt is left to the process that took it; longer than any attempt. */
const claim = sql`now() + interval '1 minute'`;
/** Due deliveries that are looked through in one step. */
const lookAt = 500;

function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** A field of many rows as one parameter, an array of a type of PostgreSQL. */
const column = <Row>(rows: readonly Row[], field: keyof Row, type: string): SQL =>
  sql`${sql.param(rows.map((row) => row[field]))}::${sql.raw(type)}[]`;

export function createOutgoingRepository(db: Executor) {
  const inTeam = (teamId: string, id: string): SQL | undefined =>
    and(eq(outgoingWebhooks.teamId, teamId), eq(outgoingWebhooks.id, id));

  return {
    /** A team's webhooks, oldest first, also those that are off. */
    async list(teamId: string): Promise<WebhookRow[]> {
      return db
        .select()
        .from(outgoingWebhooks)
        .where(eq(outgoingWebhooks.teamId, teamId))
        .orderBy(asc(outgoingWebhooks.createdAt), asc(outgoingWebhooks.id));
    },

    /** Who added each webhook of a team, without those whose account is deleted. */
    async addedBy(teamId: string): Promise<{ webhookId: string; name: string; left: boolean }[]> {
      return db
        .select({
          webhookId: outgoingWebhooks.id,
          name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
          left: sql<boolean>`${teamMembers.userId} is null`,
        })
        .from(outgoingWebhooks)
        .innerJoin(users, eq(users.id, outgoingWebhooks.createdBy))
        .leftJoin(teamMembers, and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, users.id)))
        .where(eq(outgoingWebhooks.teamId, teamId));
    },

    /** The webhooks of these teams that are on. */
    async active(teamIds: string[]): Promise<WebhookRow[]> {
      return db
        .select()
        .from(outgoingWebhooks)
        .where(and(inArray(outgoingWebhooks.teamId, teamIds), sql`${outgoingWebhooks.disabledAt} is null`));
    },

    /** Undefined for another team's webhook too. */
    async find(teamId: string, id: string): Promise<WebhookRow | undefined> {
      const [row] = await db.select().from(outgoingWebhooks).where(inTeam(teamId, id));
      return row;
    },

    /** For deliveries that the caller has taken, of any team. */
    async byIds(ids: string[]): Promise<WebhookRow[]> {
      return ids.length === 0
        ? []
        : db.select().from(outgoingWebhooks).where(inArray(outgoingWebhooks.id, ids));
    },

    async insert(webhook: typeof outgoingWebhooks.$inferInsert): Promise<WebhookRow> {
      const [row] = await db.insert(outgoingWebhooks).values(webhook).returning();
      return row as WebhookRow;
    },

    /** @param disabledAt - when it was turned off; null: it is on. */
    async setDisabled(teamId: string, id: string, disabledAt: Date | null): Promise<void> {
      await db.update(outgoingWebhooks).set({ disabledAt }).where(inTeam(teamId, id));
    },

    /** Turns all webhooks of a team off, and gives up what waits to be sent. */
    async stopTeam(teamId: string): Promise<void> {
      await db
        .update(outgoingWebhooks)
        .set({ disabledAt: new Date() })
        .where(and(eq(outgoingWebhooks.teamId, teamId), isNull(outgoingWebhooks.disabledAt)));
      await db
        .update(deliveries)
        .set({ status: "failed", problem: "The team was deleted." })
        .where(and(eq(deliveries.teamId, teamId), eq(deliveries.status, "waiting")));
    },

    /** Removes a webhook with its deliveries. @returns whether it was there. */
    async remove(teamId: string, id: string): Promise<boolean> {
      const removed = await db
        .delete(outgoingWebhooks)
        .where(inTeam(teamId, id))
        .returning({ id: outgoingWebhooks.id });
      return removed.length > 0;
    },

    /** Numbers of deliveries that wait after a failed attempt, and that were given up, by webhook. */
    async troubles(teamId: string): Promise<{ webhookId: string; status: string; count: number }[]> {
      return db
        .select({ webhookId: deliveries.webhookId, status: deliveries.status, count: count() })
        .from(deliveries)
        .where(and(eq(deliveries.teamId, teamId), sql`${deliveries.status} <> 'delivered'`))
        .groupBy(deliveries.webhookId, deliveries.status);
    },

    /** Messages among these that one person sees, or that come from an archive: nothing is sent about them. */
    async quiet(messageIds: string[]): Promise<Set<string>> {
      if (messageIds.length === 0) return new Set();
      const rows = await db
        .select({ id: messages.id })
        .from(messages)
        .where(
          and(
            // One parameter for all: a statement has at most 65,535.
            sql`${messages.id} = any(${sql.param(messageIds)}::uuid[])`,
            sql`(${messages.visibleTo} is not null or ${messages.importId} is not null or ${messages.sample})`,
          ),
        );
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Adds a delivery whose first attempt is left to the caller, as after {@link take}. Undefined if the webhook has
     * just been removed.
     */
    async add(delivery: NewDelivery): Promise<DeliveryRow | undefined> {
      return db.transaction(async (tx) => {
        const [webhook] = await tx
          .select({ id: outgoingWebhooks.id })
          .from(outgoingWebhooks)
          .where(inTeam(delivery.teamId, delivery.webhookId))
          .for("key share");
        if (!webhook) return undefined;
        const [added] = await tx
          .insert(deliveries)
          .values({ ...delivery, nextAttemptAt: claim })
          .returning();
        return added;
      });
    },

    /** Adds any number of deliveries with four parameters, except those of webhooks that were just removed. */
    async queue(all: NewDelivery[]): Promise<void> {
      if (all.length === 0) return;
      await db.execute(sql`
        insert into ${deliveries} (team_id, webhook_id, type, body)
        select given.* from unnest(${column(all, "teamId", "uuid")}, ${column(all, "webhookId", "uuid")},
          ${column(all, "type", "text")}, ${column(all, "body", "text")}) given(team_id, webhook_id, type, body)
        join ${outgoingWebhooks} w on w.id = given.webhook_id
        for key share of w`);
    },

    /** @throws AppError `invalid_input` if there is no delivery with the id in `before` (any more). */
    async deliveries(
      teamId: string,
      webhookId: string,
      { limit, before }: PageBefore,
    ): Promise<DeliveryRow[]> {
      const older =
        before &&
        sql`${deliveries.seq} < (select d.seq from ${deliveries} d where d.webhook_id = ${webhookId} and d.id = ${before})`;
      const rows = await db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.teamId, teamId), older || undefined))
        .orderBy(desc(deliveries.seq))
        .limit(limit);
      const known = sql`${rowOf(deliveries, teamId, before)} and of_list.webhook_id = ${webhookId}`;
      await requireKnown(db, rows, { before }, known);
      return rows;
    },

    /** Takes one delivery for an attempt now, whatever its state. */
    async take(teamId: string, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
      const [row] = await db
        .update(deliveries)
        .set({ nextAttemptAt: claim, attempts: sql`${deliveries.attempts} + 1`, lastAttemptAt: sql`now()` })
        .where(and(eq(deliveries.teamId, teamId), eq(deliveries.webhookId, webhookId), eq(deliveries.id, id)))
        .returning();
      return row;
    },

    /**
     * Takes due deliveries for an attempt, the longest due first. Locks only those it takes; what another process takes
     * at the same time is left to it.
     *
     * @param running - attempts under way. A webhook that has its most of them gets none now, any other at most as many
     * again. A team that has its most gets only one for each webhook that has none. So a slow receiver holds up no
     * other, and a team with many of them no other team.
     */
    async takeDue(room: number, running: readonly UnderWay[], most: MostAtATime): Promise<DeliveryRow[]> {
      const teams = countBy(running, ({ teamId }) => teamId);
      const webhooks = countBy(running, ({ webhookId }) => webhookId);
      const atMost = (counts: Map<string, number>, limit: number) =>
        sql`${sql.param([...counts].flatMap(([id, count]) => (count >= limit ? [id] : [])))}::uuid[]`;
      const underWay = atMost(webhooks, 1);
      const due = sql`select d.id, d.team_id, d.webhook_id, d.next_attempt_at, d.seq from ${deliveries} d
        where d.status = 'waiting' and d.next_attempt_at <= now()
          and d.webhook_id <> all(${atMost(webhooks, most.perWebhook)})
          and not (d.team_id = any(${atMost(teams, most.perTeam)}) and d.webhook_id = any(${underWay}))
          and exists (select from ${outgoingWebhooks} w where w.id = d.webhook_id and w.disabled_at is null)
        order by d.next_attempt_at limit ${lookAt}`;
      const ofWebhooks = sql`select *,
        row_number() over (partition by webhook_id order by next_attempt_at, seq) as nth from (${due}) due`;
      // The webhooks of a team in turns.
      const ofTeams = sql`select *, row_number() over (partition by team_id order by nth, next_attempt_at, seq) as of_team
        from (${ofWebhooks}) of_webhooks where nth <= ${most.perWebhook}`;
      const fair = sql`select id from (${ofTeams}) of_teams
        left join unnest(${sql.param([...teams.keys()])}::uuid[], ${sql.param([...teams.values()])}::int[])
          as under_way(team, attempts) on team = team_id
        where of_team + coalesce(attempts, 0) <= ${most.perTeam}
          or (nth = 1 and webhook_id <> all(${underWay})) order by next_attempt_at limit ${room}`;
      // Materialized, so that the locks are taken once.
      const taken = sql`with taken as materialized (
          select d.id from ${deliveries} d where d.id in (${fair}) and d.status = 'waiting' and d.next_attempt_at <= now()
          for update skip locked)
        select id from taken`;
      return db
        .update(deliveries)
        .set({ nextAttemptAt: claim, attempts: sql`${deliveries.attempts} + 1`, lastAttemptAt: sql`now()` })
        .where(sql`${deliveries.id} in (${taken})`)
        .returning();
    },

    /** Whether the receiver has accepted another delivery since this one was made. */
    async hasAcceptedSince({ webhookId, createdAt }: DeliveryRow): Promise<boolean> {
      const [accepted] = await db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            eq(deliveries.webhookId, webhookId),
            eq(deliveries.status, "delivered"),
            // Not one that was accepted before, but not when it was posted again.
            isNull(deliveries.problem),
            gt(deliveries.lastAttemptAt, createdAt),
          ),
        )
        .limit(1);
      return accepted !== undefined;
    },

    /** Returns a taken delivery as if it had not been taken, unless it was given up meanwhile. */
    async putBack(id: string): Promise<DeliveryRow | undefined> {
      const [row] = await db
        .update(deliveries)
        .set({
          attempts: sql`${deliveries.attempts} - 1`,
          lastAttemptAt: sql`case when ${deliveries.attempts} > 1 then ${deliveries.lastAttemptAt} end`,
          nextAttemptAt: sql`now()`,
        })
        .where(and(eq(deliveries.id, id), eq(deliveries.status, "waiting")))
        .returning();
      return row;
    },

    /** Records how one attempt ended. What was delivered stays so: a later attempt may fail, but takes nothing back. */
    async finish(id: string, { status, ...result }: AttemptResult): Promise<DeliveryRow | undefined> {
      const [row] = await db
        .update(deliveries)
        .set({
          ...result,
          status: sql`case when ${deliveries.status} = 'delivered' then 'delivered' else ${status} end`,
        })
        .where(eq(deliveries.id, id))
        .returning();
      return row;
    },

    /**
     * Records how any number of attempts ended, in one statement. What was given up or delivered during an attempt
     * stays so, unless the attempt itself delivered.
     */
    async finishAll(ended: EndedAttempt[]): Promise<void> {
      if (ended.length === 0) return;
      await db.execute(sql`
        update ${deliveries} d set status = e.status, answer_status = e.answer_status, problem = e.problem,
          next_attempt_at = e.next_attempt_at
        from unnest(${column(ended, "id", "uuid")}, ${column(ended, "status", "text")},
          ${column(ended, "answerStatus", "int")}, ${column(ended, "problem", "text")},
          ${column(ended, "nextAttemptAt", "timestamptz")})
          e(id, status, answer_status, problem, next_attempt_at)
        where d.id = e.id and (d.status = 'waiting' or e.status = 'delivered')`);
    },

    /** Deletes deliveries of all teams, also those that still wait. */
    async purgeBefore(date: Date): Promise<void> {
      await db.delete(deliveries).where(lt(deliveries.createdAt, date));
    },
  };
}
