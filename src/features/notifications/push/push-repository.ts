import { and, count, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { isLiveSession } from "../../auth/service";
import { byName } from "../repository";
import { notifications, pendingPushes, pushKeys, pushSubscriptions } from "../tables";

/** The keys that sign this installation's pushes. There is at most one row. */
export type PushKeysRow = typeof pushKeys.$inferSelect;
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** A notification that waits for a browser. */
export type PendingRow = Pick<
  typeof notifications.$inferSelect,
  "id" | "type" | "subjectType" | "subjectId" | "title" | "readAt" | "teamId"
> & {
  by: string | null;
  /** Whether the person is still in its team, and the team isn't being deleted. */
  member: boolean;
};

/** Browsers looked at in one step: more than a few people can have. */
const lookAt = 500;
/** How long a browser is left to the process that took it; longer than any attempt. */
const claim = sql`now() + interval '1 minute'`;

export function createPushRepository(db: Executor) {
  const own = (userId: string, id: string) =>
    and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id));

  return {
    /** Undefined until somebody sets up pushes. */
    async keys(): Promise<PushKeysRow | undefined> {
      const [row] = await db.select().from(pushKeys);
      return row;
    },

    /** Keeps the keys that somebody else made at the same time. */
    async addKeys(keys: Omit<PushKeysRow, "id" | "createdAt">): Promise<void> {
      await db
        .insert(pushKeys)
        .values({ id: 1, ...keys })
        .onConflictDoNothing();
    },

    /** With the keys, whatever was subscribed with them. */
    async dropKeys(publicKey: string): Promise<void> {
      const dropped = await db.delete(pushKeys).where(eq(pushKeys.publicKey, publicKey)).returning();
      if (dropped.length > 0) await db.delete(pushSubscriptions);
    },

    /** A person's browsers, latest first. */
    async list(userId: string): Promise<SubscriptionRow[]> {
      return db
        .select()
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, userId))
        .orderBy(desc(pushSubscriptions.createdAt), pushSubscriptions.id);
    },

    /** How many other browsers of the person get pushes. */
    async countOthers(userId: string, endpoint: string): Promise<number> {
      const [row] = await db
        .select({ count: count() })
        .from(pushSubscriptions)
        .where(and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.endpoint, endpoint)));
      return row?.count ?? 0;
    },

    /** A browser that was subscribed before, perhaps by somebody else, now belongs to this person only. */
    async add(
      subscription: Pick<
        SubscriptionRow,
        "userId" | "sessionId" | "endpoint" | "p256dh" | "auth" | "userAgent"
      >,
    ): Promise<SubscriptionRow> {
      return db.transaction(async (tx) => {
        const { userId, endpoint } = subscription;
        await tx
          .delete(pushSubscriptions)
          .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, userId)));
        const { sessionId, p256dh, auth, userAgent } = subscription;
        const [row] = await tx
          .insert(pushSubscriptions)
          .values(subscription)
          .onConflictDoUpdate({
            target: pushSubscriptions.endpoint,
            set: { sessionId, p256dh, auth, userAgent, problem: null, attempts: 0 },
          })
          .returning();
        return row as SubscriptionRow;
      });
    },

    /** Undefined if the person has no browser with this id. */
    async setDetails(userId: string, id: string, details: boolean): Promise<SubscriptionRow | undefined> {
      const [row] = await db.update(pushSubscriptions).set({ details }).where(own(userId, id)).returning();
      return row;
    },

    /** @returns whether it was there. */
    async remove(userId: string, id: string): Promise<boolean> {
      const removed = await db.delete(pushSubscriptions).where(own(userId, id)).returning();
      return removed.length > 0;
    },

    /**
     * Takes browsers that something waits for, so that no other process sends to them meanwhile: none of the people
     * and hosts that are busy, and of each other one only so many.
     */
    async takeDue(
      room: number,
      busy: { people: string[]; hosts: string[]; perPerson: number; perHost: number },
    ): Promise<SubscriptionRow[]> {
      const fair = sql`select id from (
          select due.id, due.next_attempt_at,
            row_number() over (partition by user_id order by next_attempt_at, id) as of_person,
            row_number() over (partition by host order by next_attempt_at, id) as of_host
          from (select s.id, s.user_id, s.next_attempt_at, split_part(s.endpoint, '/', 3) as host
            from ${pushSubscriptions} s
            where s.next_attempt_at <= now()
              and s.user_id <> all(${sql.param(busy.people)}::uuid[])
              and split_part(s.endpoint, '/', 3) <> all(${sql.param(busy.hosts)}::text[])
              -- Ended sessions are deleted later, with their browsers.
              and ${isLiveSession(sql`s.session_id`)}
              and exists (select from ${pendingPushes} p where p.subscription_id = s.id)
            order by s.next_attempt_at limit ${lookAt} for update skip locked) due) ranked
        where of_person <= ${busy.perPerson} and of_host <= ${busy.perHost}
        order by next_attempt_at limit ${room}`;
      return db
        .update(pushSubscriptions)
        .set({ nextAttemptAt: claim })
        .where(sql`${pushSubscriptions.id} in (${fair})`)
        .returning();
    },

    /** What waits for a browser, the latest first. */
    async pending(subscriptionId: string): Promise<PendingRow[]> {
      const { id, type, subjectType, subjectId, title, readAt, teamId, userId } = notifications;
      return db
        .select({
          ...{ id, type, subjectType, subjectId, title, readAt, teamId },
          by: byName,
          member: sql<boolean>`exists (select from team_members m where m.team_id = ${teamId}
            and m.user_id = ${userId} and not exists (select from team_deletions d where d.team_id = m.team_id))`,
        })
        .from(pendingPushes)
        .innerJoin(notifications, eq(notifications.id, pendingPushes.notificationId))
        .where(eq(pendingPushes.subscriptionId, subscriptionId))
        .orderBy(desc(notifications.createdAt), desc(notifications.id));
    },

    /** These notifications no longer wait for the browser. */
    async forget(subscriptionId: string, notificationIds: string[]): Promise<void> {
      await db
        .delete(pendingPushes)
        .where(
          and(
            eq(pendingPushes.subscriptionId, subscriptionId),
            inArray(pendingPushes.notificationId, notificationIds),
          ),
        );
    },

    /** Records how an attempt went, and when the next may follow. */
    async finish(
      id: string,
      {
        waitMs,
        ...change
      }: { waitMs: number } & Partial<Pick<SubscriptionRow, "attempts" | "problem" | "lastUsedAt">>,
    ): Promise<void> {
      await db
        .update(pushSubscriptions)
        .set({ ...change, nextAttemptAt: sql`now() + ${waitMs} * interval '1 millisecond'` })
        .where(eq(pushSubscriptions.id, id));
    },
  };
}
