import { type SQL, sql } from "drizzle-orm";
import { type Executor, limitTime } from "../../server/database";
import { teamQuery } from "../search/words-repository";
import { type AreaCounts, type AreaRules, type AreaSourceType, countedUpTo } from "./contract";
import { titleOf } from "./item-repository";
import { longestRejoin, rulesTookTooLong } from "./limits";
import type { Viewer } from "./repository";

/** Most rows that join when rules change, the newest first; what arrives later always joins. */
const mostJoining = 50_000;
/** Titles of a preview. */
const mostNewest = 5;

const list = (values: string[]): SQL => sql`${sql.param(values)}::text[]`;
/** A keyword as the table of rules stores it. */
const asQuery = (value: SQL): SQL =>
  sql`search_word(translate(${value}, '@._-/:+#&=?!<>()[]{}''’"', repeat(' ', 24)))`;

/**
 * What fits rules, found from the rules. The function join_areas (see the migration) has the same conditions for
 * rows that arrive; a test compares the two.
 */
export function createMatchesRepository(db: Executor) {
  /** The rows (source_type, source_id, visible_to, written_at) that fit, without those that nobody can see. */
  function matching(
    teamId: string,
    { people, channels, keywords, companies }: AreaRules,
    areaId: string | undefined,
  ): SQL {
    const team = sql`p.team_id = ${teamId}`;
    const fits: SQL[] = [];
    if (people.length > 0 || companies.length > 0)
      fits.push(sql`
        select m.id from parties a join messages m on m.team_id = ${teamId} and m.deleted_at is null
          and lower(coalesce(m.sender_address, m.sender)) = a.party`);
    if (people.length > 0 || companies.length > 0)
      fits.push(sql`
        select m.id from parties a
        join passages p on ${team} and p.source_type = 'message' and p.words @@ ${teamQuery(teamId, asQuery(sql`a.party`))}
        join messages m on m.id = p.source_id and m.from_owner
        where a.party like '%@%' and exists (
          select from jsonb_array_elements_text(m.recipients->'to') address where lower(address) = a.party)`);
    if (people.length > 0)
      fits.push(sql`
        select s.meeting_id from meeting_segments s
        where s.team_id = ${teamId} and lower(s.speaker) = any(${list(people.map(({ name }) => name.toLowerCase()))})`);
    for (const keyword of keywords)
      fits.push(
        sql`select p.source_id from passages p where ${team} and p.words @@ ${teamQuery(teamId, asQuery(sql`${keyword}::text`))}
          and numnode(${asQuery(sql`${keyword}::text`)}) > 0`,
      );
    if (companies.length > 0)
      fits.push(sql`
        select m.id from followed f join crm_companies co
          on co.connection_id = f.connection_id and co.external_id = f.company_id and co.team_id = ${teamId} and co.domain <> ''
        join passages p on ${team} and p.source_type = 'message' and p.words @@ ${teamQuery(teamId, asQuery(sql`co.domain`))}
        join messages m on m.id = p.source_id and (
          split_part(lower(m.sender_address), '@', 2) = co.domain or (m.from_owner and exists (
            select from jsonb_array_elements_text(m.recipients->'to') address where split_part(lower(address), '@', 2) = co.domain)))`);
    if (fits.length === 0 && channels.length > 0)
      fits.push(
        sql`select m.id from messages m where m.team_id = ${teamId} and m.deleted_at is null and m.channel = any(${list(channels)})`,
        sql`select t.id from tasks t where t.team_id = ${teamId} and t.deleted_at is null and t.message_channel = any(${list(channels)})`,
      );
    if (fits.length === 0) fits.push(sql`select null::uuid as id where false`);
    const inChannel =
      channels.length === 0
        ? sql``
        : sql`and (case p.source_type
            when 'message' then (select m.channel from messages m where m.id = p.source_id)
            when 'task' then (select t.message_channel from tasks t where t.id = p.source_id) end
            = any(${list(channels)}) is not false)`;
    return sql`
      with followed as (
        select connection_id, company_id from unnest(
          ${sql.param(companies.map(({ connectionId }) => connectionId))}::uuid[],
          ${list(companies.map(({ companyId }) => companyId))}) f(connection_id, company_id)),
      parties as (
        select unnest(${list(people.map(({ key }) => key))}) as party
        union
        select regexp_replace(k.key, '^(mail|handle):|^phone:', '') from followed f
        join crm_contacts c on c.connection_id = f.connection_id and c.company_id = f.company_id and c.team_id = ${teamId}
        join crm_contact_keys k on k.connection_id = c.connection_id and k.contact_id = c.external_id
        union
        select case when k.key like 'phone:%' then replace(k.key, 'phone:+', '') else replace(k.key, 'handle:', '@') end from followed f
        join crm_contacts c on c.connection_id = f.connection_id and c.company_id = f.company_id and c.team_id = ${teamId}
        join crm_contact_keys k on k.connection_id = c.connection_id and k.contact_id = c.external_id
        where k.key not like 'mail:%'),
      fits as (${sql.join(fits, sql` union `)}),
      direct as (
        select p.source_type, p.source_id, p.visible_to, p.written_at from passages p
        where ${team} and p.position = 0 and p.source_type <> 'fact' and p.source_id in (select * from fits) ${inChannel}),
      matches as (
        select * from direct
        union
        select 'task', t.id, null, t.created_at from direct d
        join tasks t on t.team_id = ${teamId} and t.message_id = d.source_id and t.deleted_at is null
        where d.source_type = 'message' and not exists (select from area_items i
          where i.area_id = ${areaId ?? null}::uuid and i.source_id = d.source_id and i.state = 'removed'))`;
  }

  return {
    /** Counts what would join, and names the newest. */
    async preview(
      { teamId, userId }: Viewer,
      rules: AreaRules,
      areaId: string | undefined,
    ): Promise<{ counts: AreaCounts; newest: { type: AreaSourceType; title: string }[] }> {
      const { rows } = await db.execute<{
        [column: string]: unknown;
        messages: number;
        tasks: number;
        meetings: number;
        newest: { type: AreaSourceType; title: string }[] | null;
      }>(sql`${matching(teamId, rules, areaId)},
        shown as (
          select * from matches x where (x.visible_to is null or x.visible_to = ${userId})
            and not exists (select from area_items i
              where i.area_id = ${areaId ?? null}::uuid and i.source_id = x.source_id and i.state = 'removed'))
        select (select least(count(*), ${countedUpTo})::int from shown where source_type = 'message') as messages,
          (select least(count(*), ${countedUpTo})::int from shown where source_type = 'task') as tasks,
          (select least(count(*), ${countedUpTo})::int from shown where source_type = 'meeting') as meetings,
          (select jsonb_agg(jsonb_build_object('type', n.source_type, 'title', ${titleOf(sql`n.source_id`)})
              order by n.written_at desc)
            from (select * from shown order by written_at desc limit ${mostNewest}) n) as newest`);
      const [row] = rows;
      return {
        counts: { messages: row?.messages ?? 0, tasks: row?.tasks ?? 0, meetings: row?.meetings ?? 0 },
        newest: row?.newest ?? [],
      };
    },

    /**
     * Lets what fits the rules join an area, and what no longer fits leave it. What people decided stays.
     *
     * @param limit - longest run (milliseconds), because whatever arrives for the team waits meanwhile.
     * @throws AppError `invalid_input` if it takes longer; then the area's items are as before.
     */
    async rejoin(teamId: string, areaId: string, rules: AreaRules, limit = longestRejoin): Promise<void> {
      const joinNow = sql`${matching(teamId, rules, areaId)},
        joining as (
          select source_type, source_id, visible_to, written_at from (
            select * from matches
            union
            select 'task', t.id, null, t.created_at from area_items i
            join tasks t on t.team_id = ${teamId} and t.message_id = i.source_id and t.deleted_at is null
            where i.area_id = ${areaId} and i.state = 'hand') every
          order by written_at desc limit ${mostJoining}),
        gone as (
          delete from area_items i where i.area_id = ${areaId} and i.state = 'rule'
            and not exists (select from joining j where j.source_id = i.source_id))
        insert into area_items (area_id, team_id, source_type, source_id, state, visible_to, written_at)
        select ${areaId}::uuid, ${teamId}::uuid, source_type, source_id, 'rule', visible_to, written_at from joining
        order by source_id
        on conflict do nothing`;
      await limitTime(db, rulesTookTooLong, (tx) => tx.execute(joinNow), limit);
    },

    /** Looks again which areas these rows belong to. */
    async rejoinSources(ids: string[]): Promise<void> {
      await db.execute(sql`select join_areas(${sql.param(ids)}::uuid[])`);
    },
  };
}
