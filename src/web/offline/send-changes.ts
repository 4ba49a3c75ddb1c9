import { day } from "../../shared/durations";
import type { Endpoint } from "../../shared/endpoint";
import { idempotencyDays } from "../../shared/idempotency";
import { ApiError, call } from "../api";
import { reasonOf } from "../failure";
import { ProxyAnswer } from "../proxy-answer";
import { isServerWell, serverReach } from "../server-reach";
import { changeRow, inStore } from "./browser-store";
import {
  announceName,
  changed,
  type Fields,
  followsOn,
  load,
  type QueuedChange,
  queuedChanges,
  reportSettled,
} from "./waiting-changes";

/** Pause after an error that may pass (milliseconds). */
const retryAfter = 10_000;
/** Older changes ask before they're sent, because the server has forgotten their keys (milliseconds). */
const oldest = (idempotencyDays - 1) * day;
const unsure = "so Zippy can't tell whether it was made. Check, then send or remove it.";
const tooOld = `It has waited for more than ${idempotencyDays - 1} days, ${unsure}`;
const ofWrongClock = `The clock was wrong when it was made, ${unsure}`;

/**
 * After so many attempts, a change waits for the person instead of the next one: failures of a server that is well,
 * or, because a weak connection drops a large change often, delays of at least five minutes.
 */
const most = { failures: 4, delays: 30 };
const serverFails = "Zippy's server fails on this each time. Try again, or remove it.";
const neverGetsThrough =
  "The connection breaks on this each time, or Zippy's server is too busy for it. Try again, or remove it.";

let retry: ReturnType<typeof setTimeout> | undefined;

/** Those that the server has just failed on. What doesn't follow on them is sent meanwhile. */
const failing = new Set<number>();

/** The run that hasn't begun. */
let next: Promise<void> | undefined;
/** The last run that was wanted here. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends what waits, one after another, in one tab at a time. A call during a run, here or in another tab, has another
 * run follow: the first may have looked for changes for the last time before the newest was added.
 */
export function sendAll(): Promise<void> {
  if (next) return next;
  next = last.then(() => exclusively(begin));
  last = next.catch(() => {
    next = undefined;
  });
  return next;
}

function begin(): Promise<void> {
  next = undefined;
  return sendInOrder();
}

/** Browsers have locks only on secure pages; elsewhere the keys prevent that two tabs make a change twice. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  let elsewhere = false;
  await navigator.locks.request("zippy-changes", { ifAvailable: true }, async (lock) => {
    elsewhere = !lock;
    if (lock) await work();
  });
  // Another tab is sending. Nothing here waits for it, because a browser may have suspended it.
  if (elsewhere)
    navigator.locks.request("zippy-changes", work).catch((error: unknown) => {
      next = undefined;
      console.warn("Couldn't send what waits", error);
    });
}

/**
 * Has old changes ask: the server no longer knows their keys, so it couldn't tell whether it has made them. One from
 * the future was made by a wrong clock, so nobody knows how old it is.
 */
async function askAboutOld(): Promise<void> {
  const now = Date.now();
  for (const { number, at, state } of queuedChanges())
    if (state === "waiting" && (now - at > oldest || at - now > day))
      await update(number, { state: "old", reason: at > now ? ofWrongClock : tooOld });
}

async function sendInOrder(): Promise<void> {
  await load();
  await askAboutOld();
  let settled = false;
  for (;;) {
    await load();
    const change = queuedChanges().find(
      (one) => one.state === "waiting" && !failing.has(one.number) && !isBlocked(one),
    );
    if (!change) break;
    const outcome = await send(change);
    if (outcome === "again") continue;
    if (outcome === "failing") failing.add(change.number);
    if (outcome !== "settled" && outcome !== "ended") {
      clearTimeout(retry);
      retry = setTimeout(outcome === "lost" ? sendIfReached : sendFailingToo, retryAfter);
    }
    if (outcome !== "settled" && outcome !== "failing") break;
    settled ||= outcome === "settled";
    await changed();
  }
  if (settled) reportSettled();
}

/** The pause after a failure is over. */
function sendFailingToo(): void {
  failing.clear();
  void sendAll();
}

/** As {@link sendFailingToo}; while the server is known to be lost, all is sent when it's back. */
function sendIfReached(): void {
  failing.clear();
  if (serverReach().state === "reached") void sendAll();
}

/** Whether an earlier change that it follows on needs the person, or another attempt, first. */
function isBlocked(change: QueuedChange): boolean {
  return queuedChanges().some(
    (one) =>
      one.number < change.number &&
      // First, because looking further back from every earlier change would double the work with each.
      followsOn(change, one) &&
      (one.state !== "waiting" || failing.has(one.number) || isBlocked(one)),
  );
}

