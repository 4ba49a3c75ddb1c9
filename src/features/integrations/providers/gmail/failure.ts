import { z } from "zod";
import { TokenRefused } from "../../connect/access-token";
import { ProviderFailure } from "../provider";
import { failureOf, unreachable } from "../provider-request";

/** The part of a failed call that Google's client hands on. Its headers are not always the Headers of this platform. */
const Failed = z.object({
  response: z.object({
    status: z.number(),
    headers: z.custom<Pick<Headers, "get">>(
      (given) => typeof (given as Partial<Headers> | null)?.get === "function",
    ),
  }),
});

/** Reasons and status words Google gives for a 403 that means "later". Source: Gmail API, "Resolve errors". */
const later = /rateLimitExceeded|userRateLimitExceeded|RESOURCE_EXHAUSTED|dailyLimitExceeded/;
/** The person took back a right, or never ticked it. */
const scopeGone = /insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT/;
const apiOff = /accessNotConfigured|SERVICE_DISABLED/;

/** Turns what Google's clients throw into what it means here. */
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
      "Zippy may not read this mailbox any more. Connect it again and allow reading mail.",
      { cause: bare(error) },
    );
  if (status === 403 && apiOff.test(detail))
    return new ProviderFailure(
      "refused",
      "The Gmail API is not enabled in the Google Cloud project of this server; enable it in the console's API library.",
      { cause: bare(error) },
    );
  return failureOf("Gmail", status, headers.get("retry-after"), detail);
}

/** What went wrong without the call it went wrong with, which holds codes, tokens and secrets: causes are logged. */
export const bare = (error: unknown): Error =>
  new Error(error instanceof Error ? error.message : String(error));

/** Whether the call was answered by "there is no such thing". */
export const isMissing = (error: unknown): boolean => Failed.safeParse(error).data?.response.status === 404;

/** What Google says went wrong. */
export function detailOf(error: unknown): string {
  const data = (error as { response?: { data?: unknown } }).response?.data;
  return typeof data === "string" ? data : JSON.stringify(data ?? null);
}
