import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isNestedDeeply } from "../../../server/http/nested-json";
import { retryAfterSecondsOf } from "../../../server/retry-after";
import { hostGuard, refusalSentence } from "../../../server/typed-hosts";
import { CrmFailure } from "./crm";

/** Longest wait for a complete response (milliseconds). */
const patience = 20_000;
/** Largest response that is read (bytes). */
const longestAnswer = 20 * 1024 * 1024;

/** Connections stay open between requests. Hosts that people typed have their own, because they are checked. */
const agents = {
  vendors: { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) },
  typed: { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) },
};

/** One call to a CRM. */
export interface CrmRequest {
  /** The CRM's name, for error sentences. */
  name: string;
  url: URL;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  /** JSON, or a form. */
  body?: unknown;
  signal: AbortSignal;
  /** Someone typed the host, and private networks are out of bounds. */
  publicOnly?: boolean;
  /** Interprets a refusal that says more than its status; undefined: use the defaults. */
  explain?: (answer: CrmAnswer) => CrmFailure | undefined;
}

/** A response. `body`: its JSON; null if it is empty. */
export interface CrmAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  /** The Retry-After header in seconds. */
  retryAfterSeconds: number | undefined;
  /** The Date header, or now. */
  at: Date;
  body: unknown;
}

/**
 * Makes one request and parses the response as JSON. Doesn't follow redirects, which could lead the key elsewhere.
 *
 * @throws CrmFailure unless the response is a success.
 */
export async function requestCrm(request: CrmRequest): Promise<CrmAnswer> {
  const { name, explain } = request;
  const limit = AbortSignal.timeout(patience);
  let answer: CrmAnswer;
  try {
    answer = await exchange(request, AbortSignal.any([request.signal, limit]));
  } catch (cause) {
    if (cause instanceof CrmFailure) throw cause;
    const refusal = refusalSentence(cause);
    if (refusal) throw new CrmFailure("not_filled_in", refusal, { cause });
    throw new CrmFailure("unavailable", `${name} could not be reached.`, { cause });
  }
  if ((answer.status >= 200 && answer.status < 300) || answer.status === 304) return answer;
  throw explain?.(answer) ?? failureOf(name, answer);
}

async function exchange(
  { name, url, method = "GET", headers = {}, body, publicOnly = false }: CrmRequest,
  signal: AbortSignal,
): Promise<CrmAnswer> {
  const guard = hostGuard(publicOnly);
  guard.refuse(url.hostname);
  const protocol = url.protocol as "http:" | "https:";
  const sent = body === undefined ? undefined : Buffer.from(contentOf(body));
  const type = body instanceof URLSearchParams ? "application/x-www-form-urlencoded" : "application/json";
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (protocol === "https:" ? https : http).request(url, {
      method,
      signal,
      agent: agents[publicOnly ? "typed" : "vendors"][protocol],
      lookup: guard.lookup,
      headers: {
        accept: "application/json",
        ...(sent && { "content-type": type, "content-length": String(sent.length) }),
        ...headers,
      },
    });
    request
      .once("response", resolve)
      // Nobody asked for another protocol. Without a listener, neither an answer nor an error would follow.
      .once("upgrade", (answered, socket) => {
        socket.destroy();
        resolve(answered);
      })
      .on("error", reject)
      .once("close", () => reject(new Error("the connection ended without an answer")))
      .end(sent);
  });
  const status = response.statusCode ?? 0;
  const text = status === 101 ? "" : await readText(name, response);
  const date = Date.parse(response.headers.date ?? "");
  return {
    status,
    headers: response.headers,
    retryAfterSeconds: retryAfterSecondsOf(response.headers["retry-after"]),
    at: new Date(Number.isNaN(date) ? Date.now() : date),
    body: parse(name, text, status),
  };
}

const contentOf = (body: unknown): string =>
  body instanceof URLSearchParams ? body.toString() : JSON.stringify(body);

async function readText(name: string, response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestAnswer) {
      response.destroy();
      throw new CrmFailure("unavailable", `${name} answered with more data than Zippy reads at once.`);
    }
    parts.push(part);
  }
  if (!response.complete) throw new Error("the response ended early");
  return Buffer.concat(parts).toString("utf8");
}

/** A refusal may be a page of a proxy; a success must be data. */
function parse(name: string, text: string, status: number): unknown {
  if (text === "") return null;
  try {
    if (isNestedDeeply(text)) throw new RangeError("nested too deeply");
    return JSON.parse(text) as unknown;
  } catch {
    if (status >= 300) return null;
    throw new CrmFailure("unavailable", `${name} answered with something Zippy can't read.`);
  }
}

/** The failure that a status means by itself. */
export function failureOf(name: string, { status, retryAfterSeconds }: CrmAnswer): CrmFailure {
  if (status === 401)
    return new CrmFailure("key_refused", `${name} refused the key: it isn't valid, or it has expired.`);
  if (status === 403)
    return new CrmFailure("permission_missing", `${name} refused the key: it isn't allowed to do this.`);
  if (status === 404) return new CrmFailure("record_gone", `${name} doesn't have this.`);
  if (status === 429)
    return new CrmFailure("rate_limited", `${name} asked Zippy to wait: too many requests.`, {
      retryAfterSeconds,
    });
  if (status >= 500)
    return new CrmFailure("unavailable", `${name} has a problem on its side (${status}).`, {
      retryAfterSeconds,
    });
  return new CrmFailure("refused", `${name} refused the request (${status}).`);
}
