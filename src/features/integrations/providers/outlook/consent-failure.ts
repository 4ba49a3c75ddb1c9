import * as oidc from "openid-client";
import { TokenRefused } from "../../connect/access-token";
import { ProviderFailure } from "../provider";
import { failureOf, unreachable } from "../provider-request";
import { isOfAnswer, unreadableAnswer } from "../readable-answers";

/**
 * Error codes for a grant that only the user can renew. Source:
 * learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const gone = ["invalid_grant", "interaction_required", "consent_required", "login_required"];

/** Error codes for an unknown client or a wrong secret. Source: RFC 6749, section 5.2 */
const ofClient = ["invalid_client", "unauthorized_client"];

/** The library's codes for a request without an answer. */
const noAnswer = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"]);

/** Translates an error from the token endpoint. */
export function refused(cause: unknown): never {
  if (cause instanceof oidc.ResponseBodyError) {
    if (gone.includes(cause.error)) throw withdrawn(cause);
    throw new ProviderFailure(
      "refused",
      `Microsoft refused the request (${cause.error}). Check the client ID and secret.`,
      { cause, ...(ofClient.includes(cause.error) && { problem: "client" as const }) },
    );
  }
  const response = (cause as { cause?: unknown }).cause;
  // Our fetch threw it; the library may have wrapped it.
  for (const error of [cause, response]) if (error instanceof ProviderFailure) throw error;
  if (response instanceof Response && response.status >= 400)
    throw asFailureOf(response.status, response.headers.get("retry-after"));
  // What the library says of an answer, with the answer, or of the network, with the error of fetch.
  const isRead =
    response instanceof Response || (cause instanceof oidc.ClientError && !noAnswer.has(cause.code ?? ""));
  if (isRead || isOfAnswer(cause)) throw unreadableAnswer("Microsoft", { cause });
  throw unreachable("Microsoft", cause);
}

function asFailureOf(status: number, retryAfter: string | null): ProviderFailure {
  const failure = failureOf("Microsoft", status, retryAfter, "");
  return failure instanceof TokenRefused ? unknownClient(failure) : failure;
}

/** Without a session there is no token to refresh, so a rejected token is a refusal. */
export function asFailure(error: unknown): never {
  throw error instanceof TokenRefused ? unknownClient(error) : error;
}

const unknownClient = (cause: unknown): ProviderFailure =>
  new ProviderFailure("refused", "Microsoft rejected the token it just issued. Connect again.", {
    cause,
  });

/** The grant is gone. */
export const withdrawn = (cause?: unknown): ProviderFailure =>
  new ProviderFailure("reconnect", "Zippy's access to Outlook was revoked. Connect the account again.", {
    cause,
  });