/**
 * `settled`: it needs no more sending; `again`: it is to be sent again at once; `lost`: no connection; `ended`: no
 * session; `later`: an error that may pass, for all; `failing`: only this one is to be tried again.
 */
type Outcome = "settled" | "again" | "lost" | "ended" | "later" | "failing";

async function send(change: QueuedChange): Promise<Outcome> {
  const { number, method, path, body, expected, key, draftId } = change;
  try {
    const endpoint = { method, path } as unknown as Endpoint;
    const input = { body: { ...body, ...(expected && { expected }) }, idempotencyKey: key };
    const answer = (await call(endpoint, input as never)) as { id?: string };
    if (draftId && answer.id) await nameDraft(number, draftId, answer.id);
    else await drop(number);
    return "settled";
  } catch (error) {
    if (error instanceof ApiError && error.code === "changed_since") return meet(change, error.sentence);
    return afterError(change, error as Error);
  }
}

/** What follows on a call for a change that had another answer than the wanted one, or none. */
async function afterError(change: QueuedChange, error: Error): Promise<Outcome> {
  const { number, method } = change;
  // A proxy may have waited for this one in vain, or seen it end the server.
  if (error instanceof ProxyAnswer) return failedOn(change);
  // Nobody says that the connection is back when only this call has lost it.
  if (!(error instanceof ApiError)) return (await isServerWell()) ? breaksOff(change) : "lost";
  if (error.status === 401) return "ended";
  if (error.status === 429) return countAttempt(change, "delays", "later", neverGetsThrough);
  if (error.status === 408 || error.status >= 500) return failedOn(change);
  // What somebody else has deleted meanwhile is as the person wanted it.
  if (method === "DELETE" && error.status === 404) await drop(number);
  else await update(number, { state: "failed", reason: reasonOf(error) });
  return "settled";
}

/** A change has met a newer one: the person decides, and sees what it changes as it is now. */
async function meet(change: QueuedChange, sentence?: string): Promise<Outcome> {
  const { number, subject } = change;
  if (typeof subject !== "string") await update(number, { state: "conflict", reason: sentence });
  else {
    const read = { method: "GET", path: subject } as unknown as Endpoint;
    try {
      const theirs = (await call(read, {} as never)) as Fields;
      await update(number, { state: "conflict", reason: sentence, theirs });
    } catch (error) {
      return afterError(change, error as Error);
    }
  }
  return "settled";
}

/** Takes a change out of the queue. */
export const drop = (number: number) => inStore("changes", "readwrite", (rows) => rows.delete(number));

/** The server has failed on a change. If it is well otherwise, the fault lies in the change, or in how it is made. */
async function failedOn(change: QueuedChange): Promise<Outcome> {
  return (await isServerWell()) ? countAttempt(change, "failures", "failing", serverFails) : "later";
}

/**
 * Only this call had no response. The first time, the connection may have come back a moment later: a pause would have
 * the screens load meanwhile, without the change.
 */
async function breaksOff(change: QueuedChange): Promise<Outcome> {
  if (change.delays !== undefined) return countAttempt(change, "delays", "failing", neverGetsThrough);
  await update(change.number, { delays: 0 });
  return "again";
}

/** Counts an attempt that came to nothing; after the last one, the person decides. */
async function countAttempt(
  { number, ...change }: QueuedChange,
  kind: keyof typeof most,
  outcome: Outcome,
  reason: string,
): Promise<Outcome> {
  const count = (change[kind] ?? 0) + 1;
  if (count < most[kind]) {
    await update(number, { [kind]: count });
    return outcome;
  }
  await update(number, { state: "stuck", reason, failures: undefined, delays: undefined });
  return "settled";
}

/**
 * The server has given an id to what a change created: those that follow on it use it from now on. In one transaction,
 * so that none is added in between, and a tab that ends meanwhile has done both or nothing.
 */
async function nameDraft(number: number, draftId: string, id: string): Promise<void> {
  // First, for a change that is being added: it waited for this one, which is gone after the transaction.
  announceName({ draftId, id });
  await inStore("changes", "readwrite", (rows) => {
    const all = rows.getAll() as IDBRequest<QueuedChange[]>;
    all.onsuccess = () => {
      for (const row of all.result) {
        const text = JSON.stringify(row);
        if (row.number !== number && text.includes(draftId))
          rows.put(JSON.parse(text.replaceAll(draftId, id)));
      }
      rows.delete(number);
    };
    return all;
  });
}

/** Changes a row of the queue, here and in the store. */
export async function update(number: number, fields: Partial<QueuedChange>): Promise<void> {
  await changeRow<QueuedChange>("changes", number, (row) => ({ ...row, ...fields }));
  await load();
}
