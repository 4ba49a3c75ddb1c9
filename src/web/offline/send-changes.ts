import { day } from "../../shared/durations";
import type { Endpoint } from "../../shared/endpoint";
import { idempotencyDays } from "../../shared/idempotency";
import { ApiError, call } from "../api";
import { isServerWell } from "../server-reach";
import { inStore } from "./browser-store";
import {
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
/** Older changes aren't sent, because the server has forgotten their keys (milliseconds). */
const oldest = (idempotencyDays - 1) * day;
const tooOld = `It has waited for more than ${idempotencyDays - 1} days. Make the change again.`;

/** After so many failures of a server that is well, a change waits for the person instead of the next attempt. */
const mostFailures = 4;
const serverFails = "Zippy's server fails on this each time. Try again, or remove it.";

let retry: ReturnType<typeof setTimeout> | undefined;

let sending: Promise<void> | undefined;

/** Sends what waits, one after another, in one tab at a time. */
export function sendAll(): Promise<void> {
  sending ??= exclusively(sendInOrder).finally(() => {
    sending = undefined;
  });
  return sending;
}

/** The server no longer knows the keys of old changes, so it couldn't tell whether it has made them. */
async function refuseOld(): Promise<void> {
  for (const { number, at, state } of queuedChanges())
    if (state === "waiting" && Date.now() - at > oldest)
      await update(number, { state: "failed", reason: tooOld });
}

/** Browsers have locks only on secure pages; elsewhere the keys prevent that a change is made twice. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request("zippy-changes", { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}

async function sendInOrder(): Promise<void> {
  clearTimeout(retry);
  await refuseOld();
  let settled = false;
  /** Those that the server has just failed on. What doesn't follow on them is sent meanwhile. */
  const failing = new Set<number>();
  for (;;) {
    await load();
    const next = queuedChanges().find(
      (one) => one.state === "waiting" && !failing.has(one.number) && !isBlocked(one, failing),
    );
    if (!next) break;
    const outcome = await send(next);
    if (outcome === "failing") failing.add(next.number);
    if (outcome === "later") failing.clear();
    if (outcome === "later" || outcome === "failing") {
      clearTimeout(retry);
      retry = setTimeout(() => void sendAll(), retryAfter);
    }
    if (outcome === "later" || outcome === "lost") break;
    settled ||= outcome === "settled";
    await changed();
  }
  if (settled) reportSettled();
}

/** Whether an earlier change that it follows on needs the person, or another attempt, first. */
function isBlocked(change: QueuedChange, failing: ReadonlySet<number>): boolean {
  return queuedChanges().some(
    (one) =>
      one.number < change.number &&
      // First, because looking further back from every earlier change would double the work with each.
      followsOn(change, one) &&
      (one.state !== "waiting" || failing.has(one.number) || isBlocked(one, failing)),
  );
}

/**
 * @returns `settled`: it needs no more sending; `lost`: no connection; `later`: an error that may pass, for all;
 * `failing`: only this one is to be tried again.
 */
async function send(change: QueuedChange): Promise<"settled" | "lost" | "later" | "failing"> {
  const { number, method, path, body, expected, key, draftId, subject } = change;
  try {
    const endpoint = { method, path } as unknown as Endpoint;
    const input = { body: { ...body, ...(expected && { expected }) }, idempotencyKey: key };
    const answer = (await call(endpoint, input as never)) as { id?: string };
    await inStore("changes", "readwrite", (rows) => rows.delete(number));
    if (draftId && answer.id) await nameDraft(draftId, answer.id);
    return "settled";
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) return "lost";
    if (error.status === 429) return "later";
    if (error.status === 408 || error.status >= 500) return failedOn(change);
    if (error.code !== "changed_since" || !subject) {
      await update(number, { state: "failed", reason: error.sentence ?? error.message });
      return "settled";
    }
    const read = { method: "GET", path: subject } as unknown as Endpoint;
    const theirs = await call(read, {} as never).catch(() => undefined);
    if (!theirs) return "later";
    await update(number, { state: "conflict", theirs: theirs as Fields });
    return "settled";
  }
}

/** The server has failed on a change. If it is well otherwise, the fault lies in the change, or in how it is made. */
async function failedOn({ number, failures = 0 }: QueuedChange): Promise<"settled" | "later" | "failing"> {
  if (!(await isServerWell())) return "later";
  if (failures + 1 < mostFailures) {
    await update(number, { failures: failures + 1 });
    return "failing";
  }
  await update(number, { state: "stuck", reason: serverFails, failures: undefined });
  return "settled";
}

/** Try again, for a change that was stuck. */
export async function tryAgain({ number }: QueuedChange): Promise<void> {
  await update(number, { state: "waiting", reason: undefined });
  await changed();
  await sendAll();
}

/** The server has given an id to what a change created: those that follow on it use it from now on. */
async function nameDraft(draftId: string, id: string): Promise<void> {
  await load();
  for (const change of queuedChanges()) {
    const text = JSON.stringify(change);
    if (!text.includes(draftId)) continue;
    const row = JSON.parse(text.replaceAll(draftId, id)) as QueuedChange;
    await inStore("changes", "readwrite", (rows) => rows.put(row));
  }
}

/** Keep mine: sends a change again, over what it met. A still newer one asks again. */
export async function keepMine({ number, body, theirs = {} }: QueuedChange): Promise<void> {
  const expected = Object.fromEntries(Object.keys(body).map((name) => [name, theirs[name] ?? null]));
  await update(number, { state: "waiting", theirs: undefined, reason: undefined, expected });
  await changed();
  await sendAll();
}

/** Removes a change, and those that follow on what it would have created. Keep theirs does the same. */
export async function removeChange({ number, draftId }: QueuedChange): Promise<void> {
  const gone = queuedChanges().filter(
    (one) => one.number === number || (draftId !== undefined && one.path.includes(draftId)),
  );
  for (const one of gone) await inStore("changes", "readwrite", (rows) => rows.delete(one.number));
  await changed();
  reportSettled();
  void sendAll();
}

async function update(number: number, fields: Partial<QueuedChange>): Promise<void> {
  const row = queuedChanges().find((one) => one.number === number);
  if (row) await inStore("changes", "readwrite", (rows) => rows.put({ ...row, ...fields }));
  await load();
}
