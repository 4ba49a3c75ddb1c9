import { randomUUID } from "node:crypto";
import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { IncomingMessage, Source } from "./source-message";
import { toStoredAnalysis } from "./stored-analysis";
import { messages } from "./tables";
import { indexableKey } from "./thread-key";

type Account = Pick<Source, "teamId" | "accountId">;

/** A message that was stored just now. */
export interface StoredRow {
  id: string;
  externalId: string;
  sentAt: Date;
}

/** A stored message as its source finds it again. */
export interface KeptMessage {
  externalId: string;
  threadKey: string | null;
  sentAt: Date;
}

/** Those whose external id begins so, and those of one conversation. */
export interface KeptSelection {
  beginning?: string;
  threadKey?: string;
}

/** What sources write (new messages, and what happened to stored ones) and ask about their own messages. */
export function createIngestRepository(db: Executor) {
  return {
    /**
     * Stores a batch in one statement, each message once per (account, external id). A message that was removed before
     * comes back, unless it was removed at its source.
     *
     * @returns the messages that are new.
     */
    async store(source: Source, batch: IncomingMessage[]): Promise<StoredRow[]> {
      const { rows } = await db.execute<{ id: string; external_id: string; created_at: string }>(sql`
        with incoming as (
          select * from json_to_recordset(${JSON.stringify(batch.map(toRow))}::json) as r(
            id uuid, external_id text, thread_key text, sender text, sender_address text, recipients jsonb, subject text,
            content text, attachments jsonb, created_at timestamptz, bulk boolean, from_owner boolean, problem text,
            time_zone text, ai_analysis jsonb, has_task boolean, priority text)
        )
        insert into messages (id, team_id, account_id, import_id, channel, external_id, thread_key, sender, sender_address,
          recipients, subject, content, attachments, created_at, bulk, from_owner, problem, ai_analysis, has_task, priority,
          visible_to, time_zone)
        select id, ${source.teamId}, ${source.accountId}, ${source.importId}::uuid, ${source.channel}, external_id,
          thread_key, sender, sender_address, recipients, subject, content, attachments, created_at, bulk, from_owner,
          problem, ai_analysis, has_task, priority, ${source.visibleTo ?? null}::uuid,
          time_zone
        from incoming
        where not exists (
          select from removed_at_source gone
          where gone.account_id = ${source.accountId} and gone.external_id = incoming.external_id
            and gone.team_id = ${source.teamId})
        on conflict (account_id, external_id) do update
          set deleted_at = null, import_id = excluded.import_id where messages.deleted_at is not null
        returning id, external_id, created_at`);
      return rows.map((row) => ({
        id: row.id,
        externalId: row.external_id,
        sentAt: new Date(row.created_at),
      }));
    },

    /**
     * Takes a changed text over from the source. An older change that comes late changes nothing.
     *
     * @returns the message's id; undefined when it isn't stored or says the same already.
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
      const analysis = message.analysis && toStoredAnalysis(message.analysis, row.id);
      await db.execute(sql`
        update messages set subject = ${message.subject}, content = ${message.content},
          attachments = ${JSON.stringify(message.attachments)}::jsonb,
          ai_analysis = ${analysis && JSON.stringify(analysis)}::jsonb, engine_analysis = null, has_task = ${analysis?.hasTask ?? false},
          priority = ${analysis?.priority ?? "low"}
        where team_id = ${teamId} and id = ${row.id}`);
      return row.id;
    },

    /**
     * Removes messages that were deleted at their source and remembers it, so that a late delivery doesn't bring them
     * back. Tasks made from them stay.
     *
     * @returns the ids of the messages that were there.
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

    /** Forgets that messages were deleted at their source: they are there again, and storing them brings them back. */
    async forgetRemovals({ teamId, accountId }: Account, externalIds: string[]): Promise<void> {
      if (externalIds.length === 0) return;
      await db.execute(sql`
        delete from removed_at_source
        where team_id = ${teamId} and account_id = ${accountId}
          and external_id = any(${sql.param(externalIds)}::text[])`);
    },

    /** What an account has brought since a time and is still in the inbox, newest first. */
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

    /** How many messages each of a team's accounts got since midnight UTC, by account. */
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

    /** Shows an account's messages to `now` instead of `before` (a person's id; null: the whole team). */
    async showTo(
      { teamId, accountId }: Account,
      { before, now }: { before: string | null; now: string | null },
    ): Promise<void> {
      if (before === now) return;
      await db.execute(sql`
        update messages set visible_to = ${now}::uuid
        where team_id = ${teamId} and account_id = ${accountId} and visible_to is not distinct from ${before}::uuid`);
    },
  };
}

function toRow(message: IncomingMessage): object {
  const id = randomUUID();
  const analysis = message.analysis && toStoredAnalysis(message.analysis, id);
  return {
    id,
    external_id: message.externalId,
    thread_key: message.threadKey && indexableKey(message.threadKey),
    sender: message.sender,
    sender_address: message.senderAddress,
    recipients: { to: message.to, cc: message.cc },
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
