import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../../server/database";
import { inArea } from "../../../areas/area-sources-repository";
import { createCountsRepository, sumCounts } from "../../../inbox/counts/counts-repository";
import { type TimeSpan, type Viewer, within } from "../../passage-repository";
import type { CountedState } from "./count-question";

/** Messages of one sender. */
export interface SenderCount {
  name: string;
  count: number;
}

/** Whose messages are counted: those of these names, addresses in lower case, or companies, or all. */
export type Senders = { by: "name" | "address" | "company"; values: string[] } | null;

/** Which messages are counted. */
export interface CountedMessages {
  senders: Senders;
  state: CountedState | null;
  span: TimeSpan;
}

/** The queries for how many messages there are. */
export function createCountRepository(db: Executor) {
  // As the indexes have them, which are read alone.
  const hasName = sql`octet_length(m.sender) < 1000`;
  const address = sql`lower(coalesce(m.sender_address, m.sender))`;
  const senderIs: Record<NonNullable<Senders>["by"], SQL> = {
    name: sql`${hasName} and m.sender`,
    address,
    company: sql`${hasName} and octet_length(coalesce(m.sender_address, '')) < 500
      and company_of(coalesce(m.sender_address, m.sender))`,
  };

  /** As the inbox counts them: without those that are snoozed, and those of senders whom the person has muted. */
  const requiringAction = ({ userId }: Viewer): SQL => sql`
    and m.requires_action and (m.snoozed_until is null or m.snoozed_until <= now())
    and not exists (select from muted_senders s where s.team_id = m.team_id and s.user_id = ${userId}
      and lower(s.sender) = ${address})`;
  const inState = (viewer: Viewer, state: CountedState | null): SQL => {
    if (state === "unread" || state === "action") return requiringAction(viewer);
    if (state === "resolved") return sql`and m.status = 'resolved'`;
    return state === "open" ? sql`and m.status <> 'resolved'` : sql``;
  };
  const bySenders = (senders: Senders): SQL =>
    senders ? sql`and ${senderIs[senders.by]} = any(${sql.param(senders.values)}::text[])` : sql``;
  const readable = ({ teamId, userId }: Viewer): SQL => sql`
    m.team_id = ${teamId} and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${userId})`;
  const counted = (viewer: Viewer, { senders, state, span }: CountedMessages): SQL => sql`
    ${readable(viewer)}
    ${viewer.areaId ? sql`and m.id in (${inArea(viewer.areaId)})` : sql``}
    ${inState(viewer, state)} ${bySenders(senders)} ${within(sql`m.created_at`, span)}`;

  return {
    /**
     * The names of all who have written what the viewer may read, each once: nobody learns who writes to somebody else.
     * The index is entered again behind each: most senders write often.
     */
    async names(viewer: Viewer): Promise<string[]> {
      const first = (behind: SQL) => sql`
        select m.sender as name from messages m where ${readable(viewer)} and ${hasName} ${behind}
        order by m.sender limit 1`;
      const { rows } = await db.execute<{ name: string }>(sql`
        with recursive found as (
          (${first(sql``)}) union all
          select next.name from found cross join lateral (${first(sql`and m.sender > found.name`)}) next)
        select name from found`);
      return rows.map(({ name }) => name);
    },

    /** Whether any of them has written what the viewer may read. */
    async has(viewer: Viewer, senders: Senders): Promise<boolean> {
      const { rows } = await db.execute(
        sql`select from messages m where ${readable(viewer)} ${bySenders(senders)} limit 1`,
      );
      return rows.length > 0;
    },

    /** The messages that the viewer may read, by the names of their senders, the most frequent first. */
    async bySender(viewer: Viewer, asked: CountedMessages): Promise<SenderCount[]> {
      const { rows } = await db.execute<{ name: string; count: number }>(sql`
        select m.sender as name, count(*)::int as count from messages m where ${counted(viewer, asked)}
        group by 1 order by 2 desc, 1`);
      return rows;
    },

    /** How many messages the viewer may read. */
    async total(viewer: Viewer, asked: CountedMessages): Promise<number> {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from messages m where ${counted(viewer, asked)}`,
      );
      return rows[0]?.count ?? 0;
    },

    /** The same of all that was ever sent, from the counts beside the inbox's views. */
    async ever({ teamId, userId }: Viewer, state: CountedState | null): Promise<number> {
      const counts = sumCounts(await createCountsRepository(db).ofTeam(teamId, userId));
      if (state === null) return counts.all;
      if (state === "open") return counts.all - counts.resolved;
      return state === "resolved" ? counts.resolved : counts.requires_action;
    },

    /** The latest of them, newest first. */
    async latest(viewer: Viewer, asked: CountedMessages, limit: number): Promise<string[]> {
      const of = (condition: SQL) => sql`select m.id, m.created_at from messages m
        where ${counted(viewer, { ...asked, senders: null })} ${condition}
        order by m.created_at desc, m.id desc limit ${limit}`;
      const { senders } = asked;
      // One sender after another, each from the index in order: sorting all that a busy sender wrote would take longest.
      const { rows } = await db.execute<{ id: string }>(
        senders
          ? sql`select latest.id from unnest(${sql.param(senders.values)}::text[]) s(value)
              cross join lateral (${of(sql`and ${senderIs[senders.by]} = s.value`)}) latest
              order by latest.created_at desc, latest.id desc limit ${limit}`
          : of(sql``),
      );
      return rows.map(({ id }) => id);
    },
  };
}
