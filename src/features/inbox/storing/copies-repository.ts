import { sql } from "drizzle-orm";
import { type Executor, holdLock } from "../../../server/database";
import type { Source } from "../source-message";

type Account = Pick<Source, "teamId" | "accountId">;
type Mailbox = Pick<Source, "teamId" | "accountId" | "channel" | "visibleTo">;

/**
 * The queries for mails that several mailboxes of one person deliver: one of them has the message, the others have
 * copies.
 */
export function createCopiesRepository(db: Executor) {
  return {
    /** Until the transaction ends, no other mailbox of the person stores anything, so each sees what the other has. */
    async lock(mailboxes: string[]): Promise<void> {
      const [first] = [...mailboxes].sort();
      await holdLock(db, `mailboxes ${first}`);
    },

    /** Gives messages of mailboxes that are no longer connected to the one that has them now. */
    async adopt(
      { teamId, accountId, channel, visibleTo }: Mailbox,
      from: string[],
      externalIds: string[],
    ): Promise<void> {
      if (from.length === 0) return;
      await db.execute(sql`
        update messages set account_id = ${accountId}, channel = ${channel}
        where team_id = ${teamId} and id in (
          select distinct on (external_id) id from messages theirs
          where team_id = ${teamId} and account_id = any(${sql.param(from)}::uuid[]) and deleted_at is null
            and external_id = any(${sql.param(externalIds)}::text[])
            and visible_to is not distinct from ${visibleTo ?? null}::uuid
            and not exists (
              select from messages own where own.account_id = ${accountId} and own.external_id = theirs.external_id)
          order by external_id, stored_at)`);
    },

    /**
     * Notes which of these mails other mailboxes of the person show already. A copy that was deleted at its source
     * isn't noted again.
     *
     * @returns the message that shows, by external id. `fresh`: the mailbox hasn't delivered it before.
     */
    async note(
      { teamId, accountId, channel, visibleTo }: Mailbox,
      siblings: string[],
      externalIds: string[],
    ): Promise<Map<string, { messageId: string; fresh: boolean }>> {
      const { rows } = await db.execute<{ external_id: string; message_id: string; fresh: boolean }>(sql`
        insert into message_copies (team_id, account_id, external_id, channel, visible_to, message_id)
        select distinct on (theirs.external_id) ${teamId}::uuid, ${accountId}::uuid, theirs.external_id,
          ${channel}::text, ${visibleTo ?? null}::uuid, theirs.id
        from messages theirs
        where theirs.team_id = ${teamId} and theirs.account_id = any(${sql.param(siblings)}::uuid[])
          and theirs.external_id = any(${sql.param(externalIds)}::text[]) and theirs.deleted_at is null
          and theirs.visible_to is not distinct from ${visibleTo ?? null}::uuid
          and not exists (
            select from messages own
            where own.account_id = ${accountId} and own.external_id = theirs.external_id and own.deleted_at is null)
          and not exists (
            select from removed_at_source gone
            where gone.account_id = ${accountId} and gone.external_id = theirs.external_id
              and gone.team_id = ${teamId})
        order by theirs.external_id, theirs.stored_at
        on conflict (account_id, external_id) do update set message_id = excluded.message_id
        returning external_id, message_id, xmax = 0 as fresh`);
      return new Map(
        rows.map(({ external_id, message_id, fresh }) => [external_id, { messageId: message_id, fresh }]),
      );
    },

    /**
     * Follows deletions in a mailbox. A message that another mailbox still has moves there, with its tasks and status.
     *
     * @returns the ids of the messages that moved.
     */
    async handOver({ teamId, accountId }: Account, externalIds: string[]): Promise<string[]> {
      await db.execute(sql`
        delete from message_copies
        where team_id = ${teamId} and account_id = ${accountId}
          and external_id = any(${sql.param(externalIds)}::text[])`);
      const { rows: next } = await db.execute<{ message_id: string }>(sql`
        delete from message_copies where team_id = ${teamId} and (account_id, external_id) in (
          select distinct on (copy.message_id) copy.account_id, copy.external_id
          from message_copies copy join messages shown on shown.id = copy.message_id
          where copy.team_id = ${teamId} and shown.account_id = ${accountId} and shown.deleted_at is null
            and shown.external_id = any(${sql.param(externalIds)}::text[])
          order by copy.message_id, copy.stored_at)
        returning message_id, account_id, external_id, channel`);
      if (next.length === 0) return [];
      const moves = sql`json_to_recordset(${JSON.stringify(next)}::json)
        as next(message_id uuid, account_id uuid, external_id text, channel text)`;
      // What that mailbox itself once deleted would be in the way.
      await db.execute(sql`
        delete from messages using ${moves}
        where messages.team_id = ${teamId} and messages.account_id = next.account_id
          and messages.external_id = next.external_id and messages.deleted_at is not null`);
      await db.execute(sql`
        update messages set account_id = next.account_id, channel = next.channel from ${moves}
        where messages.team_id = ${teamId} and messages.id = next.message_id`);
      return next.map((row) => row.message_id);
    },

    /**
     * Follows a change of who may see an account's messages, from `before` to `now`. A copy becomes a message of its
     * own where not all of its readers see the message that shows.
     */
    async separate(
      { teamId, accountId }: Account,
      { before, now }: { before: string | null; now: string | null },
    ): Promise<void> {
      await db.execute(sql`
        update message_copies set visible_to = ${now}::uuid
        where team_id = ${teamId} and account_id = ${accountId}
          and visible_to is not distinct from ${before}::uuid`);
      await db.execute(sql`
        with apart as (
          delete from message_copies copy using messages shown
          where copy.team_id = ${teamId} and shown.id = copy.message_id
            and (copy.account_id = ${accountId} or shown.account_id = ${accountId})
            and shown.visible_to is not null and shown.visible_to is distinct from copy.visible_to
          returning gen_random_uuid() as id, copy.account_id, copy.channel, copy.visible_to, shown.id as shown_id
        )
        insert into messages (id, team_id, account_id, channel, external_id, thread_key, own_thread_key, sender,
          sender_address, recipients, subject, content, attachments, created_at, edited_at, bulk, from_owner, problem,
          ai_analysis, engine_analysis, has_task, priority, visible_to, time_zone, status)
        select apart.id, m.team_id, apart.account_id, apart.channel, m.external_id, m.thread_key, m.own_thread_key,
          m.sender, m.sender_address, m.recipients, m.subject, m.content, m.attachments, m.created_at, m.edited_at,
          m.bulk, m.from_owner, m.problem,
          -- Evidence names the message it comes from.
          replace(m.ai_analysis::text, m.id::text, apart.id::text)::jsonb,
          replace(m.engine_analysis::text, m.id::text, apart.id::text)::jsonb,
          m.has_task, m.priority, apart.visible_to, m.time_zone, m.status
        from apart join messages m on m.id = apart.shown_id
        on conflict (account_id, external_id) do update set deleted_at = null, visible_to = excluded.visible_to`);
    },
  };
}
