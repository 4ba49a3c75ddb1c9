import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { MeetingDecision } from "../meetings/contract";
import { type DigestLine, mostDigestLines } from "./contract";

interface Week {
  from: Date;
  before: Date;
}

type TaskLine = { id: string; title: string; at: string | null; total: number };

/** The first tasks of a kind, and how many more there are. */
interface TaskLines {
  lines: DigestLine[];
  more: number;
}

/** The queries for the digest of an area. */
export function createDigestRepository(db: Executor, teamId: string, areaId: string) {
  const inArea = (type: string) => sql`
    area_items i where i.area_id = ${areaId} and i.team_id = ${teamId} and i.source_type = ${type} and i.state <> 'removed'`;
  const tasks = async (query: SQL): Promise<TaskLines> => {
    const { rows } = await db.execute<TaskLine>(query);
    const lines = rows.map(({ id, title, at }) => ({
      source: { type: "task" as const, id },
      text: title,
      at: at && new Date(at).toISOString(),
    }));
    return { lines, more: (rows[0]?.total ?? 0) - rows.length };
  };
  const open = (which: SQL) =>
    tasks(sql`
      select t.id, t.title, t.due_date as at, count(*) over ()::int as total from tasks t
      where t.id in (select i.source_id from ${inArea("task")}) and t.deleted_at is null and t.status <> 'resolved' and ${which}
      order by t.due_date nulls last, t.created_at, t.id limit ${mostDigestLines}`);

  return {
    /** The person's IANA time zone; UTC if they have chosen none. */
    async timeZone(userId: string): Promise<string> {
      const { rows } = await db.execute<{ time_zone: string | null }>(
        sql`select time_zone from users where id = ${userId}`,
      );
      return rows[0]?.time_zone ?? "UTC";
    },

    /** Decisions of the area's meetings in the week, each at the start of its meeting, oldest first. */
    async decided({ from, before }: Week): Promise<DigestLine[]> {
      const { rows } = await db.execute<{ id: string; created_at: string; decisions: MeetingDecision[] }>(sql`
        select m.id, m.created_at, m.decisions from meetings m
        where m.id in (select i.source_id from ${inArea("meeting")}) and m.deleted_at is null
          and m.created_at >= ${from} and m.created_at < ${before}
        order by m.created_at, m.id limit ${mostDigestLines}`);
      return rows.flatMap(({ id, created_at, decisions }) =>
        decisions.map(({ text }) => ({
          source: { type: "meeting" as const, id },
          text,
          at: new Date(created_at).toISOString(),
        })),
      );
    },

    /** Resolved tasks by when they were completed last. */
    done: ({ from, before }: Week) =>
      tasks(sql`
        select t.id, t.title, max(e.at) as at, count(*) over ()::int as total from tasks t
        join events e on e.team_id = ${teamId} and e.type = 'task_completed' and e.subject_id = t.id
          and e.at >= ${from} and e.at < ${before}
        where t.id in (select i.source_id from ${inArea("task")}) and t.deleted_at is null and t.status = 'resolved'
        group by t.id, t.title order by at, t.id limit ${mostDigestLines}`),

    /** Open tasks that are due before the week's end, also overdue ones. */
    due: ({ before }: Week) => open(sql`t.due_date < ${before}`),
    /** The other open tasks: due later, or never. */
    others: ({ before }: Week) => open(sql`(t.due_date is null or t.due_date >= ${before})`),
  };
}
