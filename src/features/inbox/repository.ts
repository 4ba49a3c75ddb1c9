import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Executor, runPlanned } from "../../server/database";
import { type CursorRow, cursorIn } from "../../server/paging/list-cursor";
import { purgeBefore } from "../../server/postgres/purge";
import { beginningOf, isSurelyWithin } from "../../server/postgres/text-beginning";
import { containingWords } from "../search/words-repository";
import type { Analysis } from "../triage/contract";
import { listedContent, type MessageCounts, type MessageStatus } from "./contract";
import { type ChannelCounts, createCountsRepository, sumCounts } from "./counts/counts-repository";
import { dueDate, type NarrowQuery, narrowed, senderOf, snoozeStates } from "./listing/narrowing-repository";
import { following, inOrder, type MessageQuery, orderOf, shapeOfFirstPage } from "./listing/order-repository";
import { accounts, messages, mutedSenders } from "./tables";

/** A message as stored. */
export type MessageRow = typeof messages.$inferSelect;
type ListedRow = Omit<MessageRow, "recipients"> & { contentCut: boolean };

/** List columns. The database cuts long contents, so that they are never transferred. */
export const listed = {
  id: messages.id,
  teamId: messages.teamId,
  channel: messages.channel,
  threadKey: messages.threadKey,
  sender: messages.sender,
  senderAddress: messages.senderAddress,
  subject: messages.subject,
  content: beginningOf(messages.content, listedContent),
  contentCut: sql<boolean>`not (${isSurelyWithin(messages.content, listedContent)}) and length(${messages.content}) > ${sql.raw(String(listedContent))}`,
  attachments: messages.attachments,
  problem: messages.problem,
  status: messages.status,
  aiAnalysis: messages.aiAnalysis,
  priority: messages.priority,
  createdAt: messages.createdAt,
  leftToAll: messages.leftToAll,
  sample: messages.sample,
  snoozedUntil: messages.snoozedUntil,
  visibleTo: messages.visibleTo,
  bulk: messages.bulk,
  fromOwner: messages.fromOwner,
};
/** A message with the columns of a list. `content` is cut to {@link listedContent} characters. */
export type ListedMessage = Pick<ListedRow, keyof typeof listed>;

/** Most messages of a conversation that a screen shows. */
const longestConversation = 100;

/** The reader. Private messages are visible only to their owner. */
export interface Reader {
  teamIds: string[];
  /** Null: the product itself, which shows nothing to anybody. */
  userId: string | null;
}

/** A team's messages, without removed ones. */
export const ofTeam = (teamId: string | SQL) => and(eq(messages.teamId, teamId), isNull(messages.deletedAt));

/** A team's new messages that have an analysis. */
export const analyzedNew = (teamId: string) =>
  and(ofTeam(teamId), eq(messages.status, "new"), isNotNull(messages.aiAnalysis));

