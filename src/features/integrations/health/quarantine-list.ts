import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { pausedUntil } from "../../../server/planned-checks";
import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import type { IngestJobs } from "../../inbox/ingest";
import { openSession } from "../connect/session";
import type { QuarantinedItem } from "../contract";
import { type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { quarantinedMessage } from "../sync/ingest-each";
import { ingestPage } from "../sync/ingest-page";
import { unexpected } from "../sync/quarantine";
import { createQuarantineRepository, type QuarantineRow } from "../sync/quarantine-repository";
import { wakeSync } from "../sync/sync-loop";
import { type EventsRead, readEvents, storeEvents } from "../webhooks/apply-events";

/** Longest wait for the names in an event that is tried again (milliseconds). */
const patience = 5000;

export interface QuarantineListTools {
  db: Executor;
  jobs: IngestJobs;
  secrets: Secrets;
  /** @throws AppError `not_found`; `forbidden` without the right. */
  requireManaged: (actor: Actor, accountId: string) => Promise<ConnectionRow>;
  requireProvider: (id: string) => Provider;
  log: (line: string) => void;
}

/** What is set aside in an account: the list in Health, with another try for each entry, or its dismissal. */
export function createQuarantineList({
  requireManaged,
  requireProvider,
  log,
  ...tools
}: QuarantineListTools) {
  const { db, jobs } = tools;

  /** Reads an event with the names that can be looked up now. */
  async function readEvent(row: ConnectionRow, payload: unknown): Promise<EventsRead> {
    const provider = requireProvider(row.provider);
    const signal = AbortSignal.timeout(patience);
    const lookUp = async () => provider.webhook?.lookUp?.(openSession(tools, row, signal), payload);
    await lookUp().catch(() => undefined);
    return readEvents(provider, row, [payload]);
  }

  /** Stores an event or a message after all. */
  async function replay(row: ConnectionRow, entry: QuarantineRow): Promise<void> {
    const events = entry.kind === "event" ? await readEvent(row, entry.payload) : null;
    await db.transaction(async (tx) => {
      const current = await createConnectionRepository(tx).lock(row.teamId, row.accountId);
      if (!current || current.status === "disconnected") return;
      if (events) await storeEvents(tx, jobs, events);
      else
        await ingestPage(tx, jobs, current, { messages: [quarantinedMessage(entry.payload)], removed: [] });
      await createQuarantineRepository(tx).remove(row, entry.id);
    });
  }

  /** @returns the reason if it failed again. */
  async function retryOne(row: ConnectionRow, entry: QuarantineRow): Promise<string | null> {
    try {
      await replay(row, entry);
      return null;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) log(`retry in ${row.provider}: ${reasonOf(error)}`);
      const reason = error instanceof ProviderFailure ? error.message : unexpected;
      await createQuarantineRepository(db).noteTry(row, entry.id, reason);
      return reason;
    }
  }

  async function changed(tx: Executor, { teamId, accountId: id, visibleTo }: ConnectionRow): Promise<void> {
    await publish(tx, { type: "integration_updated", teamId, id, onlyFor: visibleTo });
  }

  async function requireSome(row: ConnectionRow, ids?: string[]): Promise<QuarantineRow[]> {
    const entries = await createQuarantineRepository(db).list(row, ids);
    if (entries.length > 0 || !ids) return entries;
    throw new AppError("not_found", "Nothing is set aside here any more.");
  }

  return {
    async list(actor: Actor, accountId: string): Promise<QuarantinedItem[]> {
      const row = await requireManaged(actor, accountId);
      return (await createQuarantineRepository(db).list(row)).map(toItem);
    },

    /**
     * Tries events and messages again at once; what a source failed on, with a check that starts now.
     *
     * @param ids - default: all.
     */
    async retry(actor: Actor, accountId: string, ids?: string[]) {
      const row = await requireManaged(actor, accountId);
      const entries = await requireSome(row, ids);
      const failures: string[] = [];
      const checked = entries.filter(({ kind }) => kind === "source");
      for (const entry of entries) {
        const reason = checked.includes(entry) ? null : await retryOne(row, entry);
        if (reason !== null) failures.push(reason);
      }
      await db.transaction(async (tx) => {
        if (checked.length > 0) {
          await createQuarantineRepository(tx).retrySoon(
            row,
            checked.map(({ id }) => id),
          );
          if (row.status === "connected" && row.nextSyncAt && !pausedUntil(row.lastFailure))
            await createConnectionRepository(tx).update(row.teamId, accountId, { nextSyncAt: new Date() });
          await wakeSync(tx);
        }
        await changed(tx, row);
      });
      return {
        stored: entries.length - checked.length - failures.length,
        checked: checked.length,
        failed: failures.length,
        reason: failures[0] ?? null,
      };
    },

    /** Takes entries off the list for good. @param ids - default: all. */
    async dismiss(actor: Actor, accountId: string, ids?: string[]): Promise<{ dismissed: number }> {
      const row = await requireManaged(actor, accountId);
      await requireSome(row, ids);
      return db.transaction(async (tx) => {
        const dismissed = await createQuarantineRepository(tx).dismiss(row, ids);
        await changed(tx, row);
        return { dismissed };
      });
    },
  };
}

function toItem({ id, kind, payload, reason, tries, since, lastTryAt }: QuarantineRow): QuarantinedItem {
  return {
    id,
    kind,
    title: kind === "message" ? titleOf(payload) : null,
    reason,
    tries,
    since: since.toISOString(),
    lastTryAt: lastTryAt.toISOString(),
  };
}

function titleOf(payload: unknown): string {
  const { sender, subject, content } = quarantinedMessage(payload);
  return `${sender}: ${subject ?? content}`.slice(0, 200);
}
