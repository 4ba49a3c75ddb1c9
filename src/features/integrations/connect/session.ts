import pLimit from "p-limit";
import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import type { Credentials, Session, Subscription } from "../providers/provider";
import { ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { createLocationRepository } from "../sync/location-repository";
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

/**
 * Renewals per process. Each blocks a database connection while the provider responds, and people need the
 * others.
 */
const inTurn = pLimit(3);

/** Opens an account for a piece of work. */
export function openSession(
  { db, secrets }: { db: Executor; secrets: Secrets },
  row: ConnectionRow,
  signal: AbortSignal,
): Session {
  const { accountId, teamId, externalId, address, settings } = row;
  let credentials = openCredentials(secrets, row);
  let renewing: Promise<void> | undefined;

  async function renew(change: (credentials: Credentials) => Promise<Credentials>): Promise<void> {
    await db.transaction(async (tx) => {
      const connections = createConnectionRepository(tx);
      const current = await connections.lock(teamId, accountId);
      if (!current) throw new ProviderFailure("reconnect", "This account is no longer connected.");
      const stored = openCredentials(secrets, current);
      // If another process renewed them while we waited for the row, use its result.
      const renewed = JSON.stringify(stored) === JSON.stringify(credentials) ? await change(stored) : stored;
      credentials = renewed;
      if (renewed !== stored)
        await connections.update(teamId, accountId, {
          credentials: sealCredentials(secrets, accountId, renewed),
        });
    });
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
    signal,
    present: (locations) => createLocationRepository(db).present(row, locations),
    stored: (since, which) => storedMessages(db, row, since, which),
    get credentials() {
      return credentials;
    },
    // Parallel calls are refused together. The first one renews for all of them.
    renew(change) {
      renewing ??= inTurn(() => renew(change)).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}
