import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import { locationOf, openSession, openSubscription } from "../connect/session";
import { type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { requireClaim } from "./claim";

/** A subscription is asked for anew while it has at least this long to go (milliseconds). */
const renewBefore = 24 * 3_600_000;

export interface RenewalTools {
  db: Executor;
  secrets: Secrets;
  /** Where a provider may push to; null without an address it can reach. */
  webhookUrl: (provider: Provider) => string | null;
}

type Outcome = Pick<ConnectionRow, "pushFailure"> &
  Partial<Pick<ConnectionRow, "subscription" | "subscriptionEndsAt">>;

/**
 * Asks for pushes where none are promised, or not for long any more, or to an address that is no longer ours.
 *
 * A provider that will not push, but can be asked for news, is asked: why it will not is written down for Health.
 *
 * @param row - as the run has claimed it.
 * @returns the account with the promise that holds; with none while there is no address to push to.
 * @throws ClaimLost when the claim is gone by the time the provider has answered: nothing is written then.
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
  const outcome = url ? await ask(tools, provider, row, { url, signal }) : { pushFailure: null };
  const kept = await keep(tools.db, row, outcome);
  if (outcome.subscription !== undefined || (outcome.pushFailure && promised > 0)) return kept;
  return { ...kept, subscription: null, subscriptionEndsAt: null };
}

async function ask(
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
    // Without its pushes, one that cannot be asked for news brings nothing: that is a failed check.
    if (!provider.fetch || signal.aborted || !isRefusal(error)) throw error;
    return { pushFailure: { kind: error.kind, message: error.message, at: new Date().toISOString() } };
  }
}

/** Whether it concerns the pushes alone: a grant that is gone and a wish to be left alone hold for everything. */
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
