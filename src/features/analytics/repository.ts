import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { users } from "../auth/tables";
import { messages, mutedSenders } from "../inbox/tables";
import { events } from "../journal/tables";
import { meetings } from "../meetings/tables";
import { tasks } from "../tasks/tables";
import { teamMembers } from "../teams/tables";
import type { SavedMinutes } from "./contract";
import { analyticsChoices } from "./tables";
import type { TimeSpan } from "./time-spans";

export type ChoiceRow = Omit<typeof analyticsChoices.$inferSelect, "teamId" | "userId">;

/** A member, with the choice they made; null if they made none. */
export interface MemberRow {
  userId: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
  timeZone: string | null;
  choice: ChoiceRow | null;
}

/** Who looks at which team. Other people's private messages are in no figure. */
export interface Reader {
  teamId: string;
  userId: string;
}

/**
 * A query for the rows that a figure counts: `id`, `type`, `title`, `at`, `minutes`, `with_context` and
 * `user_id`, the person who made it count.
 */
export type RowQuery = SQL;

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;
const list = (ids: string[]): SQL => sql`${sql.param(ids)}::uuid[]`;
/** A stretch of focus began at most this long before its end. */
const longestFocus = sql`interval '1 day'`;
const noMinutes = sql`null::float8 as minutes`;
const noContext = sql`null::boolean as with_context`;

/**
 * The rows behind every figure. A figure is an aggregate over one of these queries, so both always agree. Events are
 * grouped by what they are about instead of joined with each other: after much at once, before the database has
 * counted its rows, such a join compares each with each.
 */
export function createFigureRows({ teamId, userId: reader }: Reader) {
  const isFact = (type: string) => sql`e.team_id = ${teamId} and e.type = ${type}`;
  const within = ({ from, to }: TimeSpan) => sql`e.at >= ${at(from)} and e.at < ${at(to)}`;
  const readable = sql`m.team_id = ${teamId} and m.deleted_at is null and not m.sample and not m.from_owner
    and (m.visible_to is null or m.visible_to = ${reader})`;
  const countable = sql`t.team_id = ${teamId} and t.deleted_at is null and not t.sample`;
  /** A task that was made from a message keeps its id, and one from a meeting keeps what was said there. */
  const linked = sql`(t.message_id is not null or t.evidence @> '[{"sourceType": "meeting"}]')`;
  const arrivedIn = (span: TimeSpan) => sql`e.type = 'message_received' and ${within(span)}`;
  /** As in the inbox's Requires Action: neither snoozed nor from somebody that the reader has muted. */
  const needsAction = sql`m.requires_action and (m.snoozed_until is null or m.snoozed_until <= now())
    and lower(coalesce(m.sender_address, m.sender)) not in (select lower(muted.sender) from ${mutedSenders} muted
      where muted.team_id = ${teamId} and muted.user_id = ${reader})`;
  /** An import triages what has arrived long ago: it saved time only where somebody then did something with it. */
  const savedTime = sql`(m.ai_analysis is not null and (m.channel <> 'import' or m.status <> 'new'))`;
  const messageTitle = sql`coalesce(nullif(m.ai_analysis->>'taskTitle', ''), nullif(m.subject, ''), left(m.content, 80))`;

  return {
    /** Tasks whose last completion is in the span and that nobody has reopened or deleted since. */
    completed({ from, to }: Partial<TimeSpan> = {}): RowQuery {
      return sql`select t.id, 'task' as type, t.title, done.at, ${noMinutes},
          ${linked} as with_context, done.user_id
        from (select distinct on (e.subject_id) e.subject_id, e.at, e.user_id from ${events} e
          where ${isFact("task_completed")} and e.at >= ${from ? at(from) : sql`'-infinity'`}
          order by e.subject_id, e.at desc, e.seq desc) done
        join ${tasks} t on t.id = done.subject_id and t.status = 'resolved' and ${countable}
        where done.at < ${to ? at(to) : sql`'infinity'`}`;
    },

    /** Messages that arrived in the span; `minutes`: until they were resolved, if they are. */
    received(span: TimeSpan): RowQuery {
      return sql`with fact as materialized (
          select e.subject_id, max(e.at) filter (where e.type = 'message_resolved') as resolved_at
          from ${events} e
          where e.team_id = ${teamId} and e.type in ('message_received', 'message_resolved') and e.at >= ${at(span.from)}
          group by e.subject_id having bool_or(${arrivedIn(span)}))
        select m.id, 'message' as type, ${messageTitle} as title, m.created_at as at,
          case when m.status = 'resolved'
            then greatest(0, extract(epoch from fact.resolved_at - m.created_at) / 60)::float8 end as minutes,
          ${noContext}, null::uuid as user_id, m.channel, m.status, ${needsAction} as needs_action,
          ${savedTime} as triaged
        from fact join ${messages} m on m.id = fact.subject_id and ${readable}`;
    },

    /**
     * Messages that arrived in the span and were responded to; `minutes`: until the first response, `user_id`:
     * who made it. A response resolves the message, unless it was reopened, or makes a task of it. Of two at the same
     * instant, the one recorded first counts, so that a figure and its rows name the same person.
     */
    responses(span: TimeSpan): RowQuery {
      return sql`with response as materialized (
          select fact.*, bool_or(arrives) over of_message as arrived, max(reopens) over of_message as reopened
          from (
            select e.subject_id as message_id, e.type, e.user_id, e.at, e.seq, ${arrivedIn(span)} as arrives,
              null::bigint as reopens
            from ${events} e
            where e.team_id = ${teamId} and e.type in ('message_received', 'message_resolved')
              and e.at >= ${at(span.from)}
            union all
            select e.subject_id, e.type, e.user_id, e.at, e.seq, false, e.seq from ${events} e
            where ${isFact("message_reopened")}
            union all
            select t.message_id, e.type, e.user_id, e.at, e.seq, false, null from ${events} e
            join ${tasks} t on t.id = e.subject_id and t.message_id is not null and ${countable}
            where ${isFact("task_created")} and e.at >= ${at(span.from)}
          ) fact
          window of_message as (partition by message_id))
        select distinct on (m.id) m.id, 'message' as type, ${messageTitle} as title, m.created_at as at,
          greatest(0, extract(epoch from response.at - m.created_at) / 60)::float8 as minutes, ${noContext},
          response.user_id
        from response
        join ${messages} m on m.id = response.message_id and m.status <> 'new' and ${readable}
        where response.arrived and (response.type = 'task_created'
          or response.type = 'message_resolved' and response.seq > coalesce(response.reopened, 0))
        order by m.id, response.at, response.seq`;
    },

    /** Every action in the span that saved time, with its minutes. */
    timeSaved(span: TimeSpan, { message, task, meeting }: SavedMinutes): RowQuery {
      return sql`select id, type, title, at, ${message}::float8 as minutes, with_context, user_id
          from (${this.received(span)}) received where triaged
        union all
        select t.id, 'task', t.title, e.at, ${task}::float8, null, e.user_id
          from ${events} e
          join ${tasks} t on t.id = e.subject_id and t.message_id is not null and ${countable}
          where ${isFact("task_created")} and ${within(span)}
        union all
        select g.id, 'meeting', g.title, max(e.at), ${meeting}::float8, null, null
          from ${events} e
          join ${meetings} g on g.id = e.subject_id and g.team_id = ${teamId} and g.deleted_at is null and not g.sample
          where ${isFact("meeting_extracted")} and ${within(span)} group by g.id`;
    },

    /** Focus sessions of these people, each with the minutes of its stretches that are inside the span. */
    focus(span: TimeSpan, userIds: string[]): RowQuery {
      return sql`select subject_id as id, 'focus' as type, 'Focus session' as title, min(at) as at,
          sum(greatest(0, extract(epoch from least(ended_at, ${at(span.to)}) - greatest(at, ${at(span.from)})) / 60))::float8
            as minutes, ${noContext}, user_id
        from (select e.subject_id, e.user_id, e.type, e.at,
            lead(e.type) over stretch as next_type, lead(e.at) over stretch as ended_at
          from ${events} e
          where e.team_id = ${teamId} and e.type in ('focus_started', 'focus_ended')
            and e.user_id = any(${list(userIds)})
            and e.at >= ${at(span.from)} - ${longestFocus} and e.at < ${at(span.to)} + ${longestFocus}
          window stretch as (partition by e.subject_id order by e.at, e.seq)) focused
        where type = 'focus_started' and next_type = 'focus_ended'
          and ended_at > ${at(span.from)} and at < ${at(span.to)}
        group by subject_id, user_id`;
    },

    /** The members besides these. */
    othersThan(userIds: string[]): RowQuery {
      return sql`select u.id, 'member' as type, trim(u.first_name || ' ' || u.last_name) as title,
          tm.joined_at as at, ${noMinutes}, ${noContext}, u.id as user_id
        from ${teamMembers} tm join ${users} u on u.id = tm.user_id
        where tm.team_id = ${teamId} and not tm.user_id = any(${list(userIds)})`;
    },
  };
}

