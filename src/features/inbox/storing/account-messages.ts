import type { Executor } from "../../../server/database";
import { createMessageRepository } from "../repository";
import type { Source } from "../source-message";
import { type AskingCounts, createArchiveRepository, type ImportRef } from "./archive-repository";
import { createCopiesRepository } from "./copies-repository";
import { createIngestRepository, type KeptMessage, type KeptSelection } from "./ingest-repository";

/** The account for messages of one source, created on first use. */
export function accountOf(
  db: Executor,
  teamId: string,
  provider: string,
  externalId: string,
): Promise<string> {
  return createMessageRepository(db).accountId(teamId, provider, externalId);
}

/** The account for all archives of a team. */
export function importAccount(db: Executor, teamId: string): Promise<string> {
  return accountOf(db, teamId, "import", "import");
}

/** Which of these external ids a team has already imported. */
export async function importedMessages(
  db: Executor,
  teamId: string,
  externalIds: string[],
): Promise<Set<string>> {
  return createMessageRepository(db).known(teamId, await importAccount(db, teamId), externalIds);
}

/**
 * Messages of an account since a time that are still in the inbox, newest first.
 *
 * @param which - default: all.
 */
export function keptMessages(
  db: Executor,
  source: Pick<Source, "teamId" | "accountId" | "channel">,
  since: Date,
  which: KeptSelection = {},
): Promise<KeptMessage[]> {
  return createIngestRepository(db).kept(source, since, which);
}

/** Messages received since midnight UTC, by account; accounts with none have no entry. */
export function arrivedToday(
  db: Executor,
  teamId: string,
  accountIds: string[],
): Promise<Map<string, number>> {
  return createIngestRepository(db).arrivedToday(teamId, accountIds);
}

/** How many messages of an import ask for something: since a moment, and before it. */
export function countAsking(db: Executor, of: ImportRef, since: Date): Promise<AskingCounts> {
  return createArchiveRepository(db).countAsking(of, since);
}

/** Leaves an import's messages from before a moment to All Messages; null: none. Returns how many moved. */
export function leaveToAll(tx: Executor, of: ImportRef, before: Date | null): Promise<number> {
  return createArchiveRepository(tx).leaveToAll(of, before);
}

/** Moves an account's messages from one person to another, or to the team (null). */
export async function showMessagesTo(
  tx: Executor,
  source: Pick<Source, "teamId" | "accountId">,
  change: { before: string | null; now: string | null },
): Promise<void> {
  if (change.before === change.now) return;
  await createIngestRepository(tx).showTo(source, change);
  await createCopiesRepository(tx).separate(source, change);
}
