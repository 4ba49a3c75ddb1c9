import type { z } from "zod";
import type { Endpoint } from "../shared/endpoint";
import { idempotencyHeader } from "../shared/idempotency";
import { keyFrame } from "./after-keys";
import { withServerIds } from "./offline/draft-names";
import { isOfProxy, ProxyAnswer } from "./proxy-answer";
import { checkServer, serverReach } from "./server-reach";

type Part<Name extends string, Schema extends z.ZodType> = Schema extends z.ZodUndefined
  ? unknown
  : undefined extends z.input<Schema>
    ? { [key in Name]?: z.input<Schema> }
    : { [key in Name]: z.input<Schema> };

/** The input of a call: the parts its contract names, and how it is made. */
export type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Part<"params", P> &
  (Q extends z.ZodUndefined ? unknown : { query?: z.input<Q> }) &
  Part<"body", B> & {
    signal?: AbortSignal;
    /** For a `repeatable` call: the key under which the server makes the change once. */
    idempotencyKey?: string;
    /** The browser makes the call even if the page goes meanwhile. */
    keepalive?: boolean;
  };

/** An error response. `message` is "{status}: {body text or status text}" (specification, section 8). */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly status: number,
    readonly body: string,
    statusText: string,
    /** How long the server asks to wait (seconds). */
    readonly retryAfter?: number,
  ) {
    super(`${status}: ${body || statusText}`);
  }

  /**
   * The server's sentence for the user, if it sent one. For programs, it begins with the name of the field that isn't
   * valid, such as “credentials.apiKey: ”. Screens leave that out, unless the sentence says “This”.
   */
  get sentence(): string | undefined {
    const message = this.#text("message");
    return this.code === "invalid_input" ? message?.replace(/^[\w.]+: (?!This )/, "") : message;
  }

  /** The kind of error, if the server named it. */
  get code(): string | undefined {
    return this.#text("code");
  }

  #text(name: "message" | "code"): string | undefined {
    try {
      const value = (JSON.parse(this.body) as Record<string, unknown>)[name];
      return typeof value === "string" ? value : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Longest wait for a response (milliseconds). Calls that wait for an outside service take up to half of it. */
const longestCall = 60_000;
const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

const unauthorized = new Set<() => void>();

/** Calls `listener` on every 401 except from the auth calls. Returns an unsubscribe function. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorized.add(listener);
  return () => unauthorized.delete(listener);
}

/** Notifies the listeners of {@link onUnauthorized}, for requests that don't use {@link call}. */
export function reportUnauthorized(): void {
  for (const listener of unauthorized) listener();
}

const forbidden = new Set<() => Promise<void>>();

/**
 * Calls `listener` on every 403 to a request that only reads, and reports the 403 once the listener is done. It
 * usually means that the person's role has just changed, and that what asked is about to leave the screen. Returns
 * an unsubscribe function.
 */
export function onForbidden(listener: () => Promise<void>): () => void {
  forbidden.add(listener);
  return () => forbidden.delete(listener);
}

/**
 * Makes one call of the contract with the session cookie, once the frame of a key that asks for it is painted.
 *
 * @throws ApiError for an error response, or without a response within a minute; TypeError if the server is
 * unreachable, also behind a proxy that answers for it.
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, input: CallInput<P, Q, B>): Promise<z.output<R>> {
  const { params, query, body, signal, idempotencyKey, keepalive } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
    idempotencyKey?: string;
    keepalive?: boolean;
  };
  // Sending takes as long as drawing two rows, and a key may need five calls.
  const frame = keyFrame();
  if (frame) await frame;
  const response = await answerTo(urlOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: "include",
    signal: AbortSignal.any([AbortSignal.timeout(longestCall), ...(signal ? [signal] : [])]),
    ...(keepalive && { keepalive }),
    ...((body !== undefined || idempotencyKey) && {
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey && { [idempotencyHeader]: idempotencyKey }),
      },
    }),
    ...(body !== undefined && { body: withServerIds(JSON.stringify(body)) }),
  });
  const text = await response.text().catch(inWords);
  if (!response.ok) {
    if (response.status === 401 && endpoint.session !== false && endpoint.path !== "/api/auth/user")
      reportUnauthorized();
    if (response.status === 403 && endpoint.method === "GET")
      await Promise.allSettled([...forbidden].map((listener) => listener()));
    throw errorOf(response, text);
  }
  const answer = JSON.parse(text) as z.output<R>;
  if (typeof answer === "object" && answer !== null) answerHeaders.set(answer, response.headers);
  return answer;
}

/**
 * Makes one call whose response arrives in parts, as server-sent events, the last of which is the result.
 *
 * @param onEvent - receives the name and the data of every event before the last.
 * @returns the data of the event `done`.
 * @throws ApiError for an error response, or if the connection ends before `done`; as {@link call} otherwise.
 */
export async function callForEvents<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  onEvent: (name: string, data: unknown) => void,
): Promise<z.output<R>> {
  const { params, body, signal } = input as {
    params?: Record<string, string>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const response = await answerTo(urlOf(endpoint.path, params), {
    method: endpoint.method,
    credentials: "include",
    signal: AbortSignal.any([AbortSignal.timeout(longestCall), ...(signal ? [signal] : [])]),
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: withServerIds(JSON.stringify(body)),
  });
  if (!response.ok || !response.body) {
    if (response.status === 401) reportUnauthorized();
    throw errorOf(response, await response.text().catch(inWords));
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read().catch(inWords);
    if (done) throw new ApiError(502, "", "The answer ended early");
    buffer += value;
    const events = buffer.split("\n\n");
    buffer = events.pop() ?? "";
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? "message";
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null");
      if (name === "done") return data as z.output<R>;
      onEvent(name, data);
    }
  }
}

