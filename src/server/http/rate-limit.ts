import type { FastifyRateLimitStore, RateLimitOptions } from "@fastify/rate-limit";
import { lt, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../shared/app-error";
import type { Executor } from "../database";
import { rateLimits } from "../tables";

/** How often one IP address may make a call. */
export interface RateLimit {
  /** Calls with the same name share a counter. */
  name: string;
  max: number;
  /** Milliseconds. */
  window: number;
}

/**
 * Enables rate limits per IP address (see {@link RateLimit}) for routes that define one. Counters are in the
 * database, so all processes share them.
 */
export async function limitRates(app: FastifyInstance, db: Executor): Promise<void> {
  class DatabaseStore implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore["incr"] = (key, callback, window) => {
      countCalls(db, key, window).then(
        (counted) => callback(null, counted),
        (error: Error) => callback(error),
      );
    };

    child(): FastifyRateLimitStore {
      return this;
    }
  }
  await app.register(import("@fastify/rate-limit"), {
    global: false,
    store: DatabaseStore,
    addHeadersOnExceeding: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
    },
  });
}

/** Converts a route's limit into options for the library. */
export function rateLimitOptions({ name, max, window }: RateLimit): RateLimitOptions {
  return {
    groupId: name,
    max,
    timeWindow: window,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError("too_many_requests", `Too many attempts from your network. Try again in ${inWords(ttl)}.`),
  };
}

/** Deletes counters whose window is over. */
export async function forgetRates(db: Executor): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, sql`now()`));
}

/** Counts attempts. @returns the attempts in this window, and its remaining time (milliseconds). */
export async function countCalls(
  db: Executor,
  key: string,
  windowMs: number,
  calls = 1,
): Promise<{ current: number; ttl: number }> {
  const fresh = sql`now() + ${windowMs} * interval '1 millisecond'`;
  // One that ends much later than one that begins now is from before the clock went back.
  const over = sql`(${rateLimits.resetsAt} <= now() or ${rateLimits.resetsAt} > ${fresh} + interval '1 minute')`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: calls, resetsAt: fresh })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${over} then ${calls}::int else ${rateLimits.count} + ${calls}::int end`,
        resetsAt: sql`case when ${over} then ${fresh} else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({
      current: rateLimits.count,
      // By the database's clock alone: this machine's may differ.
      ttl: sql<number>`(extract(epoch from ${rateLimits.resetsAt} - now()) * 1000)::float8`,
    });
  if (!row) throw new Error("the attempt was not counted");
  return { current: row.current, ttl: Math.max(0, Math.ceil(row.ttl)) };
}

function inWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
