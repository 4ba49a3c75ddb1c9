import { randomUUID } from "node:crypto";
import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { IncomingMessage, Source } from "../source-message";
import { messages } from "../tables";
import { toStoredAnalysis } from "./stored-analysis";
import { indexableKey, ownThreadKey } from "./thread-key";

type Account = Pick<Source, "teamId" | "accountId">;

/** A message that was just stored. */
export interface StoredRow {
  id: string;
  externalId: string;
  sentAt: Date;
}

/** A stored message, identified as its source knows it. */
export interface KeptMessage {
  externalId: string;
  threadKey: string | null;
  sentAt: Date;
}

/** Only messages whose external id starts with `beginning`, and only those of one conversation. */
export interface KeptSelection {
  beginning?: string;
  threadKey?: string;
}

/** The queries of sources: storing messages, following their changes, and looking up their own. */
export function createIngestRepository(db: Executor) {
  return {
    /**
     * Stores a batch in one statement, each message once per (account, external id). A removed message comes
     * back, unless it was deleted at its source.
     *
     * @returns the new messages.
     */
    async store(source: Source, batch: IncomingMessage[]): Promise<StoredRow[]> {
      const { rows } = await db.execute<{ id: string; external_id: string; created_at: string }>(sql`
        with incoming as (
          select * from json_to_recordset(${JSON.stringify(batch.map(toRow))}::json) as r(
            id uuid, external_id text, thread_key text, own_thread_key text, sender text, sender_address text,
            recipients jsonb, subject text, content text, attachments jsonb, created_at timestamptz, bulk boolean,
            from_owner boolean, problem text, time_zone text, ai_analysis jsonb, has_task boolean, priority text)
        )
        insert into messages (id, team_id, account_id, import_id, channel, external_id, thread_key, own_thread_key, sender,
          sender_address, recipients, subject, content, attachments, created_at, bulk, from_owner, problem, ai_analysis,
          has_task, priority, visible_to, time_zone, sample)
        select id, ${source.teamId}, ${source.accountId}, ${source.importId}::uuid, ${source.channel}, external_id,
          thread_key, own_thread_key, sender, sender_address, recipients, subject, content, attachments, created_at, bulk,
          from_owner, problem, ai_analysis, has_task, priority, ${source.visibleTo ?? null}::uuid,
          time_zone, ${source.sample ?? false}
        from incoming
        where not exists (
          select from removed_at_source gone
          where gone.account_id = ${source.accountId} and gone.external_id = incoming.external_id
            and gone.team_id = ${source.teamId})
        on conflict (account_id, external_id) do update
          set deleted_at = null, import_id = excluded.import_id, left_to_all = false where messages.deleted_at is not null
        returning id, external_id, created_at`);
      return rows.map((row) => ({
        id: row.id,
        externalId: row.external_id,
        sentAt: new Date(row.created_at),
      }));
    },

    /**
     * Updates a changed text from the source. An older change that arrives late is ignored.
     *
     * @returns the message's id; undefined if it isn't stored or already has this text.
     */
    async edit(
      { teamId, accountId }: Account,
      message: IncomingMessage,
      editedAt: Date,
    ): Promise<string | undefined> {
      const { rows } = await db.execute<{ id: string; same: boolean }>(sql`
        update messages set edited_at = ${editedAt}
        where team_id = ${teamId} and account_id = ${accountId} and external_id = ${message.externalId}
          and (edited_at is null or edited_at < ${editedAt})
        returning id, content = ${message.content} and subject is not distinct from ${message.subject} as same`);
      const [row] = rows;
      if (!row || row.same) return undefined;
      await setTexts(db, teamId, row.id, message);
      return row.id;
    },

    /**
     * Updates the names in a message from the source: who wrote it, where, and whom it mentions. Not if its text has
     * changed since it was read.
     *
     * @returns the message's id; undefined if it isn't stored, has changed, or already has these names.
     */
    async fillInNames({ teamId, accountId }: Account, message: IncomingMessage): Promise<string | undefined> {
      const { sender, senderAddress, content, editedAt = null } = message;
      const recipients = JSON.stringify(recipientsOf(message));
      const { rows } = await db.execute<{ id: string }>(sql`
        update messages set sender = ${sender}, sender_address = ${senderAddress}, recipients = ${recipients}::jsonb
        where team_id = ${teamId} and account_id = ${accountId} and external_id = ${message.externalId}
          and edited_at is not distinct from ${editedAt}::timestamptz
          and (sender, sender_address, recipients, content)
            is distinct from (${sender}, ${senderAddress}, ${recipients}::jsonb, ${content})
        returning id`);
      const id = rows[0]?.id;
      if (id) await setTexts(db, teamId, id, message);
      return id;
    },

    /**
     * Removes messages that were deleted at their source, and records the deletion so that a late delivery
     * doesn't bring them back. Tasks created from them stay.
     *
     * @returns the ids of the messages that existed.
     */
    async removeAtSource({ teamId, accountId }: Account, externalIds: string[]): Promise<string[]> {
      if (externalIds.length === 0) return [];
      const { rows } = await db.execute<{ id: string }>(sql`
        with gone as (
          insert into removed_at_source (team_id, account_id, external_id)
          select ${teamId}, ${accountId}, unnest(${sql.param(externalIds)}::text[])
          on conflict do nothing
        )
        update messages set deleted_at = now()
        where team_id = ${teamId} and account_id = ${accountId} and deleted_at is null
          and external_id = any(${sql.param(externalIds)}::text[])
        returning id`);
      return rows.map((row) => row.id);
    },

    /**
     * Clears recorded deletions of messages that exist at the source again, so that storing restores them.
     */
    async forgetRemovals({ teamId, accountId }: Account, externalIds: string[]): Promise<void> {
      if (externalIds.length === 0) return;
      await db.execute(sql`
        delete from removed_at_source
        where team_id = ${teamId} and account_id = ${accountId}
          and external_id = any(${sql.param(externalIds)}::text[])`);
    },

    /** Deletes a team's sample messages. @returns their ids. */
    async removeSamples(teamId: string): Promise<string[]> {
      const rows = await db
        .delete(messages)
        .where(and(eq(messages.teamId, teamId), sql`${messages.sample}`))
        .returning({ id: messages.id });
      return rows.map(({ id }) => id);
    },

    /** Ids of a team's sample messages. */
    async samples(teamId: string): Promise<string[]> {
      const rows = await db
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.teamId, teamId), sql`${messages.sample}`));
      return rows.map(({ id }) => id);
    },

    /** Messages of an account since a time that are still in the inbox, newest first. */
    async kept(
      { teamId, accountId, channel }: Pick<Source, "teamId" | "accountId" | "channel">,
      since: Date,
      { beginning, threadKey }: KeptSelection,
    ): Promise<KeptMessage[]> {
      return db
        .select({
          externalId: messages.externalId,
          threadKey: messages.threadKey,
          sentAt: messages.createdAt,
        })
        .from(messages)
        .where(
          and(
            eq(messages.teamId, teamId),
            eq(messages.channel, channel),
            eq(messages.accountId, accountId),
            isNull(messages.deletedAt),
            gte(messages.createdAt, since),
            beginning === undefined ? undefined : sql`starts_with(${messages.externalId}, ${beginning})`,
            threadKey === undefined ? undefined : eq(messages.threadKey, threadKey),
          ),
        )
        .orderBy(desc(messages.createdAt));
    },

    /** Messages received since midnight UTC, by account. */
    async arrivedToday(teamId: string, accountIds: string[]): Promise<Map<string, number>> {
      if (accountIds.length === 0) return new Map();
      const rows = await db
        .select({ accountId: messages.accountId, today: sql<number>`count(*)::int` })
        .from(messages)
        .where(
          and(
            eq(messages.teamId, teamId),
            sql`${messages.accountId} = any(${sql.param(accountIds)}::uuid[])`,
            isNull(messages.deletedAt),
            sql`${messages.createdAt} >= date_trunc('day', now())`,
          ),
        )
        .groupBy(messages.accountId);
      return new Map(rows.map(({ accountId, today }) => [accountId, today]));
    },

    /**
     * Moves an account's messages from being visible to `before` to `now` (a person's id; null: the whole
     * team).
     */
    async showTo(
      { teamId, accountId }: Account,
      { before, now }: { before: string | null; now: string | null },
    ): Promise<void> {
      await db.execute(sql`
        update messages set visible_to = ${now}::uuid
        where team_id = ${teamId} and account_id = ${accountId} and visible_to is not distinct from ${before}::uuid`);
    },
  };
}

