import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { publish } from "../../server/live-hub";
import { shortTurns } from "../../server/workers/short-turns";
import { loadTeamCorrections } from "../corrections/active-corrections";
import { recordFacts } from "../journal/service";
import type { TeamCorrections } from "../triage/corrections/correction";
import { analyze } from "../triage/engine";
import type { EngineResult } from "../triage/message";
import { eventsOf } from "./message-events";
import { applyOverrides } from "./overrides";
import { analyzeQueue } from "./queues";
import { isRecent, type RefineJobs, sendToRefinement } from "./refinement/refine-sending";
import { createMessageRepository } from "./repository";
import { wakeByReply } from "./snooze/snooze";
import type { IncomingMessage, Source, SourceMessage } from "./source-message";
import { type AskingCounts, createArchiveRepository, type ImportRef } from "./storing/archive-repository";
import { createCopiesRepository } from "./storing/copies-repository";
import { createHeldRepository } from "./storing/held-repository";
import {
  createIngestRepository,
  type KeptMessage,
  type KeptSelection,
  type StoredRow,
} from "./storing/ingest-repository";
import { joinReplies } from "./storing/replies-repository";

/** What ingesting needs: the job queues for retries of the engine and for the language model, and the plan's meter. */
export type IngestJobs = Pick<Jobs, "send"> &
  RefineJobs & {
    /** Undefined: the messages count towards no limit, as those of archives. */
    meter?: MessageMeter;
  };

/** Counts new messages towards the team's plan, in the transaction that stores them. */
export interface MessageMeter {
  /** @returns how many of them, the newest, are over the limit. */
  countMessages(tx: Executor, teamId: string, sent: Date[]): Promise<number>;
}

/** What a source delivers. Lists contain external ids. */
export interface Delivery {
  messages: SourceMessage[];
  /** Deleted at the source. */
  removed?: string[];
  /** Seen at the source just now, even if deleted before. */
  present?: string[];
}

/** The result of a delivery. */
export interface IngestResult {
  /** Ids of the new messages, by external id. */
  stored: Map<string, string>;
  /** Ids of the messages that show instead, by external id, of mails that another mailbox had delivered before. */
  copies: Map<string, string>;
}

/**
 * The one way in, for imports and channels alike. It analyzes messages, stores each once however often it is
 * delivered, follows edits and deletions, records facts, notifies open screens, and queues failed analyses
 * and refinements. Everything happens in the caller's transaction.
 *
 * @param jobs - null: nothing is queued. The demo does this because its messages are samples.
 */
export async function ingest(
  tx: Executor,
  jobs: IngestJobs | null,
  source: Source,
  { messages, removed = [], present = [] }: Delivery,
): Promise<IngestResult> {
  const repository = createIngestRepository(tx);
  await repository.forgetRemovals(source, present);
  const { copies, fresh: freshCopies } = await noteCopies(tx, source, messages);
  const shown = messages.filter(({ externalId }) => !copies.has(externalId));
  const analyzed = await analyzeMessages(tx, source, shown);
  const stored = await storeOnce(tx, source, analyzed);
  const changed = await followEdits(tx, source, analyzed);
  const edited = changed.map(({ id }) => id);
  const moved =
    source.siblings && removed.length > 0 ? await createCopiesRepository(tx).handOver(source, removed) : [];
  const gone = await repository.removeAtSource(source, removed);
  // Last, because other deliveries to the team wait for it.
  const held = jobs?.meter ? await holdOverLimit(tx, jobs.meter, source.teamId, analyzed, stored) : null;

  if (jobs) {
    const recent = analyzed.filter((message) => stored.has(message.externalId) && isRefinable(message));
    const ids = recent.map(({ externalId }) => stored.get(externalId) as string);
    const fresh = new Set(ids.filter((id) => !held?.has(id)));
    const again = changed.filter(({ message }) => isUncertain(message)).map(({ id }) => id);
    await sendToRefinement(tx, jobs, source.teamId, [...fresh, ...again]);
    if (analyzed.some(({ analysis }) => analysis === null)) await sendToAnalysis(tx, jobs, source.teamId);
  }
  await notify(tx, source.teamId, [...stored.values()], [...edited, ...moved, ...gone]);
  return { stored, copies: freshCopies };
}

