import { counted } from "../../../shared/counted";
import { type HealthMetric, syncIntervals } from "../contract";
import type { ConnectionRow } from "../repository";
import type { QuarantineCount } from "../sync/quarantine-repository";

/** The facts an account's health is derived from. */
export interface HealthFacts {
  row: Pick<
    ConnectionRow,
    | "provider"
    | "accountId"
    | "address"
    | "name"
    | "status"
    | "syncInterval"
    | "lastSyncAt"
    | "lastMessageAt"
    | "nextSyncAt"
    | "failures"
    | "lastFailure"
    | "historyDone"
    | "pushFailure"
    | "connectedAt"
  >;
  /** The provider's display name. */
  providerName: string;
  messagesToday: number;
  /** How much is set aside because it fails every time. */
  quarantined: QuarantineCount;
  /** What was left out recently, by reason. */
  ignored: HealthMetric["ignored"];
  /** True for accounts that are only pushed to, never polled. */
  pushOnly: boolean;
  now: Date;
}

type Finding = Pick<HealthMetric, "healthStatus" | "healthMessage" | "actionableAdvice">;

/** Consecutive failed checks before a warning becomes an error. */
const failuresForError = 3;
/** A check is late after this many intervals, or this many seconds if that is longer. */
const late = { intervals: 2, seconds: 120 };

/**
 * Derives an account's health from what really happened. An accepted token alone is never healthy.
 *
 * The first matching rule decides: the grant is gone (error); the last checks failed (one or two: warning,
 * three or more: error); checks are late (warning); no check has ended yet (warning); the provider refuses to
 * push and is polled instead (warning); something is set aside (warning); a push-only account has never received anything (warning); otherwise
 * healthy.
 */
export function healthOf(facts: HealthFacts): HealthMetric {
  const { row, now, messagesToday, pushOnly, ignored, quarantined } = facts;
  return {
    provider: row.provider,
    accountId: row.accountId,
    accountEmail: row.address,
    accountName: row.name,
    ...find(facts),
    lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
    timeSinceLastSync: row.lastSyncAt ? secondsBetween(row.lastSyncAt, now) : null,
    syncInterval: row.syncInterval,
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    messagesToday,
    nextSyncAt: pushOnly || row.status !== "connected" ? null : (row.nextSyncAt?.toISOString() ?? null),
    needsReconnect: row.status === "reconnect" || row.lastFailure?.kind === "rejected",
    quarantined: quarantined.all,
    ignored,
    fetchingHistory: !pushOnly && !row.historyDone && row.status === "connected",
  };
}

const nothing: QuarantineCount = { all: 0, unlisted: 0 };

const dayOf = (time: Date): string =>
  time.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The health of a disconnected account that Zippy still has access to, because the provider hasn't ended it. */
export function unrevokedHealth(
  row: HealthFacts["row"],
  providerName: string,
  { failure, until }: { failure: string | null; until: Date },
): HealthMetric {
  const facts = { row, providerName, messagesToday: 0, quarantined: nothing, ignored: [], pushOnly: true };
  return {
    ...healthOf({ ...facts, now: new Date() }),
    healthStatus: "warning",
    healthMessage: `Disconnected, but ${providerName} hasn't ended Zippy's access yet: ${failure ?? "it didn't answer."}`,
    actionableAdvice: `Zippy tries again until ${dayOf(until)}. You can also remove Zippy's access at ${providerName}.`,
    syncInterval: row.syncInterval,
    needsReconnect: false,
  };
}

/**
 * The health of a connect that stopped after the person's consent and before an account was stored, for example
 * because the server was killed.
 *
 * @param attempt - shown until the time `until`.
 */
export function interruptedHealth(
  attempt: { id: string; provider: string; until: Date },
  providerName: string,
): HealthMetric {
  return {
    provider: attempt.provider,
    accountId: attempt.id,
    accountEmail: null,
    accountName: providerName,
    healthStatus: "warning",
    healthMessage: `Connecting ${providerName} stopped halfway: access was allowed, but no account was stored.`,
    actionableAdvice: `The person who started can connect ${providerName} again, or remove Zippy's access at ${providerName}. This note disappears on ${dayOf(attempt.until)}.`,
    lastSyncAt: null,
    timeSinceLastSync: null,
    syncInterval: syncIntervals.default,
    lastMessageAt: null,
    messagesToday: 0,
    nextSyncAt: null,
    needsReconnect: true,
    quarantined: 0,
    ignored: [],
    fetchingHistory: false,
  };
}