/** Gives a stored message the texts and the analysis of a later reading. One over the plan's limit has no analysis. */
async function setTexts(db: Executor, teamId: string, id: string, message: IncomingMessage): Promise<void> {
  const analysis = message.analysis && toStoredAnalysis(message.analysis, id);
  await db.execute(sql`
    update messages set subject = ${message.subject}, content = ${message.content},
      attachments = ${JSON.stringify(message.attachments)}::jsonb,
      ai_analysis = case when over_limit then null else ${analysis && JSON.stringify(analysis)}::jsonb end,
      engine_analysis = null, has_task = not over_limit and ${analysis?.hasTask ?? false},
      priority = case when over_limit then 'low' else ${analysis?.priority ?? "low"} end
    where team_id = ${teamId} and id = ${id}`);
}

const recipientsOf = ({ to, cc }: IncomingMessage) => ({ to, cc });

function toRow(message: IncomingMessage): object {
  const id = randomUUID();
  const analysis = message.analysis && toStoredAnalysis(message.analysis, id);
  return {
    id,
    external_id: message.externalId,
    thread_key: message.threadKey && indexableKey(message.threadKey),
    own_thread_key: ownThreadKey(message),
    sender: message.sender,
    sender_address: message.senderAddress,
    recipients: recipientsOf(message),
    subject: message.subject,
    content: message.content,
    attachments: message.attachments,
    created_at: message.sentAt.toISOString(),
    bulk: message.bulk,
    from_owner: message.fromOwner,
    problem: message.problem,
    time_zone: message.timeZone ?? null,
    ai_analysis: analysis,
    has_task: analysis?.hasTask ?? false,
    priority: analysis?.priority ?? "low",
  };
}
