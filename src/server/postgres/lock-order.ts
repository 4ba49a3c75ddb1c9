/**
 * The locks that a transaction holds until it ends, in the only order in which it may take several: two transactions
 * that take them in one order can't wait for each other. The first word of a lock's key is its kind.
 *
 * Rows are locked after these, and in this order: the team, the connection or import, then messages, tasks and meetings;
 * several rows of one table by their ids. Two kinds are taken later, behind the row of a connection: `mailboxes`, and
 * `areas`, which the trigger on passages also takes (shared) with every message, task and meeting that is written.
 */
export const lockOrder = [
  /** A person gets another team to own. */
  "teams",
  "samples",
  "tokens",
  "focus",
  "push",
  "preferences",
  "billing",
  /** A team connects another account, */
  "connections",
  /** which no other team may have. */
  "accounts",
  "webhooks",
  /** One person's mailboxes store mails. */
  "mailboxes",
  /** A team's rules for areas change. */
  "areas",
] as const;

/** The key of a lock, such as `billing TEAM`. */
export type LockKey = `${(typeof lockOrder)[number]} ${string}`;

/** The last lock of each running transaction; empty: none yet. */
const lastOf = new WeakMap<object, LockKey | "">();
let checking = false;

/** From now on, a lock out of order throws. For tests: where people work, it's better to wait than to fail. */
export function checkLockOrder(): void {
  checking = true;
}

/** A transaction begins. @param session - what runs its queries. */
export function beginLocks(session: object): void {
  lastOf.set(session, "");
}

/** Notes that a transaction takes a lock. @throws Error if locks are checked and it isn't this one's turn. */
export function noteLock(session: object, key: LockKey): void {
  const last = lastOf.get(session);
  if (checking && last === undefined)
    throw new Error(`The lock "${key}" ends at once outside of a transaction.`);
  if (checking && last && isBefore(key, last))
    throw new Error(`The lock "${key}" comes before "${last}"; see src/server/postgres/lock-order.ts.`);
  lastOf.set(session, key);
}

function isBefore(key: LockKey, last: LockKey): boolean {
  const [rank, lastRank] = [rankOf(key), rankOf(last)];
  return rank === lastRank ? key < last : rank < lastRank;
}

const rankOf = (key: LockKey): number => lockOrder.findIndex((kind) => key.startsWith(`${kind} `));
