import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import type { Credentials, Session, Subscription } from "../providers/provider";
import { ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { createLocationRepository } from "../sync/location-repository";
import { openQuarantine } from "../sync/quarantine";
import type { Quarantine } from "../sync/quarantine-entry";
import { createScheduleRepository } from "../sync/schedule-repository";
import { storedMessages } from "../sync/stored-messages";

/** The location of an account's secrets, for {@link Secrets}. */
export const locationOf = (accountId: string): string => `connections/${accountId}`;

export function sealCredentials(secrets: Secrets, accountId: string, credentials: Credentials): string {
  return secrets.seal(JSON.stringify(credentials), locationOf(accountId));
}

/** @throws ProviderFailure `reconnect` if they are gone, `refused` if they are sealed with another key. */
export function openCredentials(
  secrets: Secrets,
  { accountId, credentials }: Pick<ConnectionRow, "accountId" | "credentials">,
): Credentials {
  try {
    if (credentials) return JSON.parse(secrets.open(credentials, locationOf(accountId))) as Credentials;
  } catch (cause) {
    // The account hasn't ended: the right SECRET_KEY opens the credentials again.
    throw new ProviderFailure(
      "refused",
      "Zippy can't read this account's stored credentials. Your administrator has to check SECRET_KEY, or you connect the account again.",
      { cause },
    );
  }
  throw new ProviderFailure("reconnect", "This account is no longer connected.");
}

/** Null if there is none or its key is lost; then it is requested again. */
export function openSubscription(
  secrets: Secrets,
  { accountId, subscription, subscriptionEndsAt }: ConnectionRow,
): Subscription | null {
  if (!subscription) return null;
  try {
    const data = JSON.parse(secrets.open(subscription, locationOf(accountId))) as Subscription["data"];
    return { expiresAt: subscriptionEndsAt, data };
  } catch {
    return null;
  }
}

/** Pause between two looks at a renewal by somebody else (milliseconds). */
const renewalPause = 200;

/** Opens an account for a piece of work. @param quarantine - default: nothing is set aside. */
export function openSession(
  { db, secrets }: { db: Executor; secrets: Secrets },
  row: ConnectionRow,
  signal: AbortSignal,
  quarantine: Quarantine = openQuarantine([], 0),
): Session {
  const { accountId, teamId, externalId, address, settings } = row;
  let credentials = openCredentials(secrets, row);
  let renewing: Promise<void> | undefined;

  /** Reads the stored credentials. True if someone else has renewed them meanwhile. */
  async function takeRenewed(executor: Executor): Promise<boolean> {
    const current = await createConnectionRepository(executor).lock(teamId, accountId);
    if (!current) throw new ProviderFailure("reconnect", "This account is no longer connected.");
    const stored = openCredentials(secrets, current);
    if (JSON.stringify(stored) === JSON.stringify(credentials)) return false;
    credentials = stored;
    return true;
  }

  async function renew(change: (credentials: Credentials) => Promise<Credentials>): Promise<void> {
    const by = randomUUID();
    const schedule = createScheduleRepository(db);
    for (;;) {
      if (await db.transaction(takeRenewed)) return;
      if (await schedule.claimRenewal(teamId, accountId, by)) break;
      await sleep(renewalPause, undefined, { signal });
    }
    // Nothing is locked and no database connection is in use while the provider answers.
    try {
      // Another renewal may have ended just before this one was reserved.
      if (await db.transaction(takeRenewed)) return;
      const renewed = await change(credentials);
      await db.transaction(async (tx) => {
        // A renewal that took too long may have been overtaken.
        if (await takeRenewed(tx)) return;
        credentials = renewed;
        await createConnectionRepository(tx).update(teamId, accountId, {
          credentials: sealCredentials(secrets, accountId, renewed),
        });
      });
    } finally {
      await schedule.endRenewal(teamId, accountId, by);
    }
  }

  return {
    accountId,
    teamId,
    externalId,
    address,
    settings,
    onlyMe: row.visibleTo !== null,
    subscription: openSubscription(secrets, row),
    failures: row.failures,
    quarantine,
    signal,
    present: (locations) => createLocationRepository(db).present(row, locations),
    stored: (since, which) => storedMessages(db, row, since, which),
    get credentials() {
      return credentials;
    },
    // Parallel calls are refused together. The first one renews for all of them.
    renew(change) {
      renewing ??= renew(change).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}
