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
import { ProviderFailure } from "../provider";
import { unreachable } from "../provider-request";

/** How long Slack may take to answer (milliseconds). */
const patience = 20_000;

/** Makes calls of Slack's Web API. Throws TokenRefused, or ProviderFailure whose cause's message is Slack's own code. */
export type SlackCall = <T>(
  access: { token?: string; signal?: AbortSignal },
  call: (client: WebClient) => Promise<T>,
) => Promise<T>;

const ignore = (): void => undefined;
/** What fails is told by the errors. */
const silent: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  setName: ignore,
  getLevel: () => LogLevel.ERROR,
};

/** @param baseUrl - of Slack itself, such as https://slack.com. */
export function createSlackApi(baseUrl: string): SlackCall {
  return async ({ token, signal }, call) => {
    const limit = AbortSignal.timeout(patience);
    const client = new WebClient(token, {
      slackApiUrl: `${baseUrl}/api/`,
      logger: silent,
      // Waiting is left to the account's own schedule.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: fetchWith(signal ? AbortSignal.any([signal, limit]) : limit),
    });
    try {
      return await call(client);
    } catch (error) {
      throw failureOf(error);
    }
  };
}

function fetchWith(signal: AbortSignal): FetchFunction {
  return (url, { method = "POST", headers = {}, body = null } = {}) =>
    fetch(url, { method, headers, body, redirect: "error", signal });
}

const tokenErrors = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
]);
/** This server is not known to Slack, or not by this secret. */
const clientErrors = new Set(["invalid_client_id", "bad_client_secret"]);
const ownErrors = new Set(["internal_error", "fatal_error", "service_unavailable", "request_timeout"]);

/** What went wrong. The client's own error is left behind: it may carry the request with its token. */
function failureOf(error: unknown): ProviderFailure | TokenRefused {
  if (error instanceof ProviderFailure || error instanceof TokenRefused) return error;
  if (error instanceof WebAPIRateLimitedError) return waitFor(error.retryAfter);
  if (error instanceof WebAPIHTTPError) return ofStatus(error.statusCode);
  if (error instanceof WebAPIPlatformError) return ofCode(error.data);
  return unreachable("Slack", new Error("no answer that could be read"));
}

const waitFor = (retryAfterSeconds: number | undefined): ProviderFailure =>
  new ProviderFailure("rate_limited", "Slack asks to wait before the next request.", { retryAfterSeconds });

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

function ofCode(answer: { error: string; needed?: unknown }): ProviderFailure | TokenRefused {
  const { error: code, needed } = answer;
  const options = { cause: new Error(code) };
  if (tokenErrors.has(code)) return new TokenRefused(code);
  if (code === "ratelimited") return waitFor(undefined);
  if (code === "invalid_cursor")
    return new ProviderFailure("cursor_lost", "Slack no longer knows where to go on.", options);
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

/** The code that Slack gave as the reason for refusing something; undefined for any other failure. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ProviderFailure) || error.kind !== "refused") return undefined;
  const { cause } = error.options;
  return cause instanceof Error ? cause.message : undefined;
}
