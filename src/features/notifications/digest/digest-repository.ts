import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { digests } from "../tables";

export type DigestRow = typeof digests.$inferSelect;

/** Who gets a digest. */
export interface DigestReader extends Record<string, unknown> {
  email: string;
  firstName: string;
  timeZone: string | null;
}

/** Something a digest names. */
export interface DigestItem extends Record<string, unknown> {
  id: string;
  teamId: string;
  title: string;
  /** When it is due, in the reader's time zone, as the mail says it. */
  due?: string;
}

export type DigestTask = DigestItem & { dueDate: Date };

/** How long a digest is left to the process that took it; longer than any sending. */
const claim = sql`date_trunc('milliseconds', now()) + interval '5 minutes'`;
/** Most rows read of one kind. */
const most = 500;

export function createDigestRepository(db: Executor) {
  /** What a person sees as theirs: assigned to them, or their own and nobody's. */
  const ownTasks = (userId: string) => sql`
    from tasks t join team_members m on m.team_id = t.team_id and m.user_id = ${userId}
    where not exists (select from team_deletions d where d.team_id = t.team_id) and coalesce(t.assignee_id, t.created_by) = ${userId} and t.deleted_at is null and t.status <> 'resolved'
      and not t.sample and (t.snoozed_until is null or t.snoozed_until <= now())`;

  const askingMessages = (userId: string) => sql`
    from messages g join team_members m on m.team_id = g.team_id and m.user_id = ${userId}
    where not exists (select from team_deletions d where d.team_id = g.team_id) and g.requires_action and g.deleted_at is null and (g.visible_to is null or g.visible_to = ${userId})
      and (g.snoozed_until is null or g.snoozed_until <= now())
      and not exists (select from muted_senders s where s.team_id = g.team_id and s.user_id = ${userId}
        and lower(s.sender) = lower(coalesce(g.sender_address, g.sender)))`;

  return {
    /** A person's digest; undefined if they have never chosen one. */
    async find(userId: string): Promise<DigestRow | undefined> {
      const [row] = await db.select().from(digests).where(eq(digests.userId, userId));
      return row;
    },

    /** Stores what a person chose, and forgets failures. Keeps the token of an earlier choice. */
    async save(
      userId: string,
      token: string,
      change: Pick<DigestRow, "on" | "hour" | "lastDay">,
    ): Promise<void> {
      const values = { ...change, attempts: 0, problem: null, nextLookAt: sql`now()` };
      await db
        .insert(digests)
        .values({ userId, token, ...values })
        .onConflictDoUpdate({ target: digests.userId, set: values });
    },

    /** @returns whose token it is. */
    async turnOff(token: string): Promise<string | undefined> {
      const [row] = await db.update(digests).set({ on: false }).where(eq(digests.token, token)).returning();
      return row?.userId;
    },

    async isToken(token: string): Promise<boolean> {
      return (await db.select().from(digests).where(eq(digests.token, token))).length > 0;
    },

    /** Takes digests to look at, so that no other process sends them meanwhile. */
    async take(atMost: number): Promise<DigestRow[]> {
      const due = db
        .select({ userId: digests.userId })
        .from(digests)
        .where(and(eq(digests.on, true), sql`${digests.nextLookAt} <= now()`))
        .orderBy(digests.nextLookAt)
        .limit(atMost)
        .for("update", { skipLocked: true });
      return db.update(digests).set({ nextLookAt: claim }).where(inArray(digests.userId, due)).returning();
    },

    /**
     * Records the day before its digest is sent.
     *
     * @returns false if the person has turned it off and on meanwhile.
     */
    async begin({ userId, nextLookAt }: DigestRow, lastDay: string): Promise<boolean> {
      const rows = await db
        .update(digests)
        .set({ lastDay })
        .where(and(eq(digests.userId, userId), eq(digests.nextLookAt, nextLookAt)))
        .returning();
      return rows.length > 0;
    },

    /** Records how it went, unless the person has turned it off and on meanwhile. */
    async finish(
      { userId, nextLookAt }: DigestRow,
      {
        lookAt,
        ...change
      }: { lookAt: Date } & Partial<Pick<DigestRow, "lastDay" | "lastSentAt" | "attempts" | "problem">>,
    ): Promise<void> {
      await db
        .update(digests)
        .set({ ...change, nextLookAt: lookAt })
        .where(and(eq(digests.userId, userId), eq(digests.nextLookAt, nextLookAt)));
    },

    /** Undefined for demo visitors and for people who are being deleted, who get no mail. */
    async reader(userId: string): Promise<DigestReader | undefined> {
      const { rows } = await db.execute<DigestReader>(sql`
        select email, first_name as "firstName", time_zone as "timeZone" from users
        where id = ${userId} and demo_ends_at is null and deletes_at is null`);
      return rows[0];
    },

    /** Open tasks that are due before a moment, the earliest first. */
    async dueTasks(userId: string, before: Date): Promise<DigestTask[]> {
      const { rows } = await db.execute<DigestItem & { dueDate: string }>(sql`
        select t.id, t.team_id as "teamId", t.title, to_json(t.due_date)#>>'{}' as "dueDate" ${ownTasks(userId)}
          and t.due_date < ${before.toISOString()}
        order by t.due_date, t.id limit ${most}`);
      return rows.map((row) => ({ ...row, dueDate: new Date(row.dueDate) }));
    },

    /** The person's blocked tasks in all their teams, oldest first. */
    async blockedTasks(userId: string): Promise<DigestItem[]> {
      const { rows } = await db.execute<DigestItem>(sql`
        select t.id, t.team_id as "teamId", t.title ${ownTasks(userId)} and t.status = 'blocked'
        order by t.created_at, t.id limit ${most}`);
      return rows;
    },

    /** Open tasks that others have assigned to the person since a moment. */
    async assignedTasks(userId: string, since: Date): Promise<DigestItem[]> {
      const { rows } = await db.execute<DigestItem>(sql`
        select t.id, t.team_id as "teamId", t.title ${ownTasks(userId)}
          and exists (select from notifications n where n.user_id = ${userId} and n.subject_id = t.id
            and n.type = 'assigned' and n.created_at > ${since.toISOString()})
        order by t.created_at, t.id limit ${most}`);
      return rows;
    },

    /** Messages that ask for something, sent after a moment, the latest first. */
    async newMessages(userId: string, since: Date): Promise<DigestItem[]> {
      const { rows } = await db.execute<DigestItem>(sql`
        select g.id, g.team_id as "teamId", g.sender || ': ' || coalesce(nullif(g.ai_analysis->>'taskTitle', ''), g.subject, 'Message') as title
        ${askingMessages(userId)} and g.created_at > ${since.toISOString()}
        order by g.created_at desc, g.id limit ${most}`);
      return rows;
    },

    /** Messages that ask for something and were sent by then. */
    async countOlderMessages(userId: string, since: Date): Promise<number> {
      const { rows } = await db.execute<{ count: number }>(sql`
        select count(*)::int as count ${askingMessages(userId)} and g.created_at <= ${since.toISOString()}`);
      return rows[0]?.count ?? 0;
    },
  };
}