/**
 * Fills in names of messages that were stored before these were known, and analyzes them again, because whom a
 * message asks may depend on them. Everything happens in the caller's transaction.
 *
 * @param messages - as read again, with the names. One whose text was edited since stays as it is.
 */
export async function fillInNames(
  tx: Executor,
  jobs: IngestJobs,
  source: Source,
  messages: SourceMessage[],
): Promise<void> {
  const analyzed = await analyzeMessages(tx, source, messages);
  const named: { id: string; message: IncomingMessage }[] = [];
  for (const message of analyzed) {
    const id = await createIngestRepository(tx).fillInNames(source, message);
    if (!id) continue;
    await applyOverrides(tx, source.teamId, [id]);
    named.push({ id, message });
  }
  const again = named.filter(({ message }) => isRefinable(message)).map(({ id }) => id);
  await sendToRefinement(tx, jobs, source.teamId, again);
  if (named.some(({ message }) => message.analysis === null)) await sendToAnalysis(tx, jobs, source.teamId);
  const ids = named.map(({ id }) => id);
  await notify(tx, source.teamId, [], ids);
}

/**
 * Counts new messages, and takes the analysis of those that came over the limit: the newest.
 *
 * @returns the ids of those.
 */
async function holdOverLimit(
  tx: Executor,
  meter: MessageMeter,
  teamId: string,
  messages: IncomingMessage[],
  stored: Map<string, string>,
): Promise<Set<string>> {
  const sent = new Map(
    messages.flatMap(({ externalId, sentAt }) => {
      const id = stored.get(externalId);
      return id ? [[id, sentAt] as const] : [];
    }),
  );
  if (sent.size === 0) return new Set();
  const over = await meter.countMessages(tx, teamId, [...sent.values()]);
  const newest = [...sent].sort(([, a], [, b]) => b.getTime() - a.getTime());
  const held = newest.slice(0, over).map(([id]) => id);
  await createHeldRepository(tx).hold(teamId, held);
  return new Set(held);
}

/** Analyzes the messages that no worker has analyzed, in the same order. */
export async function analyzeMessages(
  tx: Executor,
  source: Pick<Source, "teamId" | "channel" | "visibleTo">,
  messages: SourceMessage[],
): Promise<IncomingMessage[]> {
  const missing = messages.some(({ analysis }) => analysis === undefined);
  const corrections = missing ? await loadTeamCorrections(tx, source.teamId, source.visibleTo) : null;
  const analyzed: IncomingMessage[] = [];
  const pause = shortTurns();
  for (const message of messages) {
    // A page of long messages would keep everybody waiting.
    if (message.analysis === undefined) await pause();
    analyzed.push({
      ...message,
      analysis: message.analysis === undefined ? analyzeOne(source, message, corrections) : message.analysis,
    });
  }
  return analyzed;
}

function analyzeOne(
  { channel }: Pick<Source, "channel">,
  message: SourceMessage,
  corrections: TeamCorrections | null,
): EngineResult | null {
  const { content, subject, sender, senderAddress, to, cc, sentAt, bulk, fromOwner, timeZone } = message;
  try {
    const from = { name: sender, address: senderAddress };
    const input = { content, subject, from, to, cc, sentAt, channel, bulk, fromOwner };
    return analyze({ ...input, ...(timeZone && { timeZone }) }, corrections);
  } catch {
    return null;
  }
}

