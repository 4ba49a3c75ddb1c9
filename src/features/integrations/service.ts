import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Notifications } from "../../server/notifications";
import { pausedUntil } from "../../server/planned-checks";
import type { Secrets } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { day } from "../../shared/durations";
import type { BillingService } from "../billing/service";
import type { Source } from "../inbox/contract";
import type { IngestJobs } from "../inbox/ingest";
import type { MailParser } from "../inbox/reading/parser-pool";
import { arrivedToday } from "../inbox/storing/account-messages";
import { requireRight, requireTeam } from "../teams/service";
import { toAccount, toProvider, webhookPath } from "./connect/account-views";
import { createAttemptRepository, interruptedDays } from "./connect/attempt-repository";
import { createConnecting } from "./connect/connecting";
import { createDisconnect } from "./connect/disconnect";
import { createRevocation, revocationEnds } from "./connect/revocation";
import { createRevocationRepository } from "./connect/revocation-repository";
import { proofOf, startProof } from "./connect/round-trip";
import { openCredentials, openSession, openSubscription } from "./connect/session";
import type { HealthMetric, IntegrationAccount, IntegrationProvider, Proof } from "./contract";
import { healthOf, interruptedHealth, unrevokedHealth } from "./health/health";
import { createQuarantineList } from "./health/quarantine-list";
import {
  type Credentials,
  type IgnoredPart,
  type LocatedMessage,
  type Provider,
  ProviderFailure,
  type Subscription,
} from "./providers/provider";
import { throwReadable } from "./providers/provider-error";
import { logUnexpected } from "./providers/readable-answers";
import { type ConnectionRow, createConnectionRepository } from "./repository";
import { createIgnoredRepository } from "./sync/ignored-repository";
import { createLocationRepository } from "./sync/location-repository";
import { createQuarantineRepository } from "./sync/quarantine-repository";
import { syncClaimed } from "./sync/sync-account";
import { startSyncLoop, wakeSync } from "./sync/sync-loop";
import { startWatchLoop } from "./sync/watch-loop";
import { createEventRepository } from "./webhooks/event-repository";
import { createEventStore } from "./webhooks/event-store";
import { startNamingLoop } from "./webhooks/naming-loop";
import { startWebhookLoop } from "./webhooks/webhook-loop";

interface StoredAt {
  teamId: string;
  accountId: string;
}

/** How long a request waits for a sync (milliseconds). Longer syncs continue in the background. */
const syncPatience = 25_000;
const revoked = "Zippy's access was revoked. Connect the account again.";

export type IntegrationService = ReturnType<typeof createIntegrationService>;

export interface IntegrationTools {
  db: Executor;
  jobs: IngestJobs;
  /** Parses the mails of mailboxes. */
  parser: MailParser;
  notifications: Notifications;
  secrets: Secrets;
  billing: BillingService;
  providers: readonly Provider[];
  /** The public URL of the server; null if only this machine can reach it. */
  publicUrl: string | null;
  log: (line: string) => void;
}

