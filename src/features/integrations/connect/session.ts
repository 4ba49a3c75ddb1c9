import pLimit from "p-limit";
import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import type { Credentials, Session, Subscription } from "../providers/provider";
import { ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { createLocationRepository } from "../sync/location-repository";
import { storedMessages } from "../sync/stored-messages";

/** Where the secrets of an account are kept, as {@link Secrets} wants to know it. */
export const locationOf = (accountId: string): string => `connections/${accountId}`;

export function sealCredentials(secrets: Secrets, accountId: string, credentials: Credentials): string {
  return secrets.seal(JSON.stringify(credentials), locationOf(accountId));
}

/** @throws ProviderFailure `reconnect` when they are gone, or sealed under a key that is lost. */
export function openCredentials(
  secrets: Secrets,
  { accountId, credentials }: Pick<ConnectionRow, "accountId" | "credentials">,
): Credentials {
  try {
    if (credentials) return JSON.parse(secrets.open(credentials, locationOf(accountId))) as Credentials;
  } catch (cause) {
    throw new ProviderFailure(
      "reconnect",
      "The stored access cannot be read any more. Connect the account again.",
      {
        cause,
      },
    );
  }
  throw new ProviderFailure("reconnect", "This account is not connected any more.");
}

/** Null when there is none, or its key is lost: it is asked for anew. */
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
 * Renewals one process makes at a time: each holds a connection to the database while a provider takes its time, and
 * people need the others.
 */
const inTurn = pLimit(3);

/** Opens an account for work on it. */
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
      if (!current) throw new ProviderFailure("reconnect", "This account is not connected any more.");
      const stored = openCredentials(secrets, current);
      // Somebody else has renewed them while this one waited for the row.
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
    // Calls made side by side are refused together: the first renews for all of them.
    renew(change) {
      renewing ??= inTurn(() => renew(change)).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}
