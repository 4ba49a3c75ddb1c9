import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Notifications } from "../../server/notifications";
import { pausedUntil } from "../../server/planned-checks";
import type { Secrets } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { counted } from "../../shared/counted";
import { recordAudit } from "../audit/service";
import { recordFacts } from "../journal/service";
import { holdRight, requireRight, requireTeam } from "../teams/require-team";
import { sealAccess } from "./access";
import { toConnection, toKept } from "./connection-views";
import type { CrmConnection, CrmCredentials, CrmProvider, CrmSyncSettings, KeptCrm } from "./contract";
import { crmName } from "./crm-facts";
import { type Crm, CrmFailure } from "./crms/crm";
import { type CrmConnectionRow, createCrmRepository, ended } from "./repository";
import { kindsOf, type SyncResult, syncClaimed } from "./sync/sync-connection";
import { startCrmLoop, wakeCrmSync } from "./sync/sync-loop";
import { syncedInWords } from "./sync/synced-words";
import { createTaskDeals } from "./task-deals";

/** How long a request waits for a CRM or a sync (milliseconds). Longer syncs continue in the background. */
const patience = 25_000;

export type CrmService = ReturnType<typeof createCrmService>;

export interface CrmTools {
  db: Executor;
  notifications: Notifications;
  secrets: Secrets;
  crms: Record<CrmProvider, Crm>;
  log: (line: string) => void;
  /** Lets others follow the records after a sync. */
  onRecordsSynced: (db: Executor, teamId: string) => Promise<void>;
  /** Has others follow the removal of records, after its transaction. */
  onRecordsRemoved: (tx: Executor, teamId: string, connectionId: string) => Promise<void>;
}

