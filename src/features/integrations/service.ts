import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Notifications } from "../../server/notifications";
import { reasonOf } from "../../server/query-failure";
import type { Secrets } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { BillingService } from "../billing/service";
import type { IncomingJobs } from "../inbox/service";
import { recordFact } from "../journal/service";
import { requireRight, requireTeam } from "../teams/service";
import { redirectUri, toAccount, toProof, toProvider, webhookPath } from "./account-views";
import { createConnect } from "./connect";
import type { HealthMetric, IntegrationAccount, IntegrationProvider, Proof } from "./contract";
import { createEventStore } from "./event-store";
import { healthOf } from "./health";
import {
  type Credentials,
  type DirectConnect,
  type OAuthConnect,
  type Provider,
  ProviderFailure,
  type Subscription,
} from "./provider";
import { type ConnectionRow, createConnectionRepository, ended } from "./repository";
import { openCredentials, openSession, openSubscription } from "./session";
import { syncClaimed } from "./sync-account";
import { startSyncLoop, wakeSync } from "./sync-loop";
import type { StoredProof } from "./tables";
import { forgetEvents } from "./webhook-events";
import { startWebhookLoop } from "./webhook-loop";

/** How long a person waits for a sync at the most (milliseconds); longer ones go on by themselves. */
const syncPatience = 25_000;

export type IntegrationService = ReturnType<typeof createIntegrationService>;

export interface IntegrationTools {
  db: Executor;
  jobs: IncomingJobs;
  notifications: Notifications;
  secrets: Secrets;
  billing: BillingService;
  providers: readonly Provider[];
  /** Where people and providers reach the server; null: only this machine does. */
  publicUrl: string | null;
  log: (line: string) => void;
}

