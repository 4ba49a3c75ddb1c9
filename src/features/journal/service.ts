import type { Executor } from "../../server/database";
import { type FindRepeated, takeCallKey } from "../../server/http/idempotency";
import { liveNotices } from "../../server/live-hub";
import { runLast } from "../../server/transactions";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { counted } from "../../shared/counted";
import { day } from "../../shared/durations";
import type { TeamEvent } from "../../shared/live-event";
import type { PageBefore } from "../../shared/paging";
import { requireTeam } from "../teams/service";
import { type Change, type Fact, rowsOf, type SubjectType } from "./change";
import { type JournalEntry, journalEntryHeader } from "./contract";
import {
  createJournalRepository,
  type FollowedFact,
  type JournalRow,
  type ListedEntry,
  type NewEntry,
} from "./repository";
import { reachedTypes, requireReachOf } from "./token-reach";

/** A row can't be restored, because it has changed since, or was deleted. */
export class ChangedSince extends AppError {
  /** @param subject - the row as a sentence begins with it. */
  constructor(
    private readonly subject: string,
    readonly deleted = false,
  ) {
    const what = deleted ? "has been deleted" : "has changed";
    super("conflict", `${subject} ${what} since, so this can't be undone.`);
  }

  /** The sentence that names who has changed or deleted it. */
  by(name: string): string {
    const what = this.deleted ? "deleted" : "changed";
    return `${this.subject} was ${what} by ${name} since, so this can't be undone.`;
  }
}

/** How long deletions and changes can be undone (days). */
export const undoDays = 30;

/**
 * Restores one row to its state before a change, in the caller's transaction.
 *
 * @param userId - who undoes it; rows they can't see count as missing.
 * @returns the resulting live events and facts, and how many rows of a change of many stay, because they have changed
 * since.
 * @throws AppError `conflict` if the row has changed since.
 */
export type Revert = (
  tx: Executor,
  teamId: string,
  change: Change,
  userId: string,
) => Promise<{ events: TeamEvent[]; facts: Fact[]; kept?: number }>;

/**
 * Records a change in its own transaction: the journal entry with the inverse and the idempotency key of the
 * call, the facts for Analytics, and the events for open screens.
 *
 * @returns the entry's id, to undo it.
 */
export async function recordChange(
  tx: Executor,
  entry: NewEntry,
  facts: Fact[],
  live: TeamEvent[],
): Promise<{ id: string }> {
  const notices = liveNotices(live.map((event) => ({ ...event, teamId: entry.teamId })));
  return createJournalRepository(tx).record({ ...entry, ...takeCallKey() }, facts, notices);
}

/**
 * The same as {@link recordChange} as the last step of its transaction, which is committed behind it without another
 * round trip.
 */
export async function recordLast(...change: Parameters<typeof recordChange>): Promise<{ id: string }> {
  const [entry] = await runLast(change[0], () => recordChange(...change));
  return entry;
}

/**
 * The same as {@link recordLast} together with the one query that makes the change, so that both and the commit take one
 * round trip.
 *
 * @param makeChange - see {@link runLast}.
 */
export const recordWith = <Changed>(
  makeChange: () => Promise<Changed>,
  ...change: Parameters<typeof recordChange>
): Promise<[changed: Changed, entry: { id: string }]> =>
  runLast(change[0], makeChange, () => recordChange(...change));

/** Receives the id of the journal entry that a call adds; not called if nothing changed. */
export type EntryListener = (entryId: string) => void;

/** Names the entry that a call adds in its response, so that a screen can undo exactly that. */
export const nameEntry =
  (reply: { header: (name: string, value: string) => unknown }): EntryListener =>
  (entryId) =>
    void reply.header(journalEntryHeader, entryId);

/** The person who has deleted a row; undefined if it was the engine, or if nobody knows any more. */
export function deleterOf(
  tx: Executor,
  teamId: string,
  rowId: string,
): Promise<{ id: string; name: string } | undefined> {
  return createJournalRepository(tx).deleterOf(teamId, rowId);
}