export function createAnalyticsRepository(db: Executor) {
  return {
    /** Members in the order they joined. */
    async members(teamId: string): Promise<MemberRow[]> {
      const { shareFigures, messageMinutes, taskMinutes, meetingMinutes } = analyticsChoices;
      const choice = { shareFigures, messageMinutes, taskMinutes, meetingMinutes };
      const { id: userId, firstName, lastName, profileImageUrl, timeZone } = users;
      return db
        .select({ userId, firstName, lastName, profileImageUrl, timeZone, choice })
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .leftJoin(
          analyticsChoices,
          and(
            eq(analyticsChoices.teamId, teamMembers.teamId),
            eq(analyticsChoices.userId, teamMembers.userId),
          ),
        )
        .where(eq(teamMembers.teamId, teamId))
        .orderBy(teamMembers.joinedAt, users.id);
    },

    async saveChoice(teamId: string, userId: string, choice: ChoiceRow): Promise<void> {
      await db
        .insert(analyticsChoices)
        .values({ teamId, userId, ...choice })
        .onConflictDoUpdate({ target: [analyticsChoices.teamId, analyticsChoices.userId], set: choice });
    },

    /** Whether any figure could be other than 0. */
    async hasData({ teamId, userId }: Reader): Promise<boolean> {
      const { rows } = await db.execute<{ found: boolean }>(sql`select
        exists (select from ${messages} m where m.team_id = ${teamId} and m.deleted_at is null and not m.sample
          and (m.visible_to is null or m.visible_to = ${userId}))
        or exists (select from ${events} e where e.team_id = ${teamId}
          and e.type in ('task_completed', 'focus_ended', 'meeting_extracted')) as found`);
      return rows[0]?.found ?? false;
    },
  };
}