export function createMessageRepository(db: Executor) {
  return {
    /** A page of the messages that a person sees. `offset` counts only without `after`. */
    async list(
      teamId: string,
      userId: string,
      query: MessageQuery,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<(ListedMessage & CursorRow)[]> {
      const fields = { ...listed, cursor: cursorIn(inOrder(query)) };
      const shape = shapeOfFirstPage({ ...query, limit, offset });
      if (shape)
        return runPlanned(db, fields, {
          shape,
          build: (given, named) =>
            db
              .select(named)
              .from(messages)
              .where(matching(given("teamId"), given("userId"), query))
              .orderBy(...orderOf(query))
              .limit(sql.placeholder("limit")),
          values: { teamId, userId, limit },
          // One plan for all would sort a large team's messages wherever most teams are small.
          byValues: true,
        });
      return db
        .select(fields)
        .from(messages)
        .where(and(matching(teamId, userId, query), following(teamId, query)))
        .orderBy(...orderOf(query))
        .limit(limit)
        .offset(query.after ? 0 : offset);
    },

    /** Adds up counts that are kept; only with a filter, it counts the messages that the person sees. */
    async count(
      teamId: string,
      userId: string,
      { channel, ...narrowing }: NarrowQuery & { channel?: string | undefined },
    ): Promise<MessageCounts> {
      const narrowed = Object.values(narrowing).some((value) => value !== undefined);
      const rows = narrowed
        ? await this.countMatching(teamId, userId, narrowing)
        : await createCountsRepository(db).ofTeam(teamId, userId);
      return sumCounts(rows, channel);
    },

    /** Counts by reading every message that matches. */
    async countMatching(teamId: string, userId: string, narrowing: NarrowQuery): Promise<ChannelCounts[]> {
      return db
        .select({
          channel: messages.channel,
          all: sql<number>`count(*)::int`,
          requires_action: sql<number>`(count(*) filter (where ${messages.requiresAction} and ${awake} and not ${isMuted(teamId, userId)}))::int`,
          uncertain: sql<number>`(count(*) filter (where ${messages.requiresAction} and ${awake} and ${messages.uncertain} and not ${isMuted(teamId, userId)}))::int`,
          resolved: sql<number>`(count(*) filter (where ${messages.status} = 'resolved'))::int`,
        })
        .from(messages)
        .where(matching(teamId, userId, { view: "all", ...narrowing }))
        .groupBy(messages.channel);
    },

    /** Undefined also for messages the reader can't see, so callers can't reveal that they exist. */
    async find(reader: Reader, id: string): Promise<MessageRow | undefined> {
      const [row] = await db.select().from(messages).where(readable(reader, id));
      return row;
    },

    /** Like {@link find}, but locks the row until the transaction ends. */
    async lock(reader: Reader, id: string): Promise<MessageRow | undefined> {
      const [row] = await db.select().from(messages).where(readable(reader, id)).for("update");
      return row;
    },

    /** Changes a message that the caller has found in this team. */
    async setStatus(teamId: string, id: string, status: MessageStatus): Promise<MessageRow> {
      const [row] = await db
        .update(messages)
        .set({ status })
        .where(and(eq(messages.teamId, teamId), eq(messages.id, id)))
        .returning();
      return row as MessageRow;
    },

    /** The latest messages of a conversation, oldest first. */
    async conversation(teamId: string, userId: string, threadKey: string): Promise<ListedMessage[]> {
      const rows = await db
        .select(listed)
        .from(messages)
        .where(and(ofTeam(teamId), eq(messages.threadKey, threadKey), shownTo(userId)))
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .limit(longestConversation);
      return rows.reverse();
    },

    /** The account for messages of one source, created on first use. */
    async accountId(teamId: string, provider: string, externalId: string): Promise<string> {
      await db.insert(accounts).values({ teamId, provider, externalId }).onConflictDoNothing();
      const [account] = await db
        .select({ id: accounts.id })
        .from(accounts)
        .where(
          and(
            eq(accounts.teamId, teamId),
            eq(accounts.provider, provider),
            eq(accounts.externalId, externalId),
          ),
        );
      if (!account) throw new Error("the account was not stored");
      return account.id;
    },

    /** Which of these external ids an account already has. */
    async known(teamId: string, accountId: string, externalIds: string[]): Promise<Set<string>> {
      const rows = await db
        .select({ externalId: messages.externalId })
        .from(messages)
        .where(
          and(
            ofTeam(teamId),
            eq(messages.accountId, accountId),
            // One array parameter keeps the statement the same for any number of ids.
            sql`${messages.externalId} = any(${sql.param(externalIds)}::text[])`,
          ),
        );
      return new Set(rows.map((row) => row.externalId));
    },

    /** The latest new and analyzed messages that a person sees, newest first. */
    async latestNew(teamId: string, userId: string, limit: number): Promise<MessageRow[]> {
      return db
        .select()
        .from(messages)
        .where(and(analyzedNew(teamId), shownTo(userId)))
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .limit(limit);
    },

    /** A team's messages without an analysis, after the given id. */
    async waiting(teamId: string, after: string, limit: number): Promise<MessageRow[]> {
      return db
        .select()
        .from(messages)
        .where(
          and(
            ofTeam(teamId),
            isNull(messages.aiAnalysis),
            eq(messages.overLimit, false),
            sql`${messages.id} > ${after}`,
          ),
        )
        .orderBy(asc(messages.id))
        .limit(limit);
    },

    /** Stores a message's first analysis. Keeps one that it has got meanwhile. */
    async setAnalysis(teamId: string, id: string, analysis: Analysis): Promise<void> {
      await db
        .update(messages)
        .set({ aiAnalysis: analysis, hasTask: analysis.hasTask, priority: analysis.priority })
        .where(and(eq(messages.teamId, teamId), eq(messages.id, id), isNull(messages.aiAnalysis)));
    },

    /**
     * The engine's own results for these messages, locked until the transaction ends; skips those without
     * one.
     */
    async lockAnalyses(teamId: string, ids: string[]): Promise<{ id: string; base: Analysis }[]> {
      const { rows } = await db.execute<{ id: string; base: Analysis }>(sql`
        select id, coalesce(engine_analysis, ai_analysis) as base from messages
        where team_id = ${teamId} and id = any(${sql.param(ids)}::uuid[]) and ai_analysis is not null
        order by id for update`);
      return rows;
    },

    /**
     * Stores analyses with corrections applied. `base`: the engine's own result; null if there are no
     * corrections.
     */
    async setOverridden(
      teamId: string,
      list: { id: string; analysis: Analysis; base: Analysis | null }[],
    ): Promise<void> {
      const rows = list.map(({ id, analysis, base }) => {
        const { hasTask, priority } = analysis;
        return { id, analysis, base, has_task: hasTask, priority };
      });
      await db.execute(sql`
        update messages
        set ai_analysis = r.analysis, engine_analysis = r.base, has_task = r.has_task, priority = r.priority
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r(id uuid, analysis jsonb, base jsonb, has_task boolean, priority text)
        where messages.team_id = ${teamId} and messages.id = r.id`);
    },

    /** One of these messages for the team, and one for each person with private messages. */
    async oneForEachReader(
      teamId: string,
      ids: string[],
    ): Promise<{ id: string; visibleTo: string | null; count: number }[]> {
      if (ids.length === 0) return [];
      const { id, visibleTo } = messages;
      const count = sql<number>`(count(*) over (partition by ${visibleTo}))::int`;
      return db
        .selectDistinctOn([visibleTo], { id, visibleTo, count })
        .from(messages)
        .where(and(eq(messages.teamId, teamId), sql`${messages.id} = any(${sql.param(ids)}::uuid[])`))
        .orderBy(messages.visibleTo);
    },

    /**
     * Deletes an import's messages softly, in the caller's transaction, except those that somebody has worked on.
     *
     * @returns how many it deleted and left.
     */
    async removeOfImport(teamId: string, importId: string): Promise<{ removed: number; kept: number }> {
      const ofImport = and(ofTeam(teamId), eq(messages.importId, importId));
      const { rowCount } = await db
        .update(messages)
        .set({ deletedAt: sql`now()` })
        .where(and(ofImport, eq(messages.status, "new"), isNull(messages.snoozedUntil)));
      const [left] = await db.select({ count: sql<number>`count(*)::int` }).from(messages).where(ofImport);
      return { removed: rowCount ?? 0, kept: left?.count ?? 0 };
    },

    /** Deletes for good what any team deleted earlier. */
    async purgeDeletedBefore(date: Date): Promise<void> {
      await purgeBefore(db, messages, messages.deletedAt, date);
    },
  };
}

const { awake } = snoozeStates;

/** Whether its sender is muted by a person. */
const isMuted = (teamId: string | SQL, userId: string | SQL): SQL => sql`exists (
  select from ${mutedSenders} where ${mutedSenders.teamId} = ${teamId} and ${mutedSenders.userId} = ${userId}
    and lower(${mutedSenders.sender}) = ${senderOf})`;

function readable({ teamIds, userId }: Reader, id: string): SQL | undefined {
  return and(
    eq(messages.id, id),
    inArray(messages.teamId, teamIds),
    isNull(messages.deletedAt),
    userId === null ? undefined : shownTo(userId),
  );
}

const shownTo = (userId: string | SQL) => or(isNull(messages.visibleTo), eq(messages.visibleTo, userId));

/** The messages of a query that a person sees. */
export function matching(
  teamId: string | SQL,
  userId: string | SQL,
  { view, channel, status, q, sort, ...narrowing }: MessageQuery,
): SQL | undefined {
  return and(
    ofTeam(teamId),
    shownTo(userId),
    // Without `= true`, so that PostgreSQL uses the partial index.
    view === "requires_action" ? sql`${messages.requiresAction}` : undefined,
    view === "requires_action" ? awake : undefined,
    view === "requires_action" ? sql`not ${isMuted(teamId, userId)}` : undefined,
    view === "resolved" ? eq(messages.status, sql.raw("'resolved'")) : undefined,
    channel ? eq(messages.channel, channel) : undefined,
    status ? eq(messages.status, status) : undefined,
    sort === "due" ? sql`${dueDate} is not null` : undefined,
    ...narrowed(narrowing),
    q?.trim() ? containingWords(teamId, sql`${messages.id}`, q) : undefined,
  );
}
