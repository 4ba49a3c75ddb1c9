import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { inArea } from "../../areas/area-sources-repository";
import { nameWords } from "../../search/speakers";
import { wordsOf } from "../../search/words";
import { teamQuery } from "../../search/words-repository";
import type { SourceType } from "../contract";
import { type TimeSpan, type Viewer, within } from "../passage-repository";

/** A message, and who wrote it. */
export interface VoicedMessage {
  id: string;
  sender: string;
  address: string | null;
}

/** A meeting, and those who speak in it and may be meant. */
export interface VoicedMeeting {
  id: string;
  speakers: string[];
}

/** A comment on a task, and who wrote it. */
export interface VoicedComment {
  taskId: string;
  title: string;
  body: string;
  author: string;
  address: string;
  date: Date;
}

/** Whose words are looked for, by name or address, and when they were said; null: any time. */
export interface Voice {
  by: string;
  span: TimeSpan;
}

/**
 * A name is looked for among a team's newest messages, and in the index for older ones. Sorting all messages with a
 * common word would take longest, so the index is only asked if few of the newest have the words.
 */
const looked = 2000;
const few = 100;
/** Meetings that are looked through for a speaker, and that are quoted: a transcript may have megabytes. */
const meetingsLooked = 20;
const mostMeetings = 3;
const mostComments = 8;
/** Messages that are read for what they quote of somebody, or report. */
const mostNaming = 8;

/** The words of a name or an address that are looked up. */
const wordsIn = (by: string): string[] => nameWords(by).slice(0, 4);

/** A query for texts with all words of a name or an address. */
export const wordsQuery = (by: string): SQL =>
  sql`(${sql.join(
    wordsIn(by).map((word) => sql`search_word(${word})`),
    sql` && `,
  )})`;

/**
 * Whether a name or address has all of the words as whole ones. The database can't tell: its locale may not know which
 * letters outside ASCII are letters, and what only looks like the name would take the places of what is theirs.
 */
export function isNamed(by: string): (name: string) => boolean {
  const words = wordsIn(by);
  return (name) => {
    const called = new Set(wordsOf(name));
    return words.every((word) => called.has(word));
  };
}

/** The span without a beginning and an end. */
export const always: Voice["span"] = { from: null, before: null };

/** The passages of some types that the viewer may read, written in a span of time. */
export const findable = (
  types: SourceType | SourceType[],
  { teamId, userId, areaId }: Viewer,
  span: Voice["span"],
): SQL =>
  sql`p.team_id = ${teamId} and (p.visible_to is null or p.visible_to = ${userId})
    and p.source_type in (${sql.join(
      [types].flat().map((type) => sql`${type}`),
      sql`, `,
    )}) ${areaId ? sql`and p.source_id in (${inArea(areaId)})` : sql``}
    ${within(sql`p.written_at`, span)}`;

export function createVoicesRepository(db: Executor) {
  return {
    /**
     * The latest messages that the viewer may read, newest first, and older ones that have all words of a name, for
     * example in their sender's address.
     */
    async messages(viewer: Viewer, { by, span }: Voice): Promise<VoicedMessage[]> {
      const { teamId, userId } = viewer;
      const inSpan = findable("message", viewer, span);
      const asked = wordsQuery(by);
      const query = teamQuery(teamId, asked);
      const { rows } = await db.execute<{ id: string; sender: string; sender_address: string | null }>(sql`
        with newest as materialized (
          select p.source_id, p.written_at, p.words from passages p where ${inSpan}
          order by p.written_at desc limit ${looked}),
        named as (
          select p.source_id, p.written_at from passages p
          where numnode(${asked}) > 0 and (select count(*) from newest where words @@ ${query}) < ${few}
            and p.words @@ ${query} and ${inSpan}
          order by p.written_at desc limit ${looked})
        select m.id, m.sender, m.sender_address
        from (select source_id, written_at from newest union select source_id, written_at from named) p
        join messages m on m.id = p.source_id
        where m.team_id = ${teamId} and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${userId})
        order by p.written_at desc, m.id`);
      return rows.map(({ id, sender, sender_address: address }) => ({ id, sender, address }));
    },

    /** The latest messages that have all words of a name anywhere, newest first; of very many, some. */
    async naming(viewer: Viewer, { by, span }: Voice): Promise<string[]> {
      if (wordsIn(by).length === 0) return [];
      const { rows } = await db.execute<{ id: string }>(sql`
        select source_id as id from (
          select p.source_id, p.written_at from passages p
          where p.words @@ ${teamQuery(viewer.teamId, wordsQuery(by))} and ${findable("message", viewer, span)}
          limit ${looked}) named
        order by written_at desc, source_id limit ${mostNaming}`);
      return rows.map(({ id }) => id);
    },

    /** The latest meetings in which somebody speaks who has all words of a name, newest first. */
    async meetings(viewer: Viewer, { by, span }: Voice): Promise<VoicedMeeting[]> {
      const { rows } = await db.execute<{ id: string; speakers: string[] }>(sql`
        with latest as materialized (
          select p.source_id as id, max(p.written_at) as written_at from passages p
          where ${findable("meeting", viewer, span)} and p.words @@ ${teamQuery(viewer.teamId, wordsQuery(by))}
          group by p.source_id order by max(p.written_at) desc limit ${meetingsLooked})
        select m.id, array(
          select distinct s.speaker from meeting_segments s
          where s.meeting_id = m.id and s.team_id = ${viewer.teamId} and s.speaker is not null) as speakers
        from latest m order by m.written_at desc, m.id`);
      const isTheirs = isNamed(by);
      return rows
        .map(({ id, speakers }) => ({ id, speakers: speakers.filter(isTheirs) }))
        .filter(({ speakers }) => speakers.length > 0)
        .slice(0, mostMeetings);
    },

    /** The latest comments on tasks by somebody who has all words of a name, or this address, newest first. */
    async comments({ teamId, areaId }: Viewer, { by, span }: Voice): Promise<VoicedComment[]> {
      const name = sql`concat_ws(' ', u.first_name, u.last_name)`;
      const { rows: authors } = await db.execute<{ id: string; called: string }>(sql`
        select u.id, ${by.includes("@") ? sql`u.email` : name} as called from users u
        where u.id in (select author_id from task_comments where team_id = ${teamId} and deleted_at is null)`);
      const isTheirs = isNamed(by);
      const ids = authors.filter(({ called }) => isTheirs(called)).map(({ id }) => id);
      if (ids.length === 0) return [];
      const { rows } = await db.execute<
        Omit<VoicedComment, "taskId" | "date"> & { id: string; at: string }
      >(sql`
        select t.id, t.title, c.body, ${name} as author, u.email as address, c.created_at as at
        from task_comments c join users u on u.id = c.author_id join tasks t on t.id = c.task_id
        where c.team_id = ${teamId} and c.deleted_at is null and t.team_id = ${teamId} and t.deleted_at is null
          and c.author_id = any(${sql.param(ids)}::uuid[]) ${areaId ? sql`and t.id in (${inArea(areaId)})` : sql``}
          ${within(sql`c.created_at`, span)}
        order by c.created_at desc, c.id limit ${mostComments}`);
      return rows.map(({ id: taskId, at, ...row }) => ({ ...row, taskId, date: new Date(at) }));
    },
  };
}
