import { randomBytes } from "node:crypto";
import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { type Secrets, tokenHash } from "../../../server/secrets";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { day, minute } from "../../../shared/durations";
import { inReadingOrder } from "../../../shared/typed-values";
import { recordAudit } from "../../audit/service";
import type { BillingService } from "../../billing/service";
import { accountOf, showMessagesTo } from "../../inbox/storing/account-messages";
import { recordFacts } from "../../journal/service";
import { holdRight, requireRight } from "../../teams/service";
import type { ConnectChoice } from "../contract";
import { type FoundAccount, type OAuthConnect, type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { wakeSync } from "../sync/sync-loop";
import { accountWords } from "./account-words";
import { type ConnectAttemptRow, createAttemptRepository } from "./attempt-repository";
import { sealCredentials } from "./session";

/** Time limit for the provider's page and for choosing accounts (milliseconds). */
const patience = 30 * minute;
/** How far back the first sync reads (milliseconds). */
const historyLength = 30 * day;

const locationOfAttempt = (teamId: string): string => `connect_attempts/${teamId}`;

/** Result of a callback from a provider. */
export type Return =
  | { kind: "connected"; provider: string; accounts: ConnectionRow[] }
  | { kind: "choose"; provider: string; choiceId: string };

export interface ConnectTools {
  db: Executor;
  secrets: Secrets;
  billing: Pick<BillingService, "requireRoomForIntegration">;
}

/** Connects accounts, from the click on Connect to the stored connection. */
export function createConnect({ db, secrets, billing }: ConnectTools) {
  /** Connects or reconnects an account of a team. Reconnecting keeps the sync position. */
  async function keep(
    tx: Executor,
    actor: Actor,
    { teamId, provider, onlyMe }: { teamId: string; provider: Provider; onlyMe: boolean },
    found: FoundAccount[],
  ): Promise<ConnectionRow[]> {
    // First, because the lock of an account comes behind it.
    await createConnectionRepository(tx).lockCount(teamId);
    await holdRight(tx, actor, teamId, "integrations");
    const rows: ConnectionRow[] = [];
    for (const account of found) rows.push(await keepOne(tx, actor, { teamId, provider, onlyMe }, account));
    await createAttemptRepository(tx).removeInterrupted(teamId, actor.userId, provider.id);
    await wakeSync(tx);
    return rows;
  }

  async function keepOne(
    tx: Executor,
    actor: Actor,
    { teamId, provider, onlyMe }: { teamId: string; provider: Provider; onlyMe: boolean },
    found: FoundAccount,
  ): Promise<ConnectionRow> {
    const connections = createConnectionRepository(tx);
    if (provider.belongsToServer && (await connections.takenByOthers(teamId, provider.id, found.externalId)))
      throw new AppError("conflict", `Another team has already connected ${found.address ?? found.name}.`);
    const accountId = await accountOf(tx, teamId, provider.id, found.externalId);
    const before = await connections.lock(teamId, accountId);
    requireNotPrivate(before, actor);
    const isNew = !before || before.status === "disconnected";
    if (isNew) await billing.requireRoomForIntegration(tx, teamId, await connections.count(teamId));
    // A team may not read what a number of the server received for another team.
    const handedOn =
      isNew &&
      provider.belongsToServer &&
      (await connections.wasOthers(teamId, provider.id, found.externalId));
    const fields = {
      name: inReadingOrder(found.name),
      address: found.address,
      connectedBy: actor.userId,
      visibleTo: onlyMe ? actor.userId : null,
      status: "connected" as const,
      credentials: sealCredentials(secrets, accountId, found.credentials),
      settings: { ...before?.settings, ...found.settings },
      failures: 0,
      lastFailure: null,
      // A subscription of the old grant doesn't work with the new one.
      subscription: null,
      subscriptionEndsAt: null,
      pushFailure: null,
      nextSyncAt: provider.fetch || provider.subscribe ? new Date() : null,
      claimedBy: null,
      claimedUntil: null,
      ...(handedOn && { historySince: new Date(), cursor: null }),
    };
    const row = before
      ? await connections.update(teamId, accountId, fields)
      : await connections.insert({
          historySince: new Date(Date.now() - historyLength),
          ...fields,
          accountId,
          teamId,
          provider: provider.id,
          externalId: found.externalId,
          historyDone: provider.fetch === null,
        });
    // What the team has seen stays the team's, and what was private to another user stays private. The actor's
    // own messages follow the account.
    if (before?.visibleTo === actor.userId && row.visibleTo === null)
      await showMessagesTo(tx, { teamId, accountId }, { before: actor.userId, now: null });
    await announceConnected(tx, actor, row, before);
    return row;
  }

  /** Stores what an exchange found: the account, or the accounts to choose from. */
  async function keepFound(
    tx: Executor,
    actor: Actor,
    { id, teamId, onlyMe }: ConnectAttemptRow,
    provider: Provider,
    found: FoundAccount[],
  ): Promise<Return> {
    const attempts = createAttemptRepository(tx);
    if (found.length > 1) {
      const sealed = secrets.seal(JSON.stringify(found), locationOfAttempt(teamId));
      await attempts.keepFound(teamId, id, sealed);
      return { kind: "choose", provider: provider.id, choiceId: id };
    }
    const accounts = await keep(tx, actor, { teamId, provider, onlyMe }, found);
    await attempts.remove(teamId, id);
    return { kind: "connected", provider: provider.id, accounts };
  }

  return {
    /** Starts a consent. Returns the URL to send the browser to. */
    async begin(
      actor: Actor,
      {
        provider,
        connect,
        teamId,
        onlyMe,
        redirectUri,
      }: { provider: Provider; connect: OAuthConnect; teamId: string; onlyMe: boolean; redirectUri: string },
    ): Promise<string> {
      requireRight(actor, teamId, "integrations");
      const state = randomBytes(32).toString("base64url");
      const codeVerifier = randomBytes(32).toString("base64url");
      await createAttemptRepository(db).insert({
        teamId,
        userId: actor.userId,
        provider: provider.id,
        onlyMe,
        stateHash: tokenHash(state, "hex"),
        codeVerifier: secrets.seal(codeVerifier, locationOfAttempt(teamId)),
        expiresAt: new Date(Date.now() + patience),
      });
      return connect.authorize({ state, redirectUri, codeVerifier });
    },

    /**
     * Handles the callback: exchanges the code for accounts, and connects the account if there is only one.
     *
     * @throws AppError `invalid_input` for a callback that is unknown or already used; ProviderFailure.
     */
    async complete(
      actor: Actor,
      {
        provider,
        connect,
        callback,
        redirectUri,
      }: { provider: Provider; connect: OAuthConnect; callback: URL; redirectUri: string },
    ): Promise<Return> {
      const state = callback.searchParams.get("state") ?? "";
      const attempt = await createAttemptRepository(db).useState(actor.userId, tokenHash(state, "hex"));
      if (!attempt) throw expired();
      const { teamId } = attempt;
      try {
        if (attempt.provider !== provider.id || !attempt.codeVerifier) throw expired();
        requireRight(actor, teamId, "integrations");
        const codeVerifier = secrets.open(attempt.codeVerifier, locationOfAttempt(teamId));
        const found = await connect.exchange({ callback, state, redirectUri, codeVerifier });
        return await db.transaction((tx) => keepFound(tx, actor, attempt, provider, found));
      } catch (error) {
        // The browser says these. After anything else, such as a crash, the attempt stays for Health.
        if (error instanceof ProviderFailure || error instanceof AppError)
          await createAttemptRepository(db).remove(teamId, attempt.id);
        throw error;
      }
    },

    /** Returns the accounts to choose from. @throws AppError `not_found`. */
    async choice(actor: Actor, id: string): Promise<ConnectChoice> {
      const attempt = await requireChoice(db, actor, id);
      return {
        id,
        provider: attempt.provider,
        accounts: openFound(secrets, attempt).map(({ externalId, name, address }) => ({
          externalId,
          name,
          address,
        })),
      };
    },

    /** Connects the chosen accounts. */
    async choose(
      actor: Actor,
      id: string,
      externalIds: string[],
      providerOf: (providerId: string) => Provider,
    ): Promise<ConnectionRow[]> {
      const attempt = await requireChoice(db, actor, id);
      const { teamId, onlyMe } = attempt;
      requireRight(actor, teamId, "integrations");
      const chosen = openFound(secrets, attempt).filter(({ externalId }) => externalIds.includes(externalId));
      if (chosen.length !== new Set(externalIds).size)
        throw new AppError("invalid_input", "externalIds: Choose from the accounts on offer.");
      return db.transaction(async (tx) => {
        const rows = await keep(
          tx,
          actor,
          { teamId, provider: providerOf(attempt.provider), onlyMe },
          chosen,
        );
        await createAttemptRepository(tx).remove(teamId, id);
        return rows;
      });
    },

    /** Connects one account from a form. */
    async connectFound(
      actor: Actor,
      provider: Provider,
      { teamId, onlyMe }: { teamId: string; onlyMe: boolean },
      found: FoundAccount,
    ): Promise<ConnectionRow> {
      const [row] = await db.transaction((tx) => keep(tx, actor, { teamId, provider, onlyMe }, [found]));
      return row as ConnectionRow;
    },
  };
}

const expired = () =>
  new AppError("invalid_input", "This connection wasn't started here or has expired. Connect again.");

async function requireChoice(db: Executor, actor: Actor, id: string): Promise<ConnectAttemptRow> {
  const attempt = await createAttemptRepository(db).find(actor.userId, id);
  if (!attempt?.found || !actor.roles[attempt.teamId])
    throw new AppError("not_found", "This selection has expired. Connect again.");
  return attempt;
}

function openFound(secrets: Secrets, { found, teamId }: ConnectAttemptRow): FoundAccount[] {
  return JSON.parse(secrets.open(found as string, locationOfAttempt(teamId))) as FoundAccount[];
}

/** @throws AppError `conflict` if somebody else's private account is connected. */
function requireNotPrivate(row: ConnectionRow | undefined, { userId }: Actor): void {
  if (!row || row.status === "disconnected") return;
  if (row.visibleTo !== null && row.visibleTo !== userId)
    throw new AppError("conflict", "Someone else on your team has connected this account privately.");
}

/** Records that an account is connected, and notifies the screens that show it. */
async function announceConnected(
  tx: Executor,
  { userId }: Actor,
  row: ConnectionRow,
  before: ConnectionRow | undefined,
): Promise<void> {
  const { teamId, accountId, visibleTo: onlyFor } = row;
  await recordFacts(tx, { teamId, userId }, [{ type: "integration_connected", subjectId: accountId }]);
  await recordAudit(tx, { teamId, userId, action: "account_connected", detail: accountWords(row) });
  // The messages appear for some users or disappear from others' screens, so reload everything.
  if (before && before.visibleTo !== onlyFor) await publish(tx, { type: "resync", teamId, id: teamId });
  else await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
}
