import { and, desc, eq, getTableColumns, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { users } from "../auth/tables";
import { focusSessions } from "../focus/tables";
import { changedChoice } from "./changed-choice";
import type { Notification, NotificationChange, NotificationChoice, NotificationsToRead } from "./contract";
import { notificationChoices, notificationPosition, notifications } from "./tables";

export type NotificationRow = typeof notifications.$inferSelect & Pick<Notification, "by">;

/** The name of who mentioned the person; null for other types, and if their account was deleted. */
export const byName = sql<string | null>`(select nullif(trim(u.first_name || ' ' || u.last_name), '')
  from task_comments c join users u on u.id = c.author_id
  where c.team_id = notifications.team_id
    and c.id = case when notifications.type = 'mentioned' then substr(notifications.cause, 9)::uuid end)`;

/** A new notification's owner. */
export interface Recipient extends Record<string, unknown> {
  teamId: string;
  userId: string;
}

/** What may hold a person's notifications back. */
export interface Holds {
  timeZone: string | null;
  quiet: { from: string; to: string } | null;
  focused: boolean;
}

/** The most tasks that have an entry each when they come within a day of their due date together. */
const mostSeparate = 3;
/** How many of a person's notifications are looked at; older ones are out of the list. */
const latest = 200;

/** The numbers of the last entry of the journal and of the last fact that were looked at. */
export interface Position {
  journal: number;
  facts: number;
}

export interface LatestPosition extends Position {
  /** The first transaction that is still running. */
  running: bigint;
  /** The transaction that begins next. */
  next: bigint;
}

/** Everything is on if the person has chosen nothing. */
function choiceOf(row: typeof notificationChoices.$inferSelect | undefined): NotificationChoice {
  const { quietFrom, quietTo } = row ?? {};
  return { off: row?.off ?? [], quiet: quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null };
}

export function createNotificationRepository(db: Executor) {
  /**
   * Stores what a query finds, for members who haven't turned that type off. The query has team_id, user_id,
   * subject_id, title and cause (and subject_type, where that differs by row); the same cause is stored once. People with browsers for it get it there too.
   */
  async function collect(type: string, subjectType: string | SQL, found: SQL): Promise<Recipient[]> {
    const { rows } = await db.execute<Recipient>(sql`
      with added as (
        insert into notifications (team_id, user_id, type, subject_type, subject_id, title, cause, created_at)
        select f.team_id, f.user_id, ${type}, ${subjectType}, f.subject_id, f.title, f.cause, clock_timestamp()
        from (select *, row_number() over () as place from (${found}) one) f
        join team_members m on m.team_id = f.team_id and m.user_id = f.user_id
        join teams t on t.id = m.team_id
        join users u on u.id = m.user_id
        left join notification_choices c on c.user_id = f.user_id
        where (c.off is null or not ${type} = any(c.off)) and not exists (select from team_deletions d where d.team_id = f.team_id)
        -- Each later than the one before, so that the list has them in the order in which they came about.
        order by f.place
        -- Waits for a deletion under way, such as the end of a demo, instead of failing on it.
        for key share of t, u
        on conflict (user_id, cause) do nothing
        returning id, team_id, user_id
      ), pushes as (
        insert into pending_pushes (team_id, subscription_id, notification_id)
        select a.team_id, s.id, a.id from added a join push_subscriptions s on s.user_id = a.user_id
      )
      select team_id as "teamId", user_id as "userId" from added`);
    return rows;
  }

  /** Tasks that were added together, for each person who got some. */
  const addedTogether = (since: number): SQL => sql`
    select j.team_id, t.assignee_id as user_id, (array_agg(t.id order by added.place))[1] as subject_id,
      case when count(*) > 1 then 'Assigned ' || count(*) || ' tasks' else max(t.title) end as title,
      'assigned ' || j.id as cause, case when count(*) > 1 then 'tasks' else 'task' end as subject_type
    from journal j
    cross join lateral jsonb_array_elements(j.changes) change
    cross join lateral jsonb_array_elements_text(change->'after'->'ids') with ordinality added(id, place)
    join tasks t on t.team_id = j.team_id and t.id = added.id::uuid and t.deleted_at is null
    where j.seq > ${since} and j.undone_at is null and j.action = 'tasks.created'
      and change->'after'->'assignees'->>added.id = t.assignee_id::text
      and t.assignee_id is distinct from j.user_id
    group by j.id, j.team_id, t.assignee_id`;

  /** Tasks that were assigned together. */
  const assignedTogether = (since: number): SQL => sql`
    select j.team_id, (change->'after'->>'assigneeId')::uuid as user_id,
      (change->'before'->'rows'->0->>'id')::uuid as subject_id, j.summary as title, 'assigned ' || j.id as cause,
      case when jsonb_array_length(change->'before'->'rows') > 1 then 'tasks' else 'task' end as subject_type
    from journal j
    cross join lateral jsonb_array_elements(j.changes) change
    where j.seq > ${since} and j.undone_at is null and j.action = 'tasks.changed'
      and change->'after'->>'assigneeId' <> j.user_id::text`;

  /** Tasks due within a day. Many that come together are about the first of them, so that the bell shows one entry. */
  const dueSoon = sql`
    select team_id, user_id, cause, case when many then 'tasks' else 'task' end as subject_type,
      case when many then first_value(id) over together else id end as subject_id,
      case when many then first_value(title) over together else title end as title
    from (
      select *, count(*) over (partition by team_id, user_id) > ${mostSeparate} as many
      from (
        select t.team_id, coalesce(t.assignee_id, t.created_by) as user_id, t.id, t.title, t.due_date,
          'due ' || t.id || ' ' || t.due_date as cause
        from tasks t
        where t.due_date between now() and now() + interval '1 day' and t.deleted_at is null
          and t.status <> 'resolved' and t.snoozed_until is null and not t.sample
      ) due
      where not exists (select from notifications n where n.user_id = due.user_id and n.cause = due.cause)
    ) news
    window together as (partition by team_id, user_id order by due_date, id)`;

  /** Meetings in a state that an engine has transcribed since a fact. */
  const transcribed = (since: number, status: string, cause: string): SQL => sql`
    select e.team_id, m.created_by as user_id, m.id as subject_id, m.title, ${cause} || m.id as cause
    from events e join meetings m on m.team_id = e.team_id and m.id = e.subject_id and m.deleted_at is null
    where e.seq > ${since} and e.type = 'meeting_extracted' and m.status = ${status}
      -- A person who adds a transcript by hand sees what comes of it at once.
      and e.user_id is distinct from m.created_by`;

  /**
   * Whether a fact says that a snooze of the item has ended which nobody has been told of: it is read more than once, and
   * somebody else may have got the item, or snoozed it again, meanwhile.
   */
  const isBack = (item: SQL): SQL => sql`e.type = 'snooze_ended' and ${item}.snoozed_until is null
    and not exists (select from notifications n
      where n.team_id = e.team_id and n.created_at >= e.at and n.cause = 'snooze ' || e.seq)`;

  return {
    /** The latest numbers of journal and facts, and which transactions may still commit lower ones. */
    async position(): Promise<LatestPosition> {
      const { rows } = await db.execute<Record<"journal" | "facts" | "running" | "next", string>>(sql`
        select coalesce((select max(seq) from journal), 0) as journal,
          coalesce((select max(seq) from events), 0) as facts,
          pg_snapshot_xmin(pg_current_snapshot())::text as running,
          pg_snapshot_xmax(pg_current_snapshot())::text as next`);
      const { journal, facts, running, next } = rows[0] as (typeof rows)[number];
      return {
        journal: Number(journal),
        facts: Number(facts),
        running: BigInt(running),
        next: BigInt(next),
      };
    },

    /**
     * Where a worker goes on: at what is done with, but at most an hour back, because later nobody needs to be told. The
     * first one begins at the latest numbers.
     */
    async start(): Promise<Position> {
      await db.execute(sql`
        insert into notification_position (id, journal, facts)
        values (1, coalesce((select max(seq) from journal), 0), coalesce((select max(seq) from events), 0))
        on conflict do nothing`);
      const { rows } = await db.execute<Record<"journal" | "facts", string>>(sql`
        select greatest(journal, (select seq from journal where created_at < now() - interval '1 hour'
            order by seq desc limit 1)) as journal,
          greatest(facts, (select seq from events where at < now() - interval '1 hour'
            order by seq desc limit 1)) as facts
        from notification_position`);
      return { journal: Number(rows[0]?.journal), facts: Number(rows[0]?.facts) };
    },

    /** Stores what is done with, for a later start. Another process may have got further. */
    async keep({ journal, facts }: Position): Promise<void> {
      await db.update(notificationPosition).set({
        journal: sql`greatest(${notificationPosition.journal}, ${journal})`,
        facts: sql`greatest(${notificationPosition.facts}, ${facts})`,
      });
    },

    /** Adds notifications for the entries of the journal and the facts after these numbers. */
    async collectEvents({ journal, facts }: Position): Promise<Recipient[]> {
      return [
        ...(await collect(
          "assigned",
          "task",
          sql`select j.team_id, t.assignee_id as user_id, t.id as subject_id, t.title, 'assigned ' || j.id as cause
            from journal j
            cross join lateral jsonb_array_elements(j.changes) change
            join tasks t on t.team_id = j.team_id and t.id::text = change->>'id' and t.deleted_at is null
            where j.seq > ${journal} and j.undone_at is null and j.action <> 'undo'
              and change->>'type' = 'task' and change->>'kind' in ('created', 'changed')
              and change->'after'->>'assigneeId' = t.assignee_id::text
              and t.assignee_id is distinct from j.user_id
            order by j.seq`,
        )),
        ...(await collect("assigned", sql`f.subject_type`, addedTogether(journal))),
        ...(await collect("assigned", sql`f.subject_type`, assignedTogether(journal))),
        ...(await collect(
          "mentioned",
          "task",
          sql`select j.team_id, mention.id::uuid as user_id, t.id as subject_id, t.title, 'mention ' || c.id as cause
            from journal j
            cross join lateral jsonb_array_elements(j.changes) change
            join task_comments c on c.team_id = j.team_id and c.id::text = change->>'id' and c.deleted_at is null
            join tasks t on t.id = c.task_id and t.deleted_at is null
            cross join lateral jsonb_array_elements_text(change->'after'->'mentions') mention(id)
            where j.seq > ${journal} and j.undone_at is null and j.action in ('comment.created', 'comment.changed')
              and mention.id <> j.user_id::text and mention.id::uuid = any(c.mentions)
            order by j.seq`,
        )),
        ...(await collect(
          "run_finished",
          "import",
          sql`select j.team_id, i.user_id, i.id as subject_id, j.summary as title, 'run ' || j.id as cause
            from journal j join imports i on i.team_id = j.team_id and i.id = j.run_id
            where j.seq > ${journal} and j.action = 'import.completed'`,
        )),
        ...(await collect(
          "snooze_back",
          "task",
          sql`select e.team_id, coalesce(t.assignee_id, t.created_by) as user_id, t.id as subject_id, t.title,
              'snooze ' || e.seq as cause
            from events e join tasks t on t.team_id = e.team_id and t.id = e.subject_id and t.deleted_at is null
            where e.seq > ${facts} and ${isBack(sql`t`)} order by e.seq`,
        )),
        ...(await collect(
          "snooze_back",
          "message",
          sql`select e.team_id, m.snoozed_by as user_id, m.id as subject_id,
              coalesce(nullif(m.ai_analysis->>'taskTitle', ''), m.subject, m.sender) as title,
              'snooze ' || e.seq as cause
            from events e
            join messages m on m.team_id = e.team_id and m.id = e.subject_id and m.deleted_at is null
            where e.seq > ${facts} and ${isBack(sql`m`)}
              and (m.visible_to is null or m.visible_to = m.snoozed_by)
            order by e.seq`,
        )),
        ...(await collect("meeting_ready", "meeting", transcribed(facts, "completed", "meeting "))),
        ...(await collect("meeting_partly", "meeting", transcribed(facts, "partly_transcribed", "part "))),
      ];
    },

    /** Adds notifications that no event causes: tasks due within a day, and accounts that must be connected again. */
    async collectDue(): Promise<Recipient[]> {
      return [
        ...(await collect("due_soon", sql`f.subject_type`, dueSoon)),
        ...(await collect(
          "integration_broken",
          "account",
          sql`select c.team_id, c.connected_by as user_id, c.account_id as subject_id, c.name as title,
              'broken ' || c.account_id || ' ' || coalesce(c.last_sync_at, c.connected_at) as cause
            from connections c where c.status = 'reconnect'`,
        )),
      ];
    },

    /** Notifies a team's owner and admins of a limit. The same cause is notified once. */
    async collectLimits(limits: { teamId: string; title: string; cause: string }[]): Promise<Recipient[]> {
      if (limits.length === 0) return [];
      return collect(
        "limit_near",
        "team",
        sql`select l."teamId" as team_id, m.user_id, l."teamId" as subject_id, l.title, l.cause
          from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as l("teamId" uuid, title text, cause text)
          join team_members m on m.team_id = l."teamId" and m.role in ('owner', 'admin')`,
      );
    },

    /** A person's latest notifications in a team, newest first. */
    async list(teamId: string, userId: string): Promise<NotificationRow[]> {
      return db
        .select({ ...getTableColumns(notifications), by: byName })
        .from(notifications)
        .where(and(eq(notifications.teamId, teamId), eq(notifications.userId, userId)))
        .orderBy(desc(notifications.createdAt), desc(notifications.id))
        .limit(latest);
    },

    /**
     * Marks a person's notifications of a team as read.
     *
     * @param which - only those about one subject, of one type, or up to a time (ISO 8601); default: all.
     */
    async markRead(
      teamId: string,
      userId: string,
      { subjectId, subjectType, type, until }: NotificationsToRead,
    ): Promise<void> {
      await db
        .update(notifications)
        .set({ readAt: sql`now()` })
        .where(
          and(
            eq(notifications.teamId, teamId),
            eq(notifications.userId, userId),
            isNull(notifications.readAt),
            subjectId === undefined ? undefined : eq(notifications.subjectId, subjectId),
            subjectType === undefined ? undefined : eq(notifications.subjectType, subjectType),
            type === undefined ? undefined : eq(notifications.type, type),
            // A time in JSON has milliseconds; the row's own has more digits.
            until === undefined
              ? undefined
              : sql`${notifications.createdAt} < ${until}::timestamptz + interval '1 millisecond'`,
          ),
        );
    },

    async choice(userId: string): Promise<NotificationChoice> {
      const [row] = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId));
      return choiceOf(row);
    },

    /** Changes a choice as it is by then: of two changes at once, neither is lost. */
    async choose(userId: string, change: NotificationChange): Promise<NotificationChoice> {
      return db.transaction(async (tx) => {
        await tx.insert(notificationChoices).values({ userId }).onConflictDoNothing();
        const own = eq(notificationChoices.userId, userId);
        const [row] = await tx.select().from(notificationChoices).where(own).for("update");
        const choice = changedChoice(choiceOf(row), change);
        const { off, quiet } = choice;
        await tx
          .update(notificationChoices)
          .set({ off, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null })
          .where(own);
        return choice;
      });
    },

    /** What holds a person's notifications back now. */
    async holds(userId: string): Promise<Holds> {
      const [row] = await db
        .select({
          timeZone: users.timeZone,
          from: notificationChoices.quietFrom,
          to: notificationChoices.quietTo,
          focused: sql<boolean>`exists (select from ${focusSessions} where ${focusSessions.userId} = ${users.id}
            and ${focusSessions.endedAt} is null and ${focusSessions.pausedAt} is null)`,
        })
        .from(users)
        .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
        .where(eq(users.id, userId));
      const { timeZone = null, from = null, to = null, focused = false } = row ?? {};
      return { timeZone, quiet: from && to ? { from, to } : null, focused };
    },

    /** Deletes notifications of all people for good. */
    async purgeBefore(date: Date): Promise<void> {
      await db.delete(notifications).where(lt(notifications.createdAt, date));
    },
  };
}
