import { and, asc, count, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { type Executor, executePrepared, holdLock } from "../../server/database";
import { users } from "../auth/tables";
import { teamMembers, teams } from "../teams/tables";
import { messageUsage, paymentEvents, subscriptions } from "./tables";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The first day of a date's calendar month (UTC), as the database writes it. */
export const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`;

/** A subscription as PostgreSQL writes it in JSON. */
type StoredSubscription = {
  [column in "team_id" | "tier" | "status"]: string;
} & {
  [column in
    | "trial_ends_at"
    | "provider"
    | "customer_id"
    | "subscription_id"
    | "pending_id"
    | "period_ends_at"
    | "ended_at"
    | "chose_free_at"]: string | null;
};

function toRow(stored: StoredSubscription): SubscriptionRow {
  const date = (text: string | null) => text && new Date(text);
  return {
    teamId: stored.team_id,
    tier: stored.tier,
    status: stored.status,
    trialEndsAt: date(stored.trial_ends_at),
    provider: stored.provider,
    customerId: stored.customer_id,
    subscriptionId: stored.subscription_id,
    pendingId: stored.pending_id,
    periodEndsAt: date(stored.period_ends_at),
    endedAt: date(stored.ended_at),
    choseFreeAt: date(stored.chose_free_at),
  } as SubscriptionRow;
}

export function createBillingRepository(db: Executor) {
  return {
    /** Undefined if the team has no row yet; {@link save} creates it. */
    async subscriptionOf(teamId: string): Promise<SubscriptionRow | undefined> {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
      return row;
    },

    async insert(row: typeof subscriptions.$inferInsert): Promise<void> {
      await db.insert(subscriptions).values(row);
    },

    /**
     * Until the transaction ends, nobody else changes the team's subscription, here or at the payment
     * provider.
     */
    async lock(teamId: string): Promise<void> {
      await holdLock(db, `billing ${teamId}`);
    },

    /** Creates the team's row, or changes it. */
    async save(teamId: string, change: Partial<SubscriptionRow>): Promise<SubscriptionRow> {
      const [row] = await db
        .insert(subscriptions)
        .values({ tier: "free", status: "active", ...change, teamId })
        .onConflictDoUpdate({ target: subscriptions.teamId, set: { ...change, teamId } })
        .returning();
      if (!row) throw new Error("couldn't store the subscription");
      return row;
    },

    /** The team of a customer at the payment provider. */
    async teamOfCustomer(customerId: string): Promise<string | undefined> {
      const [row] = await db
        .select({ teamId: subscriptions.teamId })
        .from(subscriptions)
        .where(eq(subscriptions.customerId, customerId));
      return row?.teamId;
    },

    /** False if the event was there already. */
    async insertEvent(event: typeof paymentEvents.$inferInsert): Promise<boolean> {
      const rows = await db
        .insert(paymentEvents)
        .values(event)
        .onConflictDoNothing()
        .returning({ id: paymentEvents.id });
      return rows.length > 0;
    },

    /** Deletes the provider's events of all teams that were received earlier. */
    async purgeEvents(before: Date): Promise<void> {
      await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, before));
    },

    /** Subscriptions and trials without a plan since a moment, and without a choice of Free. */
    async endedBefore(date: Date): Promise<SubscriptionRow[]> {
      return db
        .select()
        .from(subscriptions)
        .where(
          and(
            isNull(subscriptions.choseFreeAt),
            or(
              and(isNull(subscriptions.subscriptionId), lte(subscriptions.trialEndsAt, date)),
              lte(subscriptions.endedAt, date),
              and(eq(subscriptions.status, "canceled"), lte(subscriptions.periodEndsAt, date)),
            ),
          ),
        );
    },

    /** Teams, after an id in order, whose subscription at the provider may still change. */
    async openAt(provider: "sandbox" | "stripe", after: string, limit: number): Promise<string[]> {
      const rows = await db
        .select({ teamId: subscriptions.teamId })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.provider, provider),
            gt(subscriptions.teamId, after),
            or(
              isNotNull(subscriptions.pendingId),
              and(isNotNull(subscriptions.subscriptionId), isNull(subscriptions.endedAt)),
            ),
          ),
        )
        .orderBy(asc(subscriptions.teamId))
        .limit(limit);
      return rows.map(({ teamId }) => teamId);
    },

    /** The team's name and its owner's address, for the payment provider. */
    async customerOf(teamId: string): Promise<{ name: string; email: string } | undefined> {
      const [row] = await db
        .select({ name: teams.name, email: users.email })
        .from(teams)
        .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.role, "owner")))
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(eq(teams.id, teamId));
      return row;
    },

    async countMembers(teamId: string): Promise<number> {
      const [row] = await db
        .select({ members: count() })
        .from(teamMembers)
        .where(eq(teamMembers.teamId, teamId));
      return row?.members ?? 0;
    },

    /**
     * Counts messages of this month. Until the transaction ends, other counts of the team wait, so that the
     * total is exact.
     *
     * @returns how many are counted and how many of them wait, with these, and the team's subscription.
     */
    async countMessages(
      teamId: string,
      messages: number,
      now: Date,
    ): Promise<{ total: number; held: number; row: SubscriptionRow | undefined }> {
      const [counted] = await executePrepared<{
        total: number;
        held: number;
        subscription: StoredSubscription | null;
      }>(
        db,
        "count_messages",
        sql`
        insert into message_usage (team_id, month, messages) values (${teamId}, ${monthOf(now)}, ${messages})
        on conflict (team_id, month) do update set messages = message_usage.messages + excluded.messages
        returning messages as total, held,
          (select to_json(s) from subscriptions s where s.team_id = message_usage.team_id) as subscription`,
      );
      const { total = 0, held = 0, subscription = null } = counted ?? {};
      return { total, held, row: subscription ? toRow(subscription) : undefined };
    },

    /** Teams with at least so many messages of a calendar month. */
    async busyTeams(atLeast: number, now: Date): Promise<{ teamId: string; current: number }[]> {
      return db
        .select({ teamId: messageUsage.teamId, current: messageUsage.messages })
        .from(messageUsage)
        .where(and(eq(messageUsage.month, monthOf(now)), gte(messageUsage.messages, atLeast)));
    },

    /** Teams with at least so many members. */
    async largeTeams(atLeast: number): Promise<{ teamId: string; current: number }[]> {
      return db
        .select({ teamId: teamMembers.teamId, current: count() })
        .from(teamMembers)
        .groupBy(teamMembers.teamId)
        .having(gte(count(), atLeast));
    },

    /** The subscriptions of these teams, by team. */
    async subscriptionsOf(teamIds: string[]): Promise<Map<string, SubscriptionRow>> {
      const rows = await db
        .select()
        .from(subscriptions)
        .where(sql`${subscriptions.teamId} = any(${sql.param(teamIds)}::uuid[])`);
      return new Map(rows.map((row) => [row.teamId, row]));
    },

    /** Changes how many of this month's messages wait. */
    async addHeld(teamId: string, change: number, now: Date): Promise<void> {
      await db
        .update(messageUsage)
        .set({ held: sql`${messageUsage.held} + ${change}` })
        .where(and(eq(messageUsage.teamId, teamId), eq(messageUsage.month, monthOf(now))));
    },

    /** How many messages the team received that were sent in this calendar month, and how many of them wait. */
    async messagesThisMonth(teamId: string, now: Date): Promise<{ messages: number; held: number }> {
      const [row] = await db
        .select({ messages: messageUsage.messages, held: messageUsage.held })
        .from(messageUsage)
        .where(and(eq(messageUsage.teamId, teamId), eq(messageUsage.month, monthOf(now))));
      return row ?? { messages: 0, held: 0 };
    },
  };
}