export function createIntegrationService(tools: IntegrationTools) {
  const { db, jobs, secrets, notifications, publicUrl, log } = tools;
  const providers = new Map(tools.providers.map((provider) => [provider.id, provider]));
  const connect = createConnect(tools);
  const connections = createConnectionRepository(db);
  const deliveries = createEventStore(db);
  const webhookUrl = (provider: Provider): string | null =>
    provider.webhook && publicUrl ? `${publicUrl}${webhookPath(provider)}` : null;
  const syncTools = { db, jobs, secrets, webhookUrl, log };

  function requireProvider(id: string): Provider {
    const provider = providers.get(id);
    if (!provider) throw new AppError("not_found", "There is no such channel.");
    return provider;
  }

  function requireConnect<Kind extends "oauth" | "direct">(
    provider: Provider,
    kind: Kind,
  ): Kind extends "oauth" ? OAuthConnect : DirectConnect {
    if (provider.connect.kind !== kind)
      throw new AppError("invalid_input", `${provider.name} is not connected this way.`);
    const [first] = provider.missing;
    if (first)
      throw new AppError(
        "unavailable",
        `${provider.name} cannot be connected yet: ${first.name} is not set.`,
      );
    return provider.connect as Kind extends "oauth" ? OAuthConnect : DirectConnect;
  }

  /** An account of the actor's teams that the actor may manage. */
  async function requireManaged(actor: Actor, accountId: string): Promise<ConnectionRow> {
    const row = await requireSeen(actor, accountId);
    requireRight(actor, row.teamId, "integrations");
    return row;
  }

  async function requireSeen(actor: Actor, accountId: string): Promise<ConnectionRow> {
    const row = await connections.find(Object.keys(actor.roles), actor.userId, accountId);
    if (!row) throw new AppError("not_found", "That account is not connected.");
    return row;
  }

  const sync = (row: ConnectionRow, signal: AbortSignal) =>
    syncClaimed(syncTools, requireProvider(row.provider), row, signal);

  /** Claims an account; when another run works on it, waits for that one to end. */
  async function claim({ teamId, accountId }: ConnectionRow, signal: AbortSignal): Promise<ConnectionRow> {
    for (;;) {
      const claimed = await connections.claim(teamId, accountId, randomUUID());
      if (claimed) return claimed;
      signal.throwIfAborted();
      await wait(200, undefined, { signal });
    }
  }

  return {
    providers,

    async list(actor: Actor, baseUrl: string): Promise<IntegrationProvider[]> {
      const rows = actor.teamId ? await connections.ofTeam(actor.teamId, actor.userId) : [];
      return [...providers.values()].map((provider) =>
        toProvider(provider, rows, webhookUrl(provider) ?? `${baseUrl}${webhookPath(provider)}`),
      );
    },

    async health(actor: Actor): Promise<HealthMetric[]> {
      const { teamId, userId } = actor;
      if (!teamId) return [];
      const rows = await connections.ofTeam(teamId, userId);
      const arrivals = await connections.arrivals(
        teamId,
        rows.map(({ accountId }) => accountId),
      );
      const today = new Map(arrivals.map((arrival) => [arrival.accountId, arrival.today]));
      const now = new Date();
      return rows.map((row) =>
        healthOf({
          row,
          providerName: providers.get(row.provider)?.name ?? row.provider,
          messagesToday: today.get(row.accountId) ?? 0,
          pushOnly: providers.get(row.provider)?.fetch == null,
          now,
        }),
      );
    },

    /** Where the browser goes to give consent. */
    async beginOAuth(
      actor: Actor,
      providerId: string,
      { teamId, onlyMe, baseUrl }: { teamId: string; onlyMe: boolean; baseUrl: string },
    ): Promise<string> {
      const provider = requireProvider(providerId);
      const oauth = requireConnect(provider, "oauth");
      return connect.begin(actor, {
        provider,
        connect: oauth,
        teamId,
        onlyMe,
        redirectUri: redirectUri(provider, publicUrl ?? baseUrl),
      });
    },

    /** The browser is back from the provider. */
    async completeOAuth(actor: Actor, providerId: string, callback: URL, baseUrl: string) {
      const provider = requireProvider(providerId);
      const oauth = requireConnect(provider, "oauth");
      return connect.complete(actor, {
        provider,
        connect: oauth,
        callback,
        redirectUri: redirectUri(provider, publicUrl ?? baseUrl),
      });
    },

    choice: connect.choice,

    async choose(actor: Actor, id: string, externalIds: string[]): Promise<IntegrationAccount[]> {
      return (await connect.choose(actor, id, externalIds, requireProvider)).map(toAccount);
    },

    /** Connects an account by what the person typed in. */
    async connectDirectly(
      actor: Actor,
      providerId: string,
      { teamId, onlyMe, ...fields }: { teamId: string; onlyMe: boolean } & Record<string, unknown>,
    ): Promise<IntegrationAccount> {
      requireRight(actor, teamId, "integrations");
      const provider = requireProvider(providerId);
      const direct = requireConnect(provider, "direct");
      const parsed = direct.body.safeParse(fields);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw new AppError(
          "invalid_input",
          `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is not valid"}`,
        );
      }
      const found = await direct.connect(parsed.data).catch(toAppError);
      return toAccount(await connect.connectFound(actor, provider, { teamId, onlyMe }, found));
    },

    /** Stops collecting and forgets the access; messages and tasks stay. */
    async disconnect(actor: Actor, accountId: string): Promise<{ id: string }> {
      const row = await requireManaged(actor, accountId);
      const { teamId } = row;
      const provider = requireProvider(row.provider);
      await db.transaction(async (tx) => {
        const current = await createConnectionRepository(tx).lock(teamId, accountId);
        if (!current || current.status === "disconnected") return;
        await createConnectionRepository(tx).update(teamId, accountId, ended);
        await recordFact(tx, {
          teamId,
          userId: actor.userId,
          type: "integration_disconnected",
          subjectId: accountId,
        });
        await publish(tx, { type: "integration_updated", teamId, id: accountId });
      });
      // Afterwards: whatever the provider answers, nothing is collected any more.
      await revoke(provider, row);
      return { id: accountId };
    },

    /** Asks for news now and waits for the answer. @throws AppError `provider_failed` with what went wrong. */
    async syncNow(actor: Actor, accountId: string): Promise<{ stored: number }> {
      const row = await requireSeen(actor, accountId);
      requireTeam(actor, row.teamId);
      if (row.status === "reconnect")
        throw new AppError("provider_failed", "The access was withdrawn. Connect the account again.");
      const signal = AbortSignal.timeout(syncPatience);
      const result = await claim(row, signal)
        .then((claimed) => sync(claimed, signal))
        .catch((cause: unknown) => {
          throw new AppError("provider_failed", "The check takes longer than usual; it goes on by itself.", {
            cause,
          });
        });
      if (!result.ok) return toAppError(result.failure);
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
        const updated = await createConnectionRepository(tx).update(row.teamId, accountId, {
          ...(syncInterval === undefined ? {} : { syncInterval }),
          ...(conversations === undefined ? {} : { settings: { ...row.settings, conversations } }),
          // A shorter interval counts from now on, not from the end of the longer one.
          ...(row.nextSyncAt && row.status === "connected" ? { nextSyncAt: new Date() } : {}),
        });
        await wakeSync(tx);
        await publish(tx, { type: "integration_updated", teamId: row.teamId, id: accountId });
        return toAccount(updated);
      });
    },

    async test(actor: Actor, accountId: string): Promise<{ success: boolean; message: string }> {
      const row = await requireSeen(actor, accountId);
      const provider = requireProvider(row.provider);
      try {
        const answered = await provider.test(openSession(tools, row, AbortSignal.timeout(syncPatience)));
        return { success: true, message: `${provider.name} answered: ${answered}` };
      } catch (error) {
        if (!(error instanceof ProviderFailure)) log(`test of ${provider.id}: ${reasonOf(error)}`);
        const message =
          error instanceof ProviderFailure ? error.message : `${provider.name} could not be tested.`;
        return { success: false, message };
      }
    },

    async conversations(actor: Actor, accountId: string): Promise<{ id: string; name: string }[]> {
      const row = await requireManaged(actor, accountId);
      const provider = requireProvider(row.provider);
      if (!provider.conversations) return [];
      return provider
        .conversations(openSession(tools, row, AbortSignal.timeout(syncPatience)))
        .catch(toAppError);
    },

    /** Begins to wait for a message that carries a code. */
    async startProof(actor: Actor, accountId: string): Promise<Proof> {
      const row = await requireSeen(actor, accountId);
      const proof: StoredProof = {
        code: `zippy-${randomInt(100_000, 1_000_000)}`,
        startedAt: new Date().toISOString(),
        arrivedAt: null,
        messageId: null,
      };
      await connections.update(row.teamId, accountId, { proof });
      return toProof(proof);
    },

    /** Whether it has arrived; while it is awaited, an account that is asked for news is asked at once. */
    async proof(actor: Actor, accountId: string): Promise<Proof | null> {
      const row = await requireSeen(actor, accountId);
      if (!row.proof) return null;
      const proof = toProof(row.proof);
      const waiting = !proof.arrivedAt && Date.parse(proof.endsAt) > Date.now();
      const idle = !row.lastSyncAt || Date.now() - row.lastSyncAt.getTime() > 3000;
      if (waiting && idle && row.nextSyncAt && row.failures === 0 && requireProvider(row.provider).fetch) {
        await connections.update(row.teamId, accountId, { nextSyncAt: new Date() });
        await wakeSync(db);
      }
      return proof;
    },

    /** What the webhooks of an account are checked by, of every team that has connected it. */
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
          // Its key is lost; the next check says so. Others who have connected it still count.
          return [];
        }
      });
    },

    /** Keeps what a webhook was told. Resolves once it is committed. */
    storeEvents: deliveries.store,

    /** Starts collecting in the background. @returns what stops it. */
    async work(): Promise<() => Promise<void>> {
      const stopSync = await startSyncLoop({ db, notifications, sync, log });
      const stopWebhooks = await startWebhookLoop({
        db,
        jobs,
        secrets,
        notifications,
        providers,
        deliveries,
        log,
      });
      return async () => {
        await Promise.all([stopSync(), stopWebhooks()]);
      };
    },
  };

  async function revoke(provider: Provider, row: ConnectionRow): Promise<void> {
    // Another team may collect from the same account, often under the same grant.
    const others = await connections.byExternalId(provider.id, row.externalId);
    if (others.length > 0 || (await connections.sharesGrant(row))) return;
    try {
      await provider.revoke?.(openSession(tools, row, AbortSignal.timeout(10_000)));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) log(`disconnect of ${provider.id}: ${reasonOf(error)}`);
    }
  }
}

/** A provider's failure as the person reads it. */
function toAppError(error: unknown): never {
  if (error instanceof ProviderFailure)
    throw new AppError("provider_failed", error.message, { cause: error });
  throw error;
}

/** Forgets, of every team, what has run out: connects nobody ended, accounts nobody sees, and events handled long ago. */
export async function purgeIntegrations(db: Executor): Promise<void> {
  await createConnectionRepository(db).removeEndedAttempts();
  await createConnectionRepository(db).endUnread();
  await forgetEvents(db);
}
