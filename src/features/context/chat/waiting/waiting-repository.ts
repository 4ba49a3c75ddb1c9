import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../../server/database";
import { inArea } from "../../../areas/area-sources-repository";
import type { Category } from "../../../triage/contract";
import type { Viewer } from "../../passage-repository";
import { isOwn } from "../recipients/sent-repository";

/** A message that nobody has answered. */
export interface OpenMessage {
  id: string;
  /** The same for all messages of its conversation. */
  thread: string;
  subject: string | null;
  recipients: { to: string[]; cc: string[] };
  /** The sentence of its task, as offsets into its content; null if the engine has found none there. */
  asking: { start: number; end: number } | null;
}

/**
 * The latest messages of each kind that are looked through: if all are answered, 5,000 take 80 ms, and all of a team
 * that asks much (100,000) a second.
 */
const looked = 1000;
/** Those that are read. The person's own ones are analyzed too. */
const mostRead = { onMe: 80, onOthers: 40 };
/** The latest messages that nobody has answered; `more`: there are others, which weren't read. */
export interface OpenMessages {
  messages: OpenMessage[];
  more: boolean;
}

/** The latest messages among which one's own addresses are looked for. */
const lookedForOwn = 2000;

/** What messages that ask for an answer are about, as the engine says. */
const asking: Category[] = ["question", "action_request", "scheduling"];

/** Programs don't wait for answers. */
const program = "^(?:no|do-?not|never)[-_.]?reply|^(?:mailer-daemon|postmaster|notifications?|alerts?)@";

type OpenRow = {
  id: string;
  thread: string;
  subject: string | null;
  recipients: OpenMessage["recipients"];
  evidence: { part: string; start: number; end: number }[] | null;
};

