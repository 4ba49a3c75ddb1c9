import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { MessageCounts } from "../contract";

/** How many messages of a channel are in each view. */
export interface ChannelCounts {
  channel: string;
  all: number;
  requires_action: number;
  uncertain: number;
  resolved: number;
}

/** A team with more rows than this has them added up (see {@link createCountsRepository}). */
const mostRows = 64;

/**
 * The numbers of messages beside the inbox's views, so that they cost the same in a team with a thousand messages
 * and in one with a million. Triggers write a row for each change in its transaction, so that no two writers wait
 * for each other; the numbers are the sums of a team's rows.
 */
export function createCountsRepository(db: Executor) {
  return {
    /** The counts of a team by channel, as a person sees them: without other people's private messages. */
    async ofTeam(teamId: string, userId: string): Promise<ChannelCounts[]> {
      const { rows } = await db.execute<ChannelCounts & Record<string, unknown>>(sql`
        with counted as (
          select channel, stored, requires_action, uncertain, resolved from message_counts
          where team_id = ${teamId} and (visible_to is null or visible_to = ${userId})
          union all
          select channel, 0, -1, -uncertain::int, 0 from (
            ${hidden(teamId, userId)}
          ) hidden
        )
        select channel, sum(stored)::int as "all", sum(requires_action)::int as requires_action,
          sum(uncertain)::int as uncertain, sum(resolved)::int as resolved
        from counted group by channel having sum(stored) > 0`);
      return rows;
    },

    /** Adds up the rows of teams that have many. */
    async addUp(): Promise<void> {
      await db.execute(sql`
        with crowded as (
          select team_id from message_counts group by team_id having count(*) > ${mostRows}
        ), taken as (
          delete from message_counts where id in (
            select id from message_counts where team_id in (select team_id from crowded)
            for update skip locked
          )
          returning *
        )
        insert into message_counts (team_id, visible_to, channel, stored, requires_action, uncertain, resolved)
        select team_id, visible_to, channel, sum(stored), sum(requires_action), sum(uncertain), sum(resolved)
        from taken group by team_id, visible_to, channel
        having sum(stored) <> 0 or sum(requires_action) <> 0 or sum(uncertain) <> 0 or sum(resolved) <> 0`);
    },
  };
}

/** Messages that ask for action, but not now or not of this person: they are snoozed, or their sender is muted. */
const hidden = (teamId: string, userId: string) => sql`
  select id, channel, uncertain from messages
  where team_id = ${teamId} and snoozed_until > now() and deleted_at is null and requires_action
    and (visible_to is null or visible_to = ${userId})
  union
  select m.id, m.channel, m.uncertain from muted_senders muted
  join messages m on m.team_id = muted.team_id and m.deleted_at is null and m.requires_action
    and lower(coalesce(m.sender_address, m.sender)) = lower(muted.sender)
  where muted.team_id = ${teamId} and muted.user_id = ${userId}
    and (m.visible_to is null or m.visible_to = ${userId})`;

/** Adds up the counts of all channels, or of the one that the inbox is filtered by. */
export function sumCounts(rows: ChannelCounts[], channel?: string): MessageCounts {
  const counted = channel ? rows.filter((row) => row.channel === channel) : rows;
  const sum = (view: "all" | "requires_action" | "uncertain" | "resolved") =>
    counted.reduce((total, row) => total + row[view], 0);
  return {
    all: sum("all"),
    requires_action: sum("requires_action"),
    uncertain: sum("uncertain"),
    resolved: sum("resolved"),
    channels: Object.fromEntries(rows.map((row) => [row.channel, row.all])),
  };
}