/** Records facts without a row change, such as received messages or a connected account. */
export async function recordFacts(
  tx: Executor,
  { teamId, userId }: { teamId: string; userId: string | null },
  facts: Fact[],
): Promise<void> {
  await createJournalRepository(tx).insertFacts(teamId, userId, facts);
}

/**
 * Records the same fact of rows of any teams, with one write for each team, which many rows need.
 *
 * @returns the rows' ids by team.
 */
export async function recordFactOfAll(
  tx: Executor,
  type: Fact["type"],
  rows: { teamId: string; id: string }[],
): Promise<Map<string, string[]>> {
  const byTeam = new Map<string, string[]>();
  for (const { teamId, id } of rows) {
    const ids = byTeam.get(teamId);
    if (ids) ids.push(id);
    else byTeam.set(teamId, [id]);
  }
  for (const [teamId, ids] of byTeam)
    await recordFacts(
      tx,
      { teamId, userId: null },
      ids.map((subjectId) => ({ type, subjectId })),
    );
  return byTeam;
}

/** From now on, a team's facts are kept until {@link takeFollowedFacts} takes them; false: no longer. */
export function followFacts(tx: Executor, teamId: string, following: boolean): Promise<void> {
  return createJournalRepository(tx).follow(teamId, following);
}

/** Takes the oldest facts of followed teams, in the transaction that passes them on. */
export function takeFollowedFacts(tx: Executor, limit: number): Promise<FollowedFact[]> {
  return createJournalRepository(tx).takeFollowed(limit);
}

/** Takes all facts of one team, in the transaction that passes them on, after another process that takes some. */
export function takeFollowedFactsOf(tx: Executor, teamId: string): Promise<FollowedFact[]> {
  return createJournalRepository(tx).takeFollowedOf(teamId);
}

/**
 * Removes every trace of rows that were deleted permanently: no fact counts them, and none of their changes can
 * be undone.
 */
export async function forgetSubjects(tx: Executor, teamId: string, ids: string[]): Promise<void> {
  const journal = createJournalRepository(tx);
  await journal.deleteFacts(teamId, ids);
  await journal.close(teamId, ids);
}

/**
 * Empties what the changes of these rows keep of them, because their texts are deleted for good; none of the changes
 * can be undone.
 */
export function eraseChanges(tx: Executor, teamId: string, ids: string[]): Promise<void> {
  return createJournalRepository(tx).erase(teamId, ids);
}

/** The changes of one type of row in all entries that are still kept. */
export function changesOf(tx: Executor, teamId: string, type: SubjectType): Promise<Change[]> {
  return createJournalRepository(tx).changesOf(teamId, type);
}

/** Takes words out of the summaries of actions that begin like this, and of their undos. */
export function replaceInSummaries(
  tx: Executor,
  teamId: string,
  action: string,
  words: { from: string; to: string },
): Promise<void> {
  return createJournalRepository(tx).replaceInSummaries(teamId, action, words);
}

/** Deletes changes that nobody can undo anymore, because they contain the texts of what was changed. */
export function purgeJournal(db: Executor, date: Date): Promise<void> {
  return createJournalRepository(db).purgeBefore(date);
}

export type { FollowedFact } from "./repository";

export type JournalService = ReturnType<typeof createJournalService>;

