import {
  type FetchFunction,
  type Logger,
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebClient,
} from "@slack/web-api";
import { TokenRefused } from "../../connect/access-token";
import { type LimitedFetch, limitAnswers, tooLong } from "../limited-answers";
import { ProviderFailure } from "../provider";
import { unreachable } from "../provider-request";
import { isOfAnswer, unreadableAnswer, withoutValues } from "../readable-answers";

/** Longest wait for Slack's response (milliseconds). */
const patience = 20_000;

/**
 * Makes Slack Web API calls. Throws TokenRefused or ProviderFailure. The cause's message is Slack's error
 * code.
 */
export type SlackCall = <T>(
  access: { token?: string; signal?: AbortSignal },
  call: (client: WebClient) => Promise<T>,
) => Promise<T>;

const ignore = (): void => undefined;
/** Errors carry everything we need, so the client doesn't log. */
const silent: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  setName: ignore,
  getLevel: () => LogLevel.ERROR,
};

/** @param baseUrl - Slack's own, such as https://slack.com. */
export function createSlackApi(baseUrl: string): SlackCall {
  return async ({ token, signal }, call) => {
    const limit = AbortSignal.timeout(patience);
    const answers = limitAnswers();
    const client = new WebClient(token, {
      slackApiUrl: `${baseUrl}/api/`,
      logger: silent,
      // The sync schedule decides when to retry.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: fetchWith(answers, signal ? AbortSignal.any([signal, limit]) : limit),
    });
    try {
      return await call(client);
    } catch (error) {
      throw answers.exceeded ? tooLong("Slack") : failureOf(error);
    }
  };
}

function fetchWith(answers: LimitedFetch, signal: AbortSignal): FetchFunction {
  return async (url, { method = "POST", headers = {}, body = null } = {}) => {
    const response = await answers.fetch(url, { method, headers, body, redirect: "error", signal });
    // The client would unpack it to any size. No call that we make is answered with an archive.
    if (response.headers.get("content-type") === "application/gzip")
      return new Response("", { status: response.status });
    return response;
  };
}

const tokenErrors = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
]);
/** Slack doesn't recognize this server's client id or secret. */
const clientErrors = new Set(["invalid_client_id", "bad_client_secret"]);
const ownErrors = new Set(["internal_error", "fatal_error", "service_unavailable", "request_timeout"]);

/** Translates an error. Drops the client's own error, because it may contain the request with its token. */
function failureOf(error: unknown): ProviderFailure | TokenRefused {
  if (error instanceof ProviderFailure || error instanceof TokenRefused) return error;
  if (error instanceof WebAPIRateLimitedError) return waitFor(error.retryAfter);
  if (error instanceof WebAPIHTTPError) return ofStatus(error.statusCode);
  if (error instanceof WebAPIPlatformError) return ofCode(error.data);
  // The client takes any JSON for the documented one.
  if (isOfAnswer(error)) return unreadableAnswer("Slack", { cause: withoutValues(error) });
  return unreachable("Slack", new Error("unreadable response"));
}

const waitFor = (retryAfterSeconds: number | undefined): ProviderFailure =>
  new ProviderFailure("rate_limited", "Slack is limiting requests for now.", { retryAfterSeconds });

function ofStatus(status: number): ProviderFailure | TokenRefused {
  if (status === 401) return new TokenRefused("401");
  const cause = new Error(String(status));
  if (status >= 500)
    return new ProviderFailure("unavailable", `Slack has a problem on its side (${status}).`, {
      cause,
      status,
    });
  return new ProviderFailure("refused", `Slack refused the request (${status}).`, { cause });
}

function ofCode(answer: { error?: unknown; needed?: unknown }): ProviderFailure | TokenRefused {
  const { error: code, needed } = answer;
  // For the client, everything that isn't JSON is an error code, such as the page of a proxy.
  if (typeof code !== "string" || !/^[\w.:-]+$/.test(code)) return unreadableAnswer("Slack");
  const options = { cause: new Error(code) };
  if (tokenErrors.has(code)) return new TokenRefused(code);
  if (code === "ratelimited") return waitFor(undefined);
  if (code === "invalid_cursor")
    return new ProviderFailure("cursor_lost", "Slack no longer knows the position to resume from.", options);
  if (ownErrors.has(code))
    return new ProviderFailure("unavailable", `Slack has a problem on its side (${code}).`, {
      ...options,
      status: 200,
    });
  const sentence =
    code === "missing_scope"
      ? `Zippy's Slack app lacks the permission ${String(needed ?? "it needs")}. Add it at api.slack.com/apps, then reconnect the account.`
      : `Slack refused the request: ${code}.`;
  return new ProviderFailure("refused", sentence, {
    ...options,
    ...(clientErrors.has(code) && { problem: "client" as const }),
  });
}

/** The error code of a refusal by Slack; undefined for any other failure. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ProviderFailure) || error.kind !== "refused") return undefined;
  const { cause } = error.options;
  return cause instanceof Error ? cause.message : undefined;
}
