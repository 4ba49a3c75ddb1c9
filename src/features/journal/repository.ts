import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Executor, executePrepared } from "../../server/database";
import type { Notices } from "../../server/notifications";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import type { PageBefore } from "../../shared/paging";
import { users } from "../auth/tables";
import type { Change, Fact, SubjectType } from "./change";
import { events, factFollowers, followedFacts, journal } from "./tables";

/** An entry as stored, with the changes that undo takes back. */
export type JournalRow = typeof journal.$inferSelect;
/** An entry without what is needed to revert it, which is large for a change of many rows. */
export type ListedEntry = Omit<JournalRow, "seq" | "teamId" | "changes" | "callKeyHash" | "callHash">;

/** A fact that somebody follows. */
export type FollowedFact = typeof followedFacts.$inferSelect;

export interface NewEntry {
  teamId: string;
  /** Null: the engine. */
  userId: string | null;
  runId?: string;
  action: string;
  summary: string;
  changes: Change[];
  callKeyHash?: string | undefined;
  callHash?: string | undefined;
}

/** Entries that are searched for changes of some types. */
const lookThrough = 1000;
/** Entries deleted in one statement. */
const purgeBatch = 5000;

/**
 * The parts of a query that add facts, and keep them for those who follow the team's. Three parameters for any number
 * of facts; a step can have 20,000 of them.
 */
function addedFacts(teamId: string, userId: string | null, facts: Fact[]): SQL {
  const types = sql.param(facts.map(({ type }) => type));
  const subjects = sql.param(facts.map(({ subjectId }) => subjectId));
  const times = sql.param(facts.map(({ at }) => at?.toISOString() ?? null));
  return sql`
    added as (
      insert into ${events} (team_id, user_id, type, subject_id, at)
      select ${teamId}::uuid, ${userId}::uuid, fact.type, fact.subject_id, coalesce(fact.at, now())
      from unnest(${types}::text[], ${subjects}::uuid[], ${times}::timestamptz[]) as fact(type, subject_id, at)
      returning team_id, user_id, type, subject_id, at),
    followed as (
      insert into ${followedFacts} (team_id, user_id, type, subject_id, at)
      select * from added where exists (select from ${factFollowers} where team_id = ${teamId}::uuid))`;
}

