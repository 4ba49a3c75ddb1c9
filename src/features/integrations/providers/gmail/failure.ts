import { z } from "zod";
import { TokenRefused } from "../../connect/access-token";
import { ProviderFailure } from "../provider";
import { failureOf, unreachable } from "../provider-request";

/**
 * The part of a failed call that Google's client exposes. Its headers are not always the platform's Headers
 * class.
 */
const Failed = z.object({
  response: z.object({
    status: z.number(),
    headers: z.custom<Pick<Headers, "get">>(
      (given) => typeof (given as Partial<Headers> | null)?.get === "function",
    ),
  }),
});

/** 403 reasons and status words that mean "retry later". Source: Gmail API, "Resolve errors". */
const later = /rateLimitExceeded|userRateLimitExceeded|RESOURCE_EXHAUSTED|dailyLimitExceeded/;
/** The user revoked a permission or never granted it. */
const scopeGone = /insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT/;
const apiOff = /accessNotConfigured|SERVICE_DISABLED/;

/** Translates errors from Google's clients into provider failures. */
export function gmailFailure(error: unknown): ProviderFailure | TokenRefused {
  if (error instanceof ProviderFailure || error instanceof TokenRefused) return error;
  const failed = Failed.safeParse(error);
  if (!failed.success) return unreachable("Gmail", bare(error));
  const { status, headers } = failed.data.response;
  const detail = detailOf(error);
  if (status === 403 && later.test(detail))
    return failureOf("Gmail", 429, headers.get("retry-after"), detail) as ProviderFailure;
  if (status === 403 && scopeGone.test(detail))
    return new ProviderFailure(
      "reconnect",
      "Zippy can no longer read this mailbox. Connect it again and allow reading mail.",
      { cause: bare(error) },
    );
  if (status === 403 && apiOff.test(detail))
    return new ProviderFailure(
      "refused",
      "The Gmail API isn't enabled in this server's Google Cloud project. Enable it in the console's API library.",
      { cause: bare(error) },
    );
  return failureOf("Gmail", status, headers.get("retry-after"), detail);
}

/**
 * The error without its request, because causes are logged and requests contain codes, tokens and secrets.
 */
export const bare = (error: unknown): Error =>
  new Error(error instanceof Error ? error.message : String(error));

/** True if the response was a 404. */
export const isMissing = (error: unknown): boolean => Failed.safeParse(error).data?.response.status === 404;

/** The error details from Google's response. */
export function detailOf(error: unknown): string {
  const data = (error as { response?: { data?: unknown } }).response?.data;
  return typeof data === "string" ? data : JSON.stringify(data ?? null);
}