export function createJournalService({
  db,
  reverts,
}: {
  db: Executor;
  reverts: Record<SubjectType, Revert>;
}) {
  const repeated: FindRepeated = async (userId, callKeyHash) => {
    const entry = await createJournalRepository(db).ofCall(userId, callKeyHash);
    if (!entry) return undefined;
    return {
      callHash: entry.callHash ?? "",
      subject(type) {
        const change = entry.changes.find((one) => one.type === type);
        if (!change) throw new Error(`the entry ${entry.id} changed no ${type}`);
        return change.id;
      },
      subjects: (type) => entry.changes.flatMap((one) => (one.type === type ? one.id : [])),
      count: (type) => entry.changes.reduce((sum, change) => sum + rowsOf(change, type), 0),
      headers: { [journalEntryHeader]: entry.id },
    };
  };

  return {
    /** Finds what a call with an idempotency key has done. */
    repeated,

    /** The last changes, or those before one. With an access token, those that it reaches among a thousand. */
    async list(actor: Actor, teamId: string, page: PageBefore): Promise<JournalEntry[]> {
      requireTeam(actor, teamId);
      return (await createJournalRepository(db).latest(teamId, page, reachedTypes(actor))).map(toEntry);
    },

    /**
     * Undoes one change: the given one, or the actor's own last one.
     *
     * @returns the change; its summary says how many of its rows stay, because they have changed since.
     * @throws AppError `not_found` if there is none; `conflict` if it was undone before or the row has
     * changed since; `forbidden` if the actor's token doesn't reach what was changed.
     */
    async undo(actor: Actor, teamId: string, id?: string): Promise<JournalEntry> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => {
        const journal = createJournalRepository(tx);
        const entry = id ? await journal.find(teamId, id) : await journal.lastOf(teamId, actor.userId);
        if (!entry) throw new AppError("not_found", id ? "Change not found." : "There's nothing to undo.");
        if (entry.undoneAt) throw new AppError("conflict", "That change has already been undone.");
        if (entry.action === "undo")
          throw new AppError("conflict", "You can't undo an undo. Make the change again.");
        requireRecent(entry);
        requireAuthor(entry, actor);
        requireReachOf(actor, entry.changes);

        const facts: Fact[] = [];
        const live: TeamEvent[] = [];
        let kept = 0;
        for (const change of [...entry.changes].reverse()) {
          const effect = await reverts[change.type](tx, teamId, change, actor.userId).catch(
            async (error: unknown) => {
              throw await named(error, (deleted) =>
                journal.laterAuthor(entry, { rowId: change.id, deleted }, actor.userId),
              );
            },
          );
          facts.push(...effect.facts);
          live.push(...effect.events);
          // A step over messages and their tasks counts each pair once.
          kept = Math.max(kept, effect.kept ?? 0);
        }
        const except = kept > 0 ? `, except ${counted(kept, "that has", "that have")} changed since` : "";
        const summary = entry.summary + except;
        const undone = await journal.markUndone(teamId, entry.id);
        await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "undo",
            summary: `Undid: ${summary}`,
            changes: [],
          },
          facts,
          live,
        );
        return { ...toEntry(undone), summary };
      });
    },
  };
}

/** Says who has changed or deleted the row since, if that was somebody else. */
async function named(
  error: unknown,
  authorOf: (deleted: boolean) => Promise<string | undefined>,
): Promise<unknown> {
  if (!(error instanceof ChangedSince)) return error;
  const name = await authorOf(error.deleted);
  return name ? new AppError("conflict", error.by(name)) : error;
}

function requireRecent(entry: JournalRow): void {
  const age = Date.now() - entry.createdAt.getTime();
  if (age > undoDays * day)
    throw new AppError("conflict", `You can undo changes for ${undoDays} days. This one is older.`);
}

/**
 * A step over many messages may include private ones. Somebody else can't see them, so an undo would revert only
 * a part and leave no way to undo the rest.
 */
function requireAuthor({ userId, changes }: JournalRow, actor: Actor): void {
  if (userId !== actor.userId && changes.some(({ type }) => type === "messages"))
    throw new AppError("forbidden", "Only the person who changed these messages can undo that.");
}

function toEntry(row: ListedEntry): JournalEntry {
  return {
    id: row.id,
    action: row.action,
    summary: row.summary,
    userId: row.userId,
    runId: row.runId,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}
