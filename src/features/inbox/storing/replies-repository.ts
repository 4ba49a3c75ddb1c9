import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { day } from "../../../shared/durations";
import { isLooseReply, plainSubject } from "./loose-replies";

/** How much later than a mail its reply may be sent (milliseconds). */
const longestWait = 90 * day;
/** How many mails with the same subject are looked at, the nearest first: a stranger can send any number of them. */
const mostAlike = 100;

/** A chain of so many answers, delivered at once, joins: each pass doubles what has joined. */
const mostPasses = 12;

/**
 * Some mail programs answer without naming the mail that they answer. Such a reply joins the conversation of the
 * latest earlier mail with its subject, if one of its people wrote that mail and they have another person in common.
 * Others name only the mail that they answer, not the one that began the conversation: those join that mail's.
 * Works in either order of arrival, in the caller's transaction.
 *
 * @param ids - the messages that were just stored.
 */
export async function joinReplies(tx: Executor, teamId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await joinNamed(tx, teamId, ids);
  const { rows } = await tx.execute<{ own: string; joined: string; reader: string | null }>(sql`
    with new as materialized (
      select m.id, ${sql.raw(plainSubject("m"))} as subject, m.created_at, m.deleted_at, ${sql.raw(isLooseReply("m"))} as is_loose
      from messages m where m.team_id = ${teamId} and m.id = any(${sql.param(ids)}::uuid[])),
    replies as (
      select id from new where is_loose
      union
      select r.id from new p cross join lateral (
        select r.id from messages r
        where r.team_id = ${teamId} and ${sql.raw(isLooseReply("r"))} and ${sql.raw(plainSubject("r"))} = p.subject
          and r.created_at > p.created_at and r.created_at <= p.created_at + ${longestWait} * interval '1 ms'
        order by r.created_at limit ${mostAlike}) r
      where p.subject <> '' and p.deleted_at is null)
    select r.thread_key as own, p.thread_key as joined, r.visible_to as reader from replies join messages r on r.id = replies.id cross join lateral (
      select p.thread_key from (
        select * from messages p
        where p.team_id = ${teamId} and p.deleted_at is null and ${sql.raw(plainSubject("p"))} = ${sql.raw(plainSubject("r"))}
          and p.created_at < r.created_at and p.created_at >= r.created_at - ${longestWait} * interval '1 ms'
          and p.visible_to is not distinct from r.visible_to
        order by p.created_at desc limit ${mostAlike}) p
      where p.thread_key <> r.thread_key and ${writerOf("p")} = any(${peopleOf("r")})
        and (case when ${writerOf("p")} = ${writerOf("r")} then ${recipientsOf("r")} else array[${writerOf("r")}] end)
          && ${recipientsOf("p")}
      order by p.created_at desc, p.id limit 1) p
    where ${sql.raw(plainSubject("r"))} <> ''
    order by r.created_at, r.id`);
  const moved = new Map<string, string>();
  for (const { own, joined, reader } of rows) {
    // The mail that it answers may have joined another one just before.
    const key = moved.get(`${reader} ${joined}`) ?? joined;
    moved.set(`${reader} ${own}`, key);
    // With what answers the reply and names it, and the same person may see: others may not have the mail it answers.
    await tx.execute(sql`
      update messages set thread_key = ${key},
        own_thread_key = case when starts_with(external_id, thread_key) then thread_key else own_thread_key end
      where team_id = ${teamId} and thread_key = ${own} and visible_to is not distinct from ${reader}::uuid`);
  }
}

/** Moves answers that name a reply, and no other mail, into the conversation of that reply. */
async function joinNamed(tx: Executor, teamId: string, ids: string[]): Promise<void> {
  // Before a table's statistics exist, a plan without "offset 0" may read all that a team has.
  const chosen = (of: string[]) => sql`unnest(${sql.param(of)}::uuid[]) chosen_id cross join lateral (
    select * from messages m where m.id = chosen_id offset 0)`;
  const named = (answers: SQL) => sql`
    select answer.id, reply.thread_key as joined from ${answers}
    where answer.team_id = ${teamId} and reply.team_id = ${teamId} and reply.id <> answer.id
      and reply.visible_to is not distinct from answer.visible_to and (
        -- A stranger may send a mail with the id of one that began a conversation.
        select true from messages first
        where first.team_id = ${teamId} and first.deleted_at is null and first.thread_key = reply.own_thread_key
          and starts_with(first.external_id, reply.own_thread_key || '#')
          and first.visible_to is not distinct from answer.visible_to
        limit 1) is null`;
  const pairs = (of: string[]) => sql`
    ${named(sql`${chosen(of)} answer cross join lateral (
      select * from messages r where r.team_id = ${teamId} and r.own_thread_key = answer.thread_key offset 0) reply`)}
    union
    ${named(sql`${chosen(of)} reply cross join lateral (
      select * from messages m
      where reply.own_thread_key is not null and m.team_id = ${teamId} and m.thread_key = reply.own_thread_key
        and m.deleted_at is null offset 0) answer`)}`;
  const moved = new Set(ids);
  for (let pass = 0; pass < mostPasses; pass++) {
    const { rows } = await tx.execute<{ id: string; joined: string }>(pairs([...moved]));
    if (rows.length === 0) return;
    for (const { id } of rows) moved.add(id);
    await tx.execute(sql`
      update messages m set thread_key = joins.joined
      from json_to_recordset(${JSON.stringify(rows)}::json) as joins(id uuid, joined text)
      where m.team_id = ${teamId} and m.id = joins.id`);
  }
}

const writerOf = (of: "p" | "r"): SQL => sql.raw(`lower(coalesce(${of}.sender_address, ${of}.sender))`);

const recipientsOf = (of: "p" | "r"): SQL => {
  const listed = (field: "to" | "cc") => `jsonb_array_elements_text(${of}.recipients->'${field}')`;
  return sql.raw(
    `array(select lower(address) from (select ${listed("to")} as address union all select ${listed("cc")}) a)`,
  );
};

const peopleOf = (of: "r"): SQL => sql`(${recipientsOf(of)} || ${writerOf(of)})`;