const errorOf = ({ status, statusText, headers }: Response, text: string): ApiError =>
  new ApiError(status, text, statusText, Number(headers.get("retry-after")) || undefined);

const answerHeaders = new WeakMap<object, Headers>();

/** A header of the response that {@link call} returned this answer from; undefined if it had none. */
export const headerOf = (answer: object, name: string): string | undefined =>
  answerHeaders.get(answer)?.get(name) ?? undefined;

const underWay = new Set<Promise<Response>>();
/** The lock that changes share while they are under way, in all tabs. Browsers have locks only on secure pages. */
const changing = "zippy-calls";

/**
 * Resolves once the server has answered the calls that were sent until now, and the changes of other tabs, or after so
 * many milliseconds. Uploads aren't among them.
 */
export async function callsAnswered(patience: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  const others = globalThis.navigator?.locks
    ?.request(changing, { signal: AbortSignal.timeout(patience) }, () => undefined)
    .catch(() => undefined);
  await Promise.race([Promise.allSettled([...underWay, others]), late]);
}

/** The response of the server to a request. If there is none, checks whether the server is still running. */
async function answerTo(url: string, init: RequestInit): Promise<Response> {
  const answer = fetch(url, init);
  underWay.add(answer);
  // Only changes, because nothing is lost when a read of a page that is about to close is refused.
  if (init.method !== "GET")
    globalThis.navigator?.locks
      ?.request(changing, { mode: "shared" }, () => answer.then(() => undefined))
      .catch(() => undefined);
  try {
    const response = await answer;
    const { status, statusText, headers } = response;
    if (!isOfProxy(status, headers.get("content-type"))) {
      // The next check may be ten seconds away.
      if (serverReach().state === "lost") checkServer();
      return response;
    }
    throw new ProxyAnswer(`${status}: ${(await response.text()) || statusText}`);
  } catch (error) {
    if (!init.signal?.aborted) checkServer();
    return inWords(error);
  } finally {
    underWay.delete(answer);
  }
}

/** @throws the failure of a request or of reading its answer; one that took too long, with a sentence. */
function inWords(error: unknown): never {
  if (!isTimeout(error)) throw error;
  checkServer();
  const message = "Zippy's server took too long to answer. Try again.";
  throw new ApiError(408, JSON.stringify({ message, code: "timeout" }), "Request Timeout");
}

/**
 * The address of a call: fills `:name` from `params` and omits undefined query entries. What was created without a
 * connection has the server's id, as soon as there is one.
 */
export function urlOf(
  path: string,
  params?: Record<string, string>,
  query?: Record<string, unknown>,
): string {
  const filled = withServerIds(
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
