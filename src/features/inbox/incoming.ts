import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import type { Analysis, EvidenceField } from "../triage/contract";
import type { EngineResult } from "../triage/service";
import type { Attachment } from "./contract";
import { analyzeQueue } from "./queues";
import { createRefineRepository } from "./refine-repository";
import { isRecent, type RefineJobs, sendToRefinement } from "./refine-sending";
import { createMessageRepository } from "./repository";

/** What a job queue must offer to whoever hands messages over: another try of the engine, and the language model. */
export type IncomingJobs = Pick<Jobs, "send"> & RefineJobs;

/** A message as a source hands it over, with the verdict already computed (null when the engine failed). */
export interface IncomingMessage {
  /** Unique within its account. */
  externalId: string;
  threadKey: string | null;
  sender: string;
  senderAddress: string | null;
  to: string[];
  cc: string[];
  subject: string | null;
  content: string;
  attachments: Attachment[];
  sentAt: Date;
  bulk: boolean;
  fromOwner: boolean;
  problem: string | null;
  /** IANA zone its reader lives in, where it is known. */
  timeZone?: string | null;
  analysis: EngineResult | null;
}

/** Where a batch of messages comes from. */
export interface Source {
  teamId: string;
  accountId: string;
  channel: string;
  importId: string | null;
  /** The one person who may see them; absent or null: the team. */
  visibleTo?: string | null;
}

/**
 * Stores a batch in one statement, each message once per (account, external id) however often it is delivered, and
 * writes the fact `message_received` for each new one.
 *
 * A message that was removed before comes back, unless it was removed at its source.
 *
 * @param jobs - given: a language model, where one is configured, looks at the new ones that are no history.
 * @returns the ids under which messages were newly stored, by external id.
 */
export async function storeMessages(
  tx: Executor,
  source: Source,
  batch: IncomingMessage[],
  jobs?: RefineJobs,
): Promise<Map<string, string>> {
  const once = new Map(batch.map((message) => [message.externalId, message]));
  if (once.size === 0) return new Map();
  const rows = [...once.values()].map((message) => toRow(message));
  const result = await tx.execute<{ id: string; external_id: string }>(sql`
    with incoming as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        id uuid, external_id text, thread_key text, sender text, sender_address text, recipients jsonb, subject text,
        content text, attachments jsonb, created_at timestamptz, bulk boolean, from_owner boolean, problem text,
        time_zone text, ai_analysis jsonb, has_task boolean, priority text)
    ), stored as (
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
      returning id, external_id, created_at
    ), facts as (
      insert into events (team_id, type, subject_id, at)
      select ${source.teamId}, 'message_received', id, created_at from stored
    )
    select id, external_id from stored`);
  const stored = new Map(result.rows.map((row) => [row.external_id, row.id]));
  if (jobs) await sendToRefinement(tx, jobs, source.teamId, recentOf(once.values(), stored));
  return stored;
}

/** The ids of stored messages that are recent and hold something to ask about. */
function recentOf(batch: Iterable<IncomingMessage>, stored: Map<string, string>): string[] {
  return [...batch].flatMap(({ externalId, analysis: result, fromOwner, sentAt }) => {
    const id = stored.get(externalId);
    return id && result && !fromOwner && isRecent(sentAt) ? [id] : [];
  });
}

function toRow(message: IncomingMessage): object {
  const id = randomUUID();
  const analysis = message.analysis && locate(message.analysis, id);
  return {
    id,
    external_id: message.externalId,
    thread_key: message.threadKey && indexable(message.threadKey),
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

/** Longest key that an index takes for certain (bytes); a mail without ids is named by its whole subject. */
const longestKey = 2000;

function indexable(key: string): string {
  if (Buffer.byteLength(key) <= longestKey) return key;
  return `long:${createHash("sha256").update(key).digest("base64url")}`;
}

/** A verdict as it is stored: its evidence says in which message it lies. */
export function locate(result: EngineResult, messageId: string): Analysis {
  const evidence: Analysis["evidence"] = {};
  for (const [field, spans] of Object.entries(result.evidence))
    evidence[field as EvidenceField] = spans.map((span) => ({
      sourceType: "message" as const,
      sourceId: messageId,
      ...span,
    }));
  return { ...result, evidence };
}

/** The account that the messages of one source belong to; made on first use. */
export function accountOf(
  db: Executor,
  teamId: string,
  provider: string,
  externalId: string,
): Promise<string> {
  return createMessageRepository(db).accountId(teamId, provider, externalId);
}

/** The account that all archives of a team go to. */
export function importAccount(db: Executor, teamId: string): Promise<string> {
  return createMessageRepository(db).accountId(teamId, "import", "import");
}

/** Which of these external ids the team's account of a provider holds already. */
export async function knownMessages(
  db: Executor,
  teamId: string,
  externalIds: string[],
): Promise<Set<string>> {
  return createMessageRepository(db).known(teamId, await importAccount(db, teamId), externalIds);
}

/** Lets a job try again what the engine failed on, in the transaction that stored it. */
export function sendToAnalysis(tx: Executor, jobs: Pick<Jobs, "send">, teamId: string): Promise<void> {
  return jobs.send(tx, analyzeQueue.name, { teamId }, { singletonKey: teamId });
}

/** Removes for good the messages of every team that were removed before `date`, and kept answers older than it. */
export async function purgeMessages(db: Executor, date: Date): Promise<void> {
  await createMessageRepository(db).purgeDeletedBefore(date);
  await createRefineRepository(db).purgeBefore(date);
}