/** Finds the mails that another mailbox of the same person shows already. */
async function noteCopies(
  tx: Executor,
  source: Source,
  messages: SourceMessage[],
): Promise<{ copies: Map<string, string>; fresh: Map<string, string> }> {
  const { connected = [], disconnected = [] } = source.siblings ?? {};
  const siblings = [...connected, ...disconnected];
  if (siblings.length === 0 || messages.length === 0) return { copies: new Map(), fresh: new Map() };
  const repository = createCopiesRepository(tx);
  const externalIds = messages.map(({ externalId }) => externalId);
  await repository.lock([source.accountId, ...siblings]);
  await repository.adopt(source, disconnected, externalIds);
  const noted = [...(await repository.note(source, connected, externalIds))];
  return {
    copies: new Map(noted.map(([externalId, { messageId }]) => [externalId, messageId])),
    fresh: new Map(noted.flatMap(([id, { messageId, fresh }]) => (fresh ? [[id, messageId] as const] : []))),
  };
}

/** Stores a batch and records `message_received` for each new message. */
async function storeOnce(
  tx: Executor,
  source: Source,
  messages: IncomingMessage[],
): Promise<Map<string, string>> {
  const once = [...new Map(messages.map((message) => [message.externalId, message])).values()];
  if (once.length === 0) return new Map();
  const rows = await createIngestRepository(tx).store(source, once);
  const received = ({ id, sentAt }: StoredRow) => ({ type: "message_received", subjectId: id, at: sentAt });
  await recordFacts(tx, { teamId: source.teamId, userId: null }, rows.map(received));
  const ids = rows.map(({ id }) => id);
  await joinReplies(tx, source.teamId, ids);
  await wakeByReply(tx, source.teamId, ids);
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

/** Follows text changes at the source. The message keeps its status and tasks. */
async function followEdits(
  tx: Executor,
  source: Source,
  messages: IncomingMessage[],
): Promise<{ id: string; message: IncomingMessage }[]> {
  const edited: { id: string; message: IncomingMessage }[] = [];
  for (const message of messages) {
    if (!message.editedAt) continue;
    const id = await createIngestRepository(tx).edit(source, message, message.editedAt);
    if (!id) continue;
    await applyOverrides(tx, source.teamId, [id]);
    edited.push({ id, message });
  }
  return edited;
}

/** Whether a language model should review it, because the engine isn't sure of its own conclusion. */
const isUncertain = ({ analysis, fromOwner }: IncomingMessage): boolean =>
  (analysis?.uncertain ?? false) && !fromOwner;

/** Whether a new message is sent to a language model. History isn't. */
const isRefinable = (message: IncomingMessage): boolean => isUncertain(message) && isRecent(message.sentAt);

async function notify(tx: Executor, teamId: string, stored: string[], changed: string[]): Promise<void> {
  for (const event of [
    ...(await eventsOf(tx, teamId, "new_message", stored)),
    ...(await eventsOf(tx, teamId, "message_updated", changed)),
  ])
    await publish(tx, { ...event, teamId });
}

/** Queues a retry for messages that the engine failed on, in the transaction that stored them. */
export function sendToAnalysis(tx: Executor, jobs: Pick<Jobs, "send">, teamId: string): Promise<void> {
  return jobs.send(tx, analyzeQueue.name, { teamId }, { singletonKey: teamId });
}

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

/** Gives stored messages the status that somebody gave them earlier. The caller records the facts. */
export async function settleMessages(
  tx: Executor,
  teamId: string,
  byStatus: Record<"resolved" | "processed", string[]>,
): Promise<void> {
  const repository = createMessageRepository(tx);
  for (const status of ["resolved", "processed"] as const)
    for (const id of byStatus[status]) await repository.setStatus(teamId, id, status);
}

/** Ids of a team's sample messages. */
export function sampleMessages(db: Executor, teamId: string): Promise<string[]> {
  return createIngestRepository(db).samples(teamId);
}

/** Deletes a team's sample messages for good. @returns their ids. */
export function removeSampleMessages(tx: Executor, teamId: string): Promise<string[]> {
  return createIngestRepository(tx).removeSamples(teamId);
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
