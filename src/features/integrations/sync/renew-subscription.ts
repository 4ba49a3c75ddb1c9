import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import { day } from "../../../shared/durations";
import { locationOf, openSession, openSubscription } from "../connect/session";
import { type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { requireClaim } from "./claim";

/** Subscriptions are renewed when they expire within this time (milliseconds). */
const renewBefore = day;

export interface RenewalTools {
  db: Executor;
  secrets: Secrets;
  /** The URL of a provider's webhook; null if the provider can't reach it. */
  webhookUrl: (provider: Provider) => string | null;
}

type Outcome = Pick<ConnectionRow, "pushFailure"> &
  Partial<Pick<ConnectionRow, "subscription" | "subscriptionEndsAt">>;

/**
 * Subscribes to pushes if there is no subscription, it expires soon, or it points to another address.
 *
 * If a provider refuses but can be polled, polling continues, and the reason is stored for Health.
 *
 * @param row - as the run has claimed it.
 * @returns the account with its active subscription, or without one if there is no address to push to.
 * @throws ClaimLost if the claim is gone when the provider responds; nothing is stored then.
 */
export async function renewSubscription(
  tools: RenewalTools,
  provider: Provider,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<ConnectionRow> {
  const url = provider.subscribe ? tools.webhookUrl(provider) : null;
  const current = openSubscription(tools.secrets, row);
  const left = (current?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
  const promised = url !== null && current?.data.webhookUrl === url ? left : 0;
  if (promised > renewBefore) return row;
  const outcome = url ? await subscribe(tools, provider, row, { url, signal }) : { pushFailure: null };
  const kept = await keep(tools.db, row, outcome);
  if (outcome.subscription !== undefined || (outcome.pushFailure && promised > 0)) return kept;
  return { ...kept, subscription: null, subscriptionEndsAt: null };
}

async function subscribe(
  { db, secrets }: RenewalTools,
  provider: Provider,
  row: ConnectionRow,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Outcome> {
  try {
    const made = await provider.subscribe?.(openSession({ db, secrets }, row, signal), url);
    if (!made) return { pushFailure: null };
    const data = JSON.stringify({ ...made.data, webhookUrl: url });
    return {
      pushFailure: null,
      subscription: secrets.seal(data, locationOf(row.accountId)),
      subscriptionEndsAt: made.expiresAt,
    };
  } catch (error) {
    // Without pushes, a provider that can't be polled delivers nothing, so the check has failed.
    if (!provider.fetch || signal.aborted || !isRefusal(error)) throw error;
    return { pushFailure: { kind: error.kind, message: error.message, at: new Date().toISOString() } };
  }
}

/** True if a failure only concerns pushes. A lost grant or a rate limit concerns everything. */
const isRefusal = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && (error.kind === "refused" || error.kind === "unavailable");

async function keep(db: Executor, row: ConnectionRow, outcome: Outcome): Promise<ConnectionRow> {
  const { pushFailure: before } = row;
  const { pushFailure: now } = outcome;
  if (outcome.subscription === undefined && before?.message === now?.message) return row;
  return db.transaction(async (tx) => {
    await requireClaim(tx, row);
    return createConnectionRepository(tx).update(row.teamId, row.accountId, outcome);
  });
}