function find({ row, providerName, messagesToday, pushOnly, quarantined, now }: HealthFacts): Finding {
  if (row.status === "reconnect")
    return {
      healthStatus: "error",
      healthMessage: row.lastFailure?.message ?? `${providerName} no longer accepts the connection.`,
      actionableAdvice: "Reconnect the account. Messages sent in the meantime aren't lost.",
    };
  if (row.failures > 0) return failing(row, providerName);
  if (!pushOnly && isLate(row, now))
    return {
      healthStatus: "warning",
      healthMessage: "The last check is overdue.",
      actionableAdvice: "Check that Zippy's background work is running (ROLE=all or worker).",
    };
  if (!pushOnly && !row.lastSyncAt)
    return {
      healthStatus: "warning",
      healthMessage: "Connected. The first check is running.",
      actionableAdvice: null,
    };
  if (!pushOnly && row.pushFailure)
    return {
      healthStatus: "warning",
      healthMessage: `${providerName} doesn't push new messages. Zippy checks for them every ${inWords(row.syncInterval)} instead.`,
      actionableAdvice: `${row.pushFailure.message} Zippy tries to subscribe again with every check.`,
    };
  if (quarantined.all > 0)
    return {
      healthStatus: "warning",
      healthMessage:
        quarantined.all === 1
          ? "One entry fails every time and is set aside. Everything else arrives."
          : `${quarantined.all} entries fail every time and are set aside. Everything else arrives.`,
      actionableAdvice:
        quarantined.unlisted === 0
          ? "Look at what is set aside, then try it again or dismiss it."
          : `${quarantined.unlisted === 1 ? "One of them is" : `${quarantined.unlisted} of them are`} too many to list. Dismiss what you don't need; once half of the list is gone, Zippy reads the others again.`,
    };
  if (pushOnly && !row.lastMessageAt)
    return {
      healthStatus: "warning",
      healthMessage: "Connected, but nothing has been received yet.",
      actionableAdvice: `Choose "Test with a message" in the menu of the account, and check the webhook address at ${providerName}.`,
    };
  return {
    healthStatus: "healthy",
    healthMessage: `Working: ${counted(messagesToday, "message")} today.`,
    actionableAdvice: null,
  };
}

function failing({ failures, lastFailure }: HealthFacts["row"], providerName: string): Finding {
  const times = failures === 1 ? "The last check" : `The last ${failures} checks`;
  return {
    healthStatus: failures >= failuresForError ? "error" : "warning",
    healthMessage: `${times} failed: ${lastFailure?.message ?? "unknown reason"}`,
    actionableAdvice:
      lastFailure?.kind === "rejected"
        ? "If you changed the password or removed Zippy's access, reconnect the account. If not, wait: Zippy tries again for a day."
        : lastFailure?.kind === "rate_limited"
          ? "You don't need to do anything. Zippy waits as long as requested. A longer sync interval avoids this."
          : lastFailure?.kind === "refused"
            ? `Check at ${providerName} that Zippy still has access to the account, then reconnect it.`
            : "Zippy retries automatically. If this continues, test the connection.",
  };
}

/** Spells out an interval (seconds): "5 minutes", "hour". */
function inWords(seconds: number): string {
  const hours = seconds % 3600 === 0;
  const count = Math.round(seconds / (hours ? 3600 : 60));
  const unit = hours ? "hour" : "minute";
  return count === 1 ? unit : `${count} ${unit}s`;
}

function isLate({ nextSyncAt, lastSyncAt, syncInterval }: HealthFacts["row"], now: Date): boolean {
  if (!nextSyncAt) return false;
  const allowed = Math.max(late.seconds, late.intervals * syncInterval);
  // The database may have set the time of the next check, by a clock that is far behind this one.
  const checkedJustNow = lastSyncAt !== null && secondsBetween(lastSyncAt, now) <= allowed;
  return !checkedJustNow && secondsBetween(nextSyncAt, now) > allowed;
}

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
