import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../shared/app-error";
import { idempotencyHeader } from "../../shared/idempotency";

/** A call that its sender may repeat: hashes of its idempotency key, and of its method, path and body. */
export interface CallKey {
  callKeyHash: string;
  callHash: string;
}

/** What a repeatable call has done. */
export interface RepeatedCall {
  callHash: string;
  /** The id of the row of a type, such as `task`, that the change was about. */
  subject: (type: string) => string;
  /** The ids of all rows of a type. */
  subjects: (type: string) => string[];
  /** How many rows of a type a change of many was about. */
  count: (type: string) => number;
  /** The headers of the first response. */
  headers: Record<string, string>;
}

/** Finds what a call with this key has done. The journal implements it. */
export type FindRepeated = (userId: string, callKeyHash: string) => Promise<RepeatedCall | undefined>;

const running = new AsyncLocalStorage<{ key: CallKey | undefined }>();
/** The transaction that runs, with the key that it has taken. */
const attempting = new AsyncLocalStorage<{ taken: CallKey | undefined }>();

/** The key of the running call, for the transaction that records its change. Returned once: a call has one change. */
export function takeCallKey(): CallKey | undefined {
  const call = running.getStore();
  const key = call?.key;
  const attempt = attempting.getStore();
  if (call) call.key = undefined;
  if (attempt && key) attempt.taken = key;
  return key;
}

/**
 * Runs one attempt at a transaction. If it fails, the call's key comes back for the next attempt, because a failed one
 * has stored none; but only if it took the key itself, because other transactions of the call may run meanwhile.
 */
export async function attemptWithCallKey<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const call = running.getStore();
  if (!call) return attempt();
  const own: { taken: CallKey | undefined } = { taken: undefined };
  try {
    return await attempting.run(own, attempt);
  } catch (error) {
    if (own.taken) call.key = own.taken;
    throw error;
  }
}

/** The key that a request carries; undefined if it has none. */
export function callKeyOf({ headers, method, url, body }: FastifyRequest): CallKey | undefined {
  const key = headers[idempotencyHeader];
  if (typeof key !== "string") return undefined;
  // What the sender expects may differ the next time, or be all there is in the body; it is the same change.
  const change = { ...(body as object | null | undefined), expected: undefined };
  return { callKeyHash: hash(key), callHash: hash(`${method} ${url}\n${JSON.stringify(change)}`) };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");

/**
 * Makes a change once, however often its sender repeats the call with the same key.
 *
 * @param change - makes the change; its transaction takes the key with {@link takeCallKey}.
 * @param again - the answer to a repetition: what the change was about, as it is now.
 * @throws AppError `conflict` if the key was used for another call.
 */
export async function changeOnce<Answer>(
  key: CallKey,
  find: () => Promise<RepeatedCall | undefined>,
  change: () => Promise<Answer>,
  again: (done: RepeatedCall) => Promise<Answer>,
): Promise<Answer> {
  const before = await find();
  if (before) return again(sameCall(before, key));
  try {
    return await running.run({ key }, change);
  } catch (error) {
    // The same call may have arrived twice at once; then the other one's transaction has the key.
    const meanwhile = await find();
    if (!meanwhile) throw error;
    return again(sameCall(meanwhile, key));
  }
}

function sameCall(done: RepeatedCall, { callHash }: CallKey): RepeatedCall {
  if (done.callHash === callHash) return done;
  throw new AppError("conflict", "This idempotency key belongs to another call. Use a new key.");
}