export function createCrmService(tools: CrmTools) {
  const { db, notifications, secrets, crms, log } = tools;
  const connections = createCrmRepository(db);
  /** Syncs that were started by hand, by CRM: pressing again joins the one that runs. */
  const byHand = new Map<string, Promise<SyncResult>>();
  const stopping = new AbortController();

  async function require(teamId: string, id: string): Promise<CrmConnectionRow> {
    const row = await connections.find(teamId, id);
    if (!row) throw new AppError("not_found", "This CRM isn't connected.");
    return row;
  }

  async function view(row: CrmConnectionRow): Promise<CrmConnection> {
    return toConnection(row, (await connections.counts(row.teamId)).get(row.id));
  }

  const sync = (row: CrmConnectionRow, hand: boolean, signal: AbortSignal): Promise<SyncResult> =>
    syncClaimed(tools, row, hand, signal);

  return {
    deals: createTaskDeals(db),

    /** The team's connected CRMs; a disconnected one isn't among them, although its records stay. */
    async list(actor: Actor, teamId: string): Promise<CrmConnection[]> {
      requireTeam(actor, teamId);
      const rows = (await connections.ofTeam(teamId)).filter(({ status }) => status !== "disconnected");
      const counts = await connections.counts(teamId);
      return rows.map((row) => toConnection(row, counts.get(row.id)));
    },

    /** Records of CRMs that are no longer connected. */
    async listKept(actor: Actor, teamId: string): Promise<KeptCrm[]> {
      requireTeam(actor, teamId);
      const rows = (await connections.ofTeam(teamId)).filter(({ status }) => status === "disconnected");
      const counts = await connections.counts(teamId);
      return rows.map((row) => toKept(row, counts.get(row.id)));
    },

    /**
     * Tries a key with everything it will be used for, and stores it encrypted. The first sync starts in the
     * background.
     *
     * @throws AppError `provider_failed` with the CRM's reason.
     */
    async connect(
      actor: Actor,
      teamId: string,
      {
        provider,
        credentials,
        syncSettings,
      }: { provider: CrmProvider; credentials: CrmCredentials; syncSettings: CrmSyncSettings },
    ): Promise<CrmConnection> {
      requireRight(actor, teamId, "crm");
      const signal = AbortSignal.timeout(patience);
      const found = await crms[provider]
        .connect(credentials, kindsOf(syncSettings), { signal })
        .catch(throwReadable);
      const row = await db.transaction(async (tx) => {
        await holdRight(tx, actor, teamId, "crm");
        const repository = createCrmRepository(tx);
        const { externalId, accountName, access } = found;
        const stored = await repository.connect({
          ...{ teamId, provider, externalId, accountName, connectedBy: actor.userId },
          ...syncSettings,
        });
        const sealed = await repository.update(teamId, stored.id, {
          credentials: sealAccess(secrets, stored.id, access),
        });
        await recordFacts(tx, { teamId, userId: actor.userId }, [
          { type: "crm_connected", subjectId: stored.id },
        ]);
        await recordAudit(tx, {
          ...{ teamId, userId: actor.userId },
          action: "account_connected",
          detail: inWords(stored),
        });
        await wakeCrmSync(tx);
        await publish(tx, { type: "crm_updated", teamId, id: stored.id });
        return sealed;
      });
      return view(row);
    },

    /**
     * Syncs now and waits for the result; a long sync continues in the background.
     *
     * @throws AppError `provider_failed` with the reason; `too_many_requests` while the CRM wants Zippy to wait.
     */
    async syncNow(actor: Actor, teamId: string, id: string): Promise<{ message: string }> {
      requireTeam(actor, teamId);
      const row = await require(teamId, id);
      const name = crmName(row.provider);
      if (row.status === "disconnected") throw new AppError("not_found", "This CRM isn't connected.");
      const until = pausedUntil(row.lastFailure);
      if (until) {
        const minutes = Math.ceil((until.getTime() - Date.now()) / 60_000);
        throw new AppError(
          "too_many_requests",
          `${name} has asked Zippy to wait. The sync continues in ${counted(minutes, "minute")}.`,
        );
      }
      const run = byHand.get(id) ?? claimAndSync(row);
      if (!byHand.has(id)) {
        byHand.set(id, run);
        void run.finally(() => byHand.delete(id)).catch(() => undefined);
      }
      const late = new AbortController();
      const result = await Promise.race([
        run,
        wait(patience, "late" as const, { signal: late.signal }).catch(() => "late" as const),
      ]).finally(() => late.abort());
      if (result === "late") return { message: `${name} is still syncing. It continues in the background.` };
      if (!result.ok) return throwReadable(result.failure);
      return { message: syncedInWords(name, result.counts) };
    },

    /**
     * @param change - `syncInterval` in seconds.
     * @throws AppError `not_found` if the CRM isn't connected.
     */
    async update(
      actor: Actor,
      teamId: string,
      id: string,
      change: { syncInterval?: number | undefined; syncSettings?: CrmSyncSettings | undefined },
    ): Promise<CrmConnection> {
      requireRight(actor, teamId, "crm");
      const row = await db.transaction(async (tx) => {
        const repository = createCrmRepository(tx);
        const current = await repository.lock(teamId, id);
        if (!current || current.status === "disconnected")
          throw new AppError("not_found", "This CRM isn't connected.");
        const { syncInterval, syncSettings } = change;
        const updated = await repository.update(teamId, id, {
          ...(syncInterval !== undefined && { syncInterval }),
          ...syncSettings,
          // It applies from now on, but not before the CRM allows it.
          nextSyncAt: pausedUntil(current.lastFailure) ?? new Date(),
        });
        await wakeCrmSync(tx);
        await publish(tx, { type: "crm_updated", teamId, id });
        return updated;
      });
      return view(row);
    },

    /** Deletes the key, and the records if asked to. */
    async disconnect(
      actor: Actor,
      teamId: string,
      id: string,
      records: "keep" | "remove",
    ): Promise<{ id: string }> {
      requireRight(actor, teamId, "crm");
      await db.transaction(async (tx) => {
        const repository = createCrmRepository(tx);
        const row = await repository.lock(teamId, id);
        if (!row) throw new AppError("not_found", "This CRM isn't connected.");
        if (records === "remove") {
          await repository.remove(teamId, id);
          await tools.onRecordsRemoved(tx, teamId, id);
        } else await repository.update(teamId, id, ended);
        if (row.status !== "disconnected") {
          await recordFacts(tx, { teamId, userId: actor.userId }, [
            { type: "crm_disconnected", subjectId: id },
          ]);
          await recordAudit(tx, {
            ...{ teamId, userId: actor.userId },
            action: "account_disconnected",
            detail: inWords(row),
          });
        }
        await publish(tx, { type: "crm_updated", teamId, id });
      });
      return { id };
    },

    /** Disconnects all CRMs of a team that is being deleted. */
    async onTeamDeleted(
      tx: Executor,
      { teamId, userId }: { teamId: string; userId: string | null },
    ): Promise<void> {
      const repository = createCrmRepository(tx);
      for (const { id } of await repository.ofTeam(teamId)) {
        const row = await repository.lock(teamId, id);
        if (!row || row.status === "disconnected") continue;
        await repository.update(teamId, id, ended);
        await recordFacts(tx, { teamId, userId }, [{ type: "crm_disconnected", subjectId: id }]);
        await recordAudit(tx, { teamId, userId, action: "account_disconnected", detail: inWords(row) });
      }
    },

    /** Starts syncing in the background. @returns a function that stops it. */
    async work(): Promise<() => Promise<void>> {
      return startCrmLoop({ db, notifications, log, sync: (row, signal) => sync(row, false, signal) });
    },

    /** Ends syncs that were started by hand. They continue at the next start. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(byHand.values());
    },
  };

  /** Claims the CRM once a running sync has ended, and syncs it. */
  async function claimAndSync({ teamId, id }: CrmConnectionRow): Promise<SyncResult> {
    for (;;) {
      const claimed = await connections.claim(teamId, id, randomUUID());
      if (claimed) return sync(claimed, true, stopping.signal);
      await require(teamId, id);
      await wait(200, undefined, { signal: stopping.signal });
    }
  }
}

/** @throws AppError for a CRM's failure, with a sentence that people can read, else the error itself. */
function throwReadable(error: unknown): never {
  if (error instanceof CrmFailure)
    throw new AppError(error.kind === "not_filled_in" ? "invalid_input" : "provider_failed", error.message, {
      cause: error,
    });
  throw error;
}

const inWords = ({ provider, accountName }: CrmConnectionRow): string =>
  `${crmName(provider)}, ${accountName}`;
