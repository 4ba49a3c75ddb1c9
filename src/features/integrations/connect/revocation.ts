import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import { day } from "../../../shared/durations";
import { recordAudit } from "../../audit/service";
import { type Credentials, type Provider, ProviderFailure, type Session } from "../providers/provider";
import { logUnexpected } from "../providers/readable-answers";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { wakeSync } from "../sync/sync-loop";
import { accountWords } from "./account-words";
import { createRevocationRepository, type RevocationRow } from "./revocation-repository";
import { openSession, sealCredentials } from "./session";

/** Longest attempt, and how long nobody else makes one (seconds). */
const patience = { attempt: 10, claim: 30 };
/** Waits between attempts (seconds); the last one repeats. */
const waits = [60, 300, 1800, 7200, 21_600];
/** After this time, the access is given up: its tokens have mostly expired (milliseconds). */
export const revocationEnds = 7 * day;
/** Limits of the pause between two looks (milliseconds). */
const sleep = { shortest: 20, longest: 60_000 };

export interface RevocationTools {
  db: Executor;
  secrets: Secrets;
  providers: ReadonlyMap<string, Provider>;
  log: (line: string) => void;
}

export type Revocation = ReturnType<typeof createRevocation>;

/** Ends Zippy's access to disconnected accounts at their providers, and tries again if that fails. */
export function createRevocation(tools: RevocationTools) {
  const { db, providers, log } = tools;
  const revocations = createRevocationRepository(db);

  async function attempt(kept: RevocationRow, account: ConnectionRow): Promise<void> {
    const provider = providers.get(account.provider);
    const connections = createConnectionRepository(db);
    // Another team may use the same account, often with the same grant, or it is connected again.
    const others = await connections.byExternalId(account.provider, account.externalId);
    if (!provider?.revoke || (await connections.sharesGrant(account))) return;
    if (others.length === 0) await provider.revoke(openKept(tools, kept, account));
    // An earlier attempt may have been cut off after it ended something.
    else if (kept.attempts === 1) return;
    // Those who connected the account in the meantime may just have lost their pushes.
    if (await revocations.subscribeAgain(account.provider, account.externalId)) await wakeSync(db);
  }

  /** Makes an attempt with what is kept. Never fails. */
  async function revoke(kept: RevocationRow): Promise<void> {
    try {
      const account = await createConnectionRepository(db).findInAnyState(kept);
      if (account?.status === "disconnected") await attempt(kept, account);
      await revocations.remove(kept);
    } catch (error) {
      if (isOver(error)) return revocations.remove(kept);
      logUnexpected(log, "disconnect", error);
      if (Date.now() - kept.createdAt.getTime() > revocationEnds) return giveUp(kept, error);
      const wait = waits[Math.min(kept.attempts, waits.length) - 1] ?? 60;
      await revocations.fail(kept, messageOf(error), wait);
    }
  }

  async function giveUp(kept: RevocationRow, error: unknown): Promise<void> {
    await db.transaction(async (tx) => {
      await createRevocationRepository(tx).remove(kept);
      const account = await createConnectionRepository(tx).findInAnyState(kept);
      if (!account) return;
      await recordAudit(tx, {
        teamId: kept.teamId,
        userId: account.connectedBy,
        action: "access_not_revoked",
        detail: `${accountWords(account)}: ${messageOf(error)}`,
      });
    });
  }

  return {
    /**
     * Keeps the access of an account that is being disconnected, until it has ended at the provider.
     *
     * @param row - the account as it was.
     */
    async keep(tx: Executor, row: ConnectionRow): Promise<void> {
      // The background work leaves the first attempt to `revokeNow`.
      if (providers.get(row.provider)?.revoke) await createRevocationRepository(tx).add(row, patience.claim);
    },

    /** Makes the first attempt for an account, after the commit. Never fails. */
    async revokeNow(row: Pick<ConnectionRow, "teamId" | "accountId">): Promise<void> {
      const kept = await revocations.claim(row, patience.claim);
      if (kept) await revoke(kept);
    },

    /** Makes all attempts that are due. Never fails because of a provider. */
    async runDue(): Promise<void> {
      for (;;) {
        const due = await revocations.claimDue(10, patience.claim);
        if (due.length === 0) return;
        await Promise.all(due.map(revoke));
      }
    },

    /** Makes attempts while the process runs. @returns a function that stops it. */
    async work(): Promise<() => Promise<void>> {
      const loop = await startLoop({
        name: "revocations",
        log,
        work: async () => {
          await this.runDue();
          const wait = (await revocations.nextDue()) ?? sleep.longest;
          return Math.min(sleep.longest, Math.max(sleep.shortest, wait));
        },
      });
      return loop.stop;
    },
  };
}

/** The access has ended anyway, or nothing can end it: the provider says that it is gone, or refuses. */
const isOver = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.kind === "reconnect" || error.kind === "refused");

const messageOf = (error: unknown): string =>
  error instanceof ProviderFailure ? error.message : "The attempt failed unexpectedly.";

/** A session with the access that was kept. Renewed tokens are kept too. */
function openKept({ db, secrets }: RevocationTools, kept: RevocationRow, account: ConnectionRow): Session {
  const { credentials: sealed, subscription, subscriptionEndsAt } = kept;
  const row = { ...account, credentials: sealed, subscription, subscriptionEndsAt };
  const session = openSession({ db, secrets }, row, AbortSignal.timeout(patience.attempt * 1000));
  let { credentials } = session;
  return {
    ...session,
    get credentials() {
      return credentials;
    },
    async renew(change: (credentials: Credentials) => Promise<Credentials>) {
      credentials = await change(credentials);
      const sealedNow = sealCredentials(secrets, kept.accountId, credentials);
      await createRevocationRepository(db).renew(kept, sealedNow);
    },
  };
}