export function createIntegrationService(tools: IntegrationTools) {
  const { db, jobs, parser, secrets, notifications, publicUrl, log } = tools;
  const providers = new Map<string, Provider>(tools.providers.map((provider) => [provider.id, provider]));
  const connections = createConnectionRepository(db);
  const deliveries = createEventStore(db);
  const webhookUrl = (provider: Provider): string | null =>
    provider.webhook && publicUrl ? `${publicUrl}${webhookPath(provider)}` : null;
  const syncTools = { db, jobs, parser, secrets, webhookUrl, log };

  function requireProvider(id: string): Provider {
    const provider = providers.get(id);
    if (!provider) throw new AppError("not_found", "This channel doesn't exist.");
    return provider;
  }

  const connecting = createConnecting({ ...tools, requireProvider });
  const revocation = createRevocation({ db, secrets, providers, log });
  const disconnecting = createDisconnect({ db, revocation });

  /** An account of the actor's teams that the actor may manage. */
  async function requireManaged(actor: Actor, accountId: string): Promise<ConnectionRow> {
    const row = await requireSeen(actor, accountId);
    requireRight(actor, row.teamId, "integrations");
    return row;
  }

  async function requireSeen(actor: Actor, accountId: string): Promise<ConnectionRow> {
    const row = await connections.find(Object.keys(actor.roles), actor.userId, accountId);
    if (!row) throw notConnected();
    return row;
  }

  const quarantine = createQuarantineList({ db, jobs, secrets, requireManaged, requireProvider, log });

  const sync = (row: ConnectionRow, signal: AbortSignal) =>
    syncClaimed(syncTools, requireProvider(row.provider), row, signal);

  /**
   * Claims an account. If another run is working on it, waits until it ends.
   *
   * @throws AppError `provider_failed` when that run finds the access revoked.
   */
  async function claim(
    actor: Actor,
    { teamId, accountId }: ConnectionRow,
    signal: AbortSignal,
  ): Promise<ConnectionRow> {
    for (;;) {
      const claimed = await connections.claim(teamId, accountId, randomUUID());
      if (claimed) return claimed;
      const { status, lastFailure } = await requireSeen(actor, accountId);
      if (status === "reconnect") throw new AppError("provider_failed", lastFailure?.message ?? revoked);
      signal.throwIfAborted();
      await wait(200, undefined, { signal });
    }
  }

  /** @throws AppError `too_many_requests` while the provider has asked Zippy to wait. */
  async function requireUnpaused({ userId }: Actor, row: ConnectionRow): Promise<void> {
    const until = pausedUntil(row.lastFailure);
    if (!until) return;
    const timeZone = await connections.timeZoneOf(userId);
    const time = until.toLocaleString("en-US", { timeStyle: "short", timeZone });
    const { name } = requireProvider(row.provider);
    throw new AppError(
      "too_many_requests",
      `${name} has asked Zippy to wait. The next check is at ${time} (${timeZone}).`,
    );
  }

  /** Brings back an account that was given up once its access works again. */
  async function revive({ teamId, accountId, provider, visibleTo: onlyFor }: ConnectionRow): Promise<void> {
    const { fetch, subscribe } = requireProvider(provider);
    await db.transaction(async (tx) => {
      if (!(await createConnectionRepository(tx).revive(teamId, accountId, Boolean(fetch || subscribe))))
        return;
      await wakeSync(tx);
      await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
    });
  }

  return {
    providers,
    quarantine,

    /**
     * Every provider, with the accounts of the current team that the person sees.
     *
     * @param baseUrl - where people open this installation, for the addresses of webhooks.
     */
    async list(actor: Actor, baseUrl: string): Promise<IntegrationProvider[]> {
      const rows = actor.teamId ? await connections.ofTeam(actor.teamId, actor.userId) : [];
      return [...providers.values()].map((provider) =>
        toProvider(provider, rows, webhookUrl(provider) ?? `${baseUrl}${webhookPath(provider)}`),
      );
    },

    /** The health of each account that the person sees, derived from what happened; empty without a team. */
    async health(actor: Actor): Promise<HealthMetric[]> {
      const { teamId, userId } = actor;
      if (!teamId) return [];
      const rows = await connections.ofTeam(teamId, userId);
      const accountIds = rows.map(({ accountId }) => accountId);
      const [today, ignored, quarantined, unrevoked, interrupted] = await Promise.all([
        arrivedToday(db, teamId, accountIds),
        createIgnoredRepository(db).of(teamId, accountIds),
        createQuarantineRepository(db).counts(teamId, accountIds),
        createRevocationRepository(db).failedOf(teamId, userId),
        createAttemptRepository(db).interrupted(teamId, userId),
      ]);
      const now = new Date();
      const connected = rows.map((row) =>
        healthOf({
          quarantined: quarantined.get(row.accountId) ?? { all: 0, unlisted: 0 },
          ignored: ignored.get(row.accountId) ?? [],
          row,
          providerName: providers.get(row.provider)?.name ?? row.provider,
          messagesToday: today.get(row.accountId) ?? 0,
          pushOnly: providers.get(row.provider)?.fetch == null,
          now,
        }),
      );
      const disconnected = unrevoked.map(({ account, failure, since }) =>
        unrevokedHealth(account, providers.get(account.provider)?.name ?? account.provider, {
          failure,
          until: new Date(since.getTime() + revocationEnds),
        }),
      );
      const halfConnected = interrupted.map(({ id, provider, exchangedAt }) =>
        interruptedHealth(
          { id, provider, until: new Date((exchangedAt as Date).getTime() + interruptedDays * day) },
          providers.get(provider)?.name ?? provider,
        ),
      );
      return [...connected, ...disconnected, ...halfConnected];
    },

    ...connecting,

    async disconnect(actor: Actor, accountId: string): Promise<{ id: string }> {
      await disconnecting.disconnect(actor, await requireManaged(actor, accountId));
      return { id: accountId };
    },

    onMemberLeft: disconnecting.onMemberLeft,
    onTeamDeleted: disconnecting.onTeamDeleted,

    /** Ends access at providers that didn't answer when their accounts were disconnected. */
    revocation,

    /** Syncs now and waits for the result. @throws AppError `provider_failed` with the reason. */
    async syncNow(actor: Actor, accountId: string): Promise<{ stored: number }> {
      const row = await requireSeen(actor, accountId);
      requireTeam(actor, row.teamId);
      if (row.status === "reconnect") throw new AppError("provider_failed", revoked);
      await requireUnpaused(actor, row);
      const signal = AbortSignal.timeout(syncPatience);
      const result = await claim(actor, row, signal)
        .then((claimed) => sync(claimed, signal))
        .catch((cause: unknown) => {
          if (cause instanceof AppError) throw cause;
          throw new AppError(
            "provider_failed",
            "This check is taking longer than usual. It continues in the background.",
            {
              cause,
            },
          );
        });
      if (!result.ok) return throwReadable(result.failure);
      return { stored: result.stored };
    },

    async update(
      actor: Actor,
      accountId: string,
      {
        syncInterval,
        conversations,
      }: { syncInterval?: number | undefined; conversations?: string[] | null | undefined },
    ): Promise<IntegrationAccount> {
      const row = await requireManaged(actor, accountId);
      return db.transaction(async (tx) => {
        const connections = createConnectionRepository(tx);
        // As it is now: connecting it again may have changed its settings since.
        const current = await connections.lock(row.teamId, accountId);
        if (!current) throw notConnected();
        const updated = await connections.update(row.teamId, accountId, {
          ...(syncInterval === undefined ? {} : { syncInterval }),
          ...(conversations === undefined ? {} : { settings: { ...current.settings, conversations } }),
          // A new interval applies from now on, not after the previous one.
          ...(current.nextSyncAt && current.status === "connected"
            ? { nextSyncAt: pausedUntil(current.lastFailure) ?? new Date() }
            : {}),
        });
        await wakeSync(tx);
        const { teamId, visibleTo: onlyFor } = updated;
        await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
        return toAccount(updated, requireProvider(updated.provider));
      });
    },

    /**
     * Asks the provider whether the account works. A failure of the provider is an answer and isn't thrown.
     */
    async test(actor: Actor, accountId: string): Promise<{ success: boolean; message: string }> {
      const row = await requireSeen(actor, accountId);
      const provider = requireProvider(row.provider);
      try {
        const answered = await provider.test(openSession(tools, row, AbortSignal.timeout(syncPatience)));
        await revive(row);
        return { success: true, message: `${provider.name} responded: ${answered}` };
      } catch (error) {
        logUnexpected(log, `test of ${provider.id}`, error);
        const message =
          error instanceof ProviderFailure ? error.message : `${provider.name} could not be tested.`;
        return { success: false, message };
      }
    },

    /** The conversations that the account could read; none if the provider has no such choice. */
    async conversations(actor: Actor, accountId: string): Promise<{ id: string; name: string }[]> {
      const row = await requireManaged(actor, accountId);
      const provider = requireProvider(row.provider);
      if (!provider.conversations) return [];
      return provider
        .conversations(openSession(tools, row, AbortSignal.timeout(syncPatience)))
        .catch(throwReadable);
    },

    /** Where a message can be opened at its provider; null if it can't. */
    async sourceOf(message: StoredAt & Omit<LocatedMessage, "location" | "webUrl">): Promise<Source | null> {
      const row = await connections.findInAnyState(message);
      const provider = row && providers.get(row.provider);
      if (!row || !provider?.messageUrl) return null;
      const at = await createLocationRepository(db).first(message, message.externalId);
      const url = provider.messageUrl(row, { location: null, webUrl: null, ...message, ...at });
      return url ? { name: provider.name, url } : null;
    },

    async startProof(actor: Actor, accountId: string): Promise<Proof> {
      return startProof(db, await requireSeen(actor, accountId));
    },

    /** Null if nobody has started one. */
    async proof(actor: Actor, accountId: string): Promise<Proof | null> {
      const row = await requireSeen(actor, accountId);
      return proofOf(db, row, requireProvider(row.provider));
    },

    /** The secrets that verify an account's webhooks, of every team that has connected it. */
    async secretsOf(
      provider: Provider,
      externalId: string,
    ): Promise<{ credentials: Credentials; subscription: Subscription | null }[]> {
      const rows = await connections.byExternalId(provider.id, externalId);
      return rows.flatMap((row) => {
        try {
          return [
            { credentials: openCredentials(secrets, row), subscription: openSubscription(secrets, row) },
          ];
        } catch {
          // Its key is lost, which the next check reports. Other teams' secrets still count.
          return [];
        }
      });
    },

    /** Counts what was left out of deliveries, for every team that has connected the account. */
    async noteIgnored(provider: Provider, ignored: IgnoredPart[]): Promise<void> {
      for (const account of new Set(ignored.map((part) => part.account))) {
        if (account === null) continue;
        const reasons = ignored.filter((part) => part.account === account).map(({ reason }) => reason);
        for (const row of await connections.byExternalId(provider.id, account))
          await createIgnoredRepository(db).note(row, reasons);
      }
    },

    /** Stores events. Resolves once they are committed. */
    storeEvents: deliveries.store,

    /** Starts syncing in the background. @returns a function that stops it. */
    async work(): Promise<() => Promise<void>> {
      const stopSync = await startSyncLoop({ db, notifications, sync, log });
      const stopWatching = await startWatchLoop({
        db,
        secrets,
        notifications,
        providers: providers.values(),
        log,
      });
      const eventTools = { db, jobs, notifications, providers, log };
      const stopWebhooks = await startWebhookLoop({ ...eventTools, deliveries });
      const stopNaming = await startNamingLoop({ ...eventTools, secrets });
      const stopRevoking = await revocation.work();
      return async () => {
        await Promise.all([stopSync(), stopWatching(), stopWebhooks(), stopNaming(), stopRevoking()]);
      };
    },
  };
}

const notConnected = () => new AppError("not_found", "This account isn't connected.");

/**
 * Deletes what has expired, for every team: unfinished connects, accounts nobody can see, and old handled
 * events.
 */
export async function purgeIntegrations(db: Executor): Promise<void> {
  await createAttemptRepository(db).removeEnded();
  await createConnectionRepository(db).endUnread();
  await createEventRepository(db).purgeHandled();
  await createIgnoredRepository(db).purge();
}
