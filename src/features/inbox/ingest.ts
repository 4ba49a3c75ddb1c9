import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { publish } from "../../server/live-hub";
import { recordFacts } from "../journal/service";
import { sendToAnalysis } from "./analyze-waiting";
import { eventsOf } from "./message-events";
import { applyOverrides } from "./overrides";
import { isRecent, type RefineJobs, sendToRefinement } from "./refinement/refine-sending";
import { wakeByReply } from "./snooze/snooze";
import type { IncomingMessage, Source, SourceMessage } from "./source-message";
import { analyzeMessages } from "./storing/analyze-messages";
import { createCopiesRepository } from "./storing/copies-repository";
import { holdOverLimit, type MessageMeter } from "./storing/hold-over-limit";
import { createIngestRepository, type StoredRow } from "./storing/ingest-repository";
import { joinReplies } from "./storing/replies-repository";

/** What ingesting needs: the job queues for retries of the engine and for the language model, and the plan's meter. */
export type IngestJobs = Pick<Jobs, "send"> &
  RefineJobs & {
    /** Undefined: the messages count towards no limit, as those of archives. */
    meter?: MessageMeter;
  };

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

/** A stored message that this delivery changed. */
interface ChangedMessage {
  id: string;
  message: IncomingMessage;
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
  const { teamId } = source;
  await createIngestRepository(tx).forgetRemovals(source, present);
  const { shown, copies } = await leaveOutCopies(tx, source, messages);
  const analyzed = await analyzeMessages(tx, source, shown);
  const stored = await storeOnce(tx, source, analyzed);
  const edited = await followEdits(tx, source, analyzed);
  const leftSource = await followRemovals(tx, source, removed);
  // Late, because other deliveries to the team wait for it.
  const held = jobs?.meter
    ? await holdOverLimit(tx, jobs.meter, teamId, analyzed, stored)
    : new Set<string>();

  if (jobs) {
    const arrived = analyzed.flatMap((message) => {
      const id = stored.get(message.externalId);
      return id && !held.has(id) && isRefinable(message) ? [id] : [];
    });
    const changed = edited.filter(({ message }) => isUncertain(message)).map(({ id }) => id);
    await sendToRefinement(tx, jobs, teamId, [...new Set(arrived), ...changed]);
    await retryFailed(tx, jobs, teamId, analyzed);
  }
  await notify(tx, teamId, [...stored.values()], [...edited.map(({ id }) => id), ...leftSource]);
  return { stored, copies };
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
  const { teamId } = source;
  const analyzed = await analyzeMessages(tx, source, messages);
  const named = await changeStored(tx, teamId, analyzed, (message) =>
    createIngestRepository(tx).fillInNames(source, message),
  );
  const refinable = named.filter(({ message }) => isRefinable(message)).map(({ id }) => id);
  await sendToRefinement(tx, jobs, teamId, refinable);
  await retryFailed(
    tx,
    jobs,
    teamId,
    named.map(({ message }) => message),
  );
  await notify(
    tx,
    teamId,
    [],
    named.map(({ id }) => id),
  );
}

/**
 * Leaves out the mails that another mailbox of the same person shows already.
 *
 * @returns the others, and the ids of the messages that show instead, by external id, of those that this mailbox
 *   hasn't delivered before.
 */
async function leaveOutCopies(
  tx: Executor,
  source: Source,
  messages: SourceMessage[],
): Promise<{ shown: SourceMessage[]; copies: Map<string, string> }> {
  const { connected = [], disconnected = [] } = source.siblings ?? {};
  const siblings = [...connected, ...disconnected];
  if (siblings.length === 0 || messages.length === 0) return { shown: messages, copies: new Map() };
  const repository = createCopiesRepository(tx);
  const externalIds = messages.map(({ externalId }) => externalId);
  await repository.lock([source.accountId, ...siblings]);
  await repository.adopt(source, disconnected, externalIds);
  const noted = await repository.note(source, connected, externalIds);
  return {
    shown: messages.filter(({ externalId }) => !noted.has(externalId)),
    copies: new Map(
      [...noted].flatMap(([id, { messageId, fresh }]) => (fresh ? [[id, messageId] as const] : [])),
    ),
  };
}

/**
 * Stores a batch and records `message_received` for each new message.
 *
 * @returns the ids of the new messages, by external id.
 */
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
function followEdits(tx: Executor, source: Source, messages: IncomingMessage[]): Promise<ChangedMessage[]> {
  return changeStored(tx, source.teamId, messages, async (message) =>
    message.editedAt ? createIngestRepository(tx).edit(source, message, message.editedAt) : undefined,
  );
}

/**
 * Changes stored messages, and applies people's corrections to their new analyses.
 *
 * @param change - returns the id of the stored message; undefined if it changed nothing.
 */
async function changeStored(
  tx: Executor,
  teamId: string,
  messages: IncomingMessage[],
  change: (message: IncomingMessage) => Promise<string | undefined>,
): Promise<ChangedMessage[]> {
  const changed: ChangedMessage[] = [];
  for (const message of messages) {
    const id = await change(message);
    if (!id) continue;
    await applyOverrides(tx, teamId, [id]);
    changed.push({ id, message });
  }
  return changed;
}

/**
 * Follows deletions at the source. A mail that another mailbox of the same person still has moves there.
 *
 * @returns the ids of the messages that moved or are gone.
 */
async function followRemovals(tx: Executor, source: Source, removed: string[]): Promise<string[]> {
  if (removed.length === 0) return [];
  const moved = source.siblings ? await createCopiesRepository(tx).handOver(source, removed) : [];
  return [...moved, ...(await createIngestRepository(tx).removeAtSource(source, removed))];
}

/** Whether a language model should review it, because the engine isn't sure of its own conclusion. */
const isUncertain = ({ analysis, fromOwner }: IncomingMessage): boolean =>
  (analysis?.uncertain ?? false) && !fromOwner;

/** Whether a new message is sent to a language model. History isn't. */
const isRefinable = (message: IncomingMessage): boolean => isUncertain(message) && isRecent(message.sentAt);

/** Queues another analysis if the engine failed on one of these messages. */
async function retryFailed(
  tx: Executor,
  jobs: IngestJobs,
  teamId: string,
  messages: IncomingMessage[],
): Promise<void> {
  if (messages.some(({ analysis }) => analysis === null)) await sendToAnalysis(tx, jobs, teamId);
}

async function notify(tx: Executor, teamId: string, stored: string[], changed: string[]): Promise<void> {
  for (const event of [
    ...(await eventsOf(tx, teamId, "new_message", stored)),
    ...(await eventsOf(tx, teamId, "message_updated", changed)),
  ])
    await publish(tx, { ...event, teamId });
}