/** The queries for messages that wait for an answer. */
export function createWaitingRepository(db: Executor) {
  const visible = ({ teamId, userId, areaId }: Viewer): SQL => sql`
    m.team_id = ${teamId} and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${userId})
    ${areaId ? sql`and m.id in (${inArea(areaId)})` : sql``}`;
  const newest = (condition: SQL) =>
    sql`(select m.id from messages m where ${condition} order by m.created_at desc limit ${looked})`;
  /** Messages of the same conversation that came later than `q`. */
  const later = ({ teamId }: Viewer): SQL => sql`
    select from messages m where m.team_id = ${teamId} and m.deleted_at is null and m.thread_key = q.thread_key
      and m.created_at > q.created_at`;
  const columns = sql`q.id, coalesce(q.thread_key, q.id::text) as thread, q.subject, q.recipients,
    q.ai_analysis->'evidence'->'task' as evidence`;
  /** The latest of some messages that none of `answers` follows. Only their ids are sorted: an analysis is wide. */
  const latestOf = (some: SQL, answers: SQL, { teamId, userId }: Viewer, most: number): SQL => sql`
    select ${columns} from (
      select q.id from (${some}) q join users u on u.id = ${userId} where not exists (${answers})
      order by q.created_at desc limit ${most}) found
    join messages q on q.team_id = ${teamId} and q.id = found.id order by q.created_at desc`;
  const toOpen = ({ evidence, ...row }: OpenRow): OpenMessage => {
    const found = evidence?.find(({ part }) => part === "content");
    return { ...row, asking: found ? { start: found.start, end: found.end } : null };
  };
  const upTo = (most: number, rows: OpenRow[]): OpenMessages => ({
    messages: rows.slice(0, most).map(toOpen),
    more: rows.length > most,
  });

  return {
    /**
     * The latest open messages to the person that may ask something and after which they wrote nothing in the
     * conversation, newest first. Mass mail and muted senders don't count.
     */
    async onMe(viewer: Viewer): Promise<OpenMessages> {
      const { teamId, userId } = viewer;
      const asks = [
        ...[sql`m.uncertain`, sql`not m.uncertain`].map((sure) => sql`m.requires_action and ${sure}`),
        ...asking.map((category) => sql`(m.ai_analysis->>'category') = ${category}`),
      ].map((condition) => newest(sql`m.team_id = ${teamId} and m.deleted_at is null and ${condition}`));
      const { rows } = await db.execute<OpenRow>(sql`
        with alone as materialized (select count(*) = 1 as yes from team_members where team_id = ${teamId}),
        mine as materialized (
          select lower(u.email) as address from users u where u.id = ${userId} union
          select lower(m.sender_address) from (
            select * from messages m where m.team_id = ${teamId} and m.deleted_at is null
            order by m.created_at desc limit ${lookedForOwn}) m
          join users u on u.id = ${userId} where m.from_owner and m.sender_address is not null and ${isOwn(viewer)}),
        asks as (${sql.join(asks, sql` union `)})
        ${latestOf(
          sql`select m.id, m.thread_key, m.created_at from asks join messages m on m.id = asks.id
          join users u on u.id = ${userId}
          where ${visible(viewer)} and m.status <> 'resolved' and not m.bulk and ${isOwn(viewer)} is not true
            and coalesce(m.sender_address, '') !~* ${program}
            and not exists (select from muted_senders s where s.team_id = m.team_id and s.user_id = ${userId}
              and lower(s.sender) = lower(coalesce(m.sender_address, m.sender)))
            and (m.visible_to = ${userId} or (select yes from alone) or exists (
              select from mine, jsonb_array_elements_text((m.recipients->'to') || (m.recipients->'cc')) r(address)
              where lower(r.address) = mine.address))`,
          sql`${later(viewer)} and ${isOwn(viewer)}`,
          viewer,
          mostRead.onMe + 1,
        )}`);
      return upTo(mostRead.onMe, rows);
    },

    /** The latest messages that the person sent and after which nobody else wrote in the conversation, newest first. */
    async onOthers(viewer: Viewer): Promise<OpenMessages> {
      const { teamId, userId } = viewer;
      const email = sql`(select lower(email) from users where id = ${userId})`;
      const own = [sql`lower(coalesce(m.sender_address, m.sender)) = ${email}`, sql`m.from_owner`].map(
        (condition) => newest(sql`m.team_id = ${teamId} and m.deleted_at is null and ${condition}`),
      );
      const { rows } = await db.execute<OpenRow>(sql`
        with own as (${sql.join(own, sql` union `)})
        ${latestOf(
          sql`select m.id, m.thread_key, m.created_at from own join messages m on m.id = own.id
            join users u on u.id = ${userId} where ${visible(viewer)} and ${isOwn(viewer)}`,
          sql`${later(viewer)} and ${isOwn(viewer)} is not true`,
          viewer,
          mostRead.onOthers + 1,
        )}`);
      return upTo(mostRead.onOthers, rows);
    },

    /** Whether the person has sent any message that Zippy has, so that it can tell what is answered. */
    async hasOwn(viewer: Viewer): Promise<boolean> {
      const { teamId, userId } = viewer;
      const email = sql`(select lower(email) from users where id = ${userId})`;
      const { rows } = await db.execute(sql`
        select from messages m where m.team_id = ${teamId} and m.deleted_at is null
          and lower(coalesce(m.sender_address, m.sender)) = ${email} union all
        (select from messages m join users u on u.id = ${userId}
        where m.team_id = ${teamId} and m.deleted_at is null and m.from_owner and ${isOwn(viewer)} limit 1) limit 1`);
      return rows.length > 0;
    },

    /** The names of the senders of what the viewer may read, by address, for some addresses in lower case. */
    async names({ teamId, userId }: Viewer, addresses: string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await db.execute<{ address: string; name: string }>(sql`
        select a.address, m.sender as name from unnest(${sql.param(addresses)}::text[]) a(address)
        cross join lateral (
          select m.sender from messages m where m.team_id = ${teamId} and m.deleted_at is null
            and (m.visible_to is null or m.visible_to = ${userId})
            and lower(coalesce(m.sender_address, m.sender)) = a.address
          order by m.created_at desc limit 1) m`);
      return new Map(rows.map(({ address, name }) => [address, name]));
    },
  };
}