export function createJournalRepository(db: Executor) {
  return {
    /** Adds an entry with its facts, and notifies: one query, because every change of the product makes it. */
    async record(entry: NewEntry, facts: Fact[], { channel, payloads }: Notices): Promise<{ id: string }> {
      const { teamId, userId, runId, action, summary, changes, callKeyHash, callHash } = entry;
      const [row] = await executePrepared<{ id: string }>(
        db,
        "record_change",
        sql`
        with entry as (
          insert into ${journal} (team_id, user_id, run_id, action, summary, changes, call_key_hash, call_hash)
          values (${teamId}, ${userId}, ${runId ?? null}, ${action}, ${summary}, ${JSON.stringify(changes)},
            ${callKeyHash ?? null}, ${callHash ?? null})
          returning id),
        ${addedFacts(teamId, userId, facts)}
        select id, (select count(pg_notify(${channel}, payload)) from unnest(${sql.param(payloads)}::text[]) payload)
        from entry`,
      );
      return row as { id: string };
    },

    /** The entry that a person's call with this key has added. */
    async ofCall(
      userId: string,
      callKeyHash: string,
    ): Promise<Pick<JournalRow, "id" | "changes" | "callHash"> | undefined> {
      const [row] = await db
        .select({ id: journal.id, changes: journal.changes, callHash: journal.callHash })
        .from(journal)
        .where(and(eq(journal.userId, userId), eq(journal.callKeyHash, callKeyHash)));
      return row;
    },

    /**
     * Records facts in the caller's transaction.
     *
     * @param userId - who did it; null: nobody.
     */
    async insertFacts(teamId: string, userId: string | null, facts: Fact[]): Promise<void> {
      if (facts.length === 0) return;
      await executePrepared(db, "add_facts", sql`with ${addedFacts(teamId, userId, facts)} select`);
    },

    /** From now on, a team's facts are kept until somebody takes them, or no longer. */
    async follow(teamId: string, following: boolean): Promise<void> {
      if (following) await db.insert(factFollowers).values({ teamId }).onConflictDoNothing();
      else {
        await db.delete(factFollowers).where(eq(factFollowers.teamId, teamId));
        await db.delete(followedFacts).where(eq(followedFacts.teamId, teamId));
      }
    },

    /** Takes a team's followed facts. Waits for a process that is taking some of them. */
    async takeFollowedOf(teamId: string): Promise<FollowedFact[]> {
      const taken = await db.delete(followedFacts).where(eq(followedFacts.teamId, teamId)).returning();
      return taken.sort((a, b) => a.seq - b.seq);
    },

    /** Takes the oldest followed facts of all teams; other processes take others meanwhile. */
    async takeFollowed(limit: number): Promise<FollowedFact[]> {
      const oldest = db
        .select({ seq: followedFacts.seq })
        .from(followedFacts)
        .orderBy(asc(followedFacts.seq))
        .limit(limit)
        .for("update", { skipLocked: true });
      const taken = await db.delete(followedFacts).where(inArray(followedFacts.seq, oldest)).returning();
      return taken.sort((a, b) => a.seq - b.seq);
    },

    /**
     * @param of - only changes of these types alone, among the last {@link lookThrough}.
     * @throws AppError `invalid_input` if there is no entry with the id in `before` (any more).
     */
    async latest(teamId: string, { limit, before }: PageBefore, of?: SubjectType[]): Promise<ListedEntry[]> {
      const { seq, teamId: team, changes, callKeyHash, callHash, ...listed } = getTableColumns(journal);
      const older = sql`${seq} < (select j.seq from ${journal} j where j.team_id = ${teamId} and j.id = ${before})`;
      const ofTeam = and(eq(journal.teamId, teamId), before ? older : undefined);
      const newest = db.select({ seq }).from(journal).where(ofTeam).orderBy(desc(seq)).limit(lookThrough);
      const reached =
        of &&
        and(
          inArray(seq, newest),
          sql`jsonb_array_length(${changes}) > 0 and not exists (
            select from jsonb_array_elements(${changes}) as change
            where change->>'type' <> all(${sql.param(of)}::text[]))`,
        );
      const rows = await db
        .select(listed)
        .from(journal)
        .where(and(ofTeam, reached))
        .orderBy(desc(seq))
        .limit(limit);
      await requireKnown(db, rows, { before }, rowOf(journal, teamId, before));
      return rows;
    },

    /** The person's own last change that isn't undone; excludes undo entries. */
    async lastOf(teamId: string, userId: string): Promise<JournalRow | undefined> {
      const [row] = await db
        .select()
        .from(journal)
        .where(
          and(
            eq(journal.teamId, teamId),
            eq(journal.userId, userId),
            isNull(journal.undoneAt),
            ne(journal.action, "undo"),
          ),
        )
        .orderBy(desc(journal.seq))
        .limit(1)
        .for("update");
      return row;
    },

    /** The entry, locked until the transaction ends, so that it isn't undone twice. */
    async find(teamId: string, id: string): Promise<JournalRow | undefined> {
      const [row] = await db
        .select()
        .from(journal)
        .where(and(eq(journal.teamId, teamId), eq(journal.id, id)))
        .for("update");
      return row;
    },

    /**
     * The first name of the last person but this one who has changed a row after an entry, alone or with others; or
     * who has deleted it.
     */
    async laterAuthor(
      { teamId, seq }: JournalRow,
      { rowId, deleted }: { rowId: string; deleted: boolean },
      userId: string,
    ): Promise<string | undefined> {
      const [row] = await db
        .select({ name: users.firstName })
        .from(journal)
        .innerJoin(users, eq(users.id, journal.userId))
        .where(
          and(
            eq(journal.teamId, teamId),
            gt(journal.seq, seq),
            isNull(journal.undoneAt),
            ne(journal.userId, userId),
            concerning(rowId, deleted),
          ),
        )
        .orderBy(desc(journal.seq))
        .limit(1);
      return row?.name;
    },

    /** The last person who has deleted a row, alone or with others. */
    async deleterOf(teamId: string, rowId: string): Promise<{ id: string; name: string } | undefined> {
      const [row] = await db
        .select({ id: users.id, name: users.firstName })
        .from(journal)
        .innerJoin(users, eq(users.id, journal.userId))
        .where(and(eq(journal.teamId, teamId), isNull(journal.undoneAt), concerning(rowId, true)))
        .orderBy(desc(journal.seq))
        .limit(1);
      return row;
    },

    /** Removes the facts about these rows. */
    async deleteFacts(teamId: string, subjectIds: string[]): Promise<void> {
      await db
        .delete(events)
        .where(
          and(eq(events.teamId, teamId), sql`${events.subjectId} = any(${sql.param(subjectIds)}::uuid[])`),
        );
    },

    /** Marks entries that changed any of these rows as undone, so that nobody undoes them. */
    async close(teamId: string, subjectIds: string[]): Promise<void> {
      await db
        .update(journal)
        .set({ undoneAt: sql`now()` })
        .where(
          and(
            eq(journal.teamId, teamId),
            isNull(journal.undoneAt),
            sql`exists (select from jsonb_array_elements(${journal.changes}) as change
              where change->>'id' = any(${sql.param(subjectIds)}::text[]))`,
          ),
        );
    },

    /**
     * Empties what these rows' changes keep of them, in every entry, and closes the entries. The changes themselves
     * stay, so that a repeated call still finds what it did.
     */
    async erase(teamId: string, subjectIds: string[]): Promise<void> {
      const ids = sql`${sql.param(subjectIds)}::text[]`;
      await db.execute(sql`
        update ${journal} set undone_at = coalesce(undone_at, now()), changes = (
          select jsonb_agg(case when change->>'id' = any(${ids})
            then change || '{"before": {}, "after": {}}' else change end order by position)
          from jsonb_array_elements(changes) with ordinality as all_of_it(change, position))
        where team_id = ${teamId} and exists (
          select from jsonb_array_elements(changes) as change where change->>'id' = any(${ids}))`);
    },

    /** All changes of one type. */
    async changesOf(teamId: string, type: Change["type"]): Promise<Change[]> {
      const { rows } = await db.execute<{ change: Change }>(sql`
        select change from ${journal}, jsonb_array_elements(changes) as change
        where team_id = ${teamId} and change->>'type' = ${type}`);
      return rows.map(({ change }) => change);
    },

    /** Replaces words in the summaries of actions that begin like this, and of their undos. */
    async replaceInSummaries(
      teamId: string,
      action: string,
      { from, to }: { from: string; to: string },
    ): Promise<void> {
      await db.execute(sql`
        update ${journal} set summary = replace(summary, ${from}, ${to})
        where team_id = ${teamId} and (starts_with(action, ${action}) or action = 'undo')
          and strpos(summary, ${from}) > 0`);
    },

    /** In batches, oldest first, so that a large team locks nothing for long. */
    async purgeBefore(date: Date): Promise<void> {
      for (let deleted = purgeBatch; deleted === purgeBatch; ) {
        const old = db
          .select({ seq: journal.seq })
          .from(journal)
          .where(lt(journal.createdAt, date))
          .orderBy(asc(journal.seq))
          .limit(purgeBatch);
        const { rowCount } = await db.delete(journal).where(inArray(journal.seq, old));
        deleted = rowCount ?? 0;
      }
    },

    /** The caller holds the lock of {@link find}. */
    async markUndone(teamId: string, id: string): Promise<JournalRow> {
      const [row] = await db
        .update(journal)
        .set({ undoneAt: sql`now()` })
        .where(and(eq(journal.teamId, teamId), eq(journal.id, id)))
        .returning();
      return row as JournalRow;
    },
  };
}

/** Entries that have changed a row, alone or with others; or only those that have deleted it. */
function concerning(rowId: string, deleted: boolean): SQL | undefined {
  const named = [{ id: rowId }, { before: { ids: [rowId] } }, { before: { rows: [{ id: rowId }] } }];
  const kind = deleted ? { kind: "deleted" } : {};
  return or(
    ...named.map((one) => sql`${journal.changes} @> ${JSON.stringify([{ ...kind, ...one }])}::jsonb`),
  );
}
