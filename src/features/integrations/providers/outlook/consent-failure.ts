import * as oidc from "openid-client";
import { TokenRefused } from "../../connect/access-token";
import { ProviderFailure } from "../provider";
import { failureOf, unreachable } from "../provider-request";

/** Codes for a grant that only the person can give anew. Source: learn.microsoft.com/entra/identity-platform/reference-error-codes */
const gone = ["invalid_grant", "interaction_required", "consent_required", "login_required"];

/** Codes for a server that Microsoft does not know, or not by this secret. Source: RFC 6749, section 5.2 */
const ofClient = ["invalid_client", "unauthorized_client"];

/** What a failed question to the token endpoint means. */
export function refused(cause: unknown): never {
  if (cause instanceof oidc.ResponseBodyError) {
    if (gone.includes(cause.error)) throw withdrawn(cause);
    throw new ProviderFailure(
      "refused",
      `Microsoft refused the request (${cause.error}): check client id and secret.`,
      { cause, ...(ofClient.includes(cause.error) && { problem: "client" as const }) },
    );
  }
  const response = (cause as { cause?: unknown }).cause;
  if (response instanceof Response && response.status >= 400)
    throw asFailureOf(response.status, response.headers.get("retry-after"));
  throw unreachable("Microsoft", cause);
}

function asFailureOf(status: number, retryAfter: string | null): ProviderFailure {
  const failure = failureOf("Microsoft", status, retryAfter, "");
  return failure instanceof TokenRefused ? unknownClient(failure) : failure;
}

/** Outside of a session there is no token to refresh: what is not accepted is refused. */
export function asFailure(error: unknown): never {
  throw error instanceof TokenRefused ? unknownClient(error) : error;
}

const unknownClient = (cause: unknown): ProviderFailure =>
  new ProviderFailure("refused", "Microsoft does not accept what it has just handed out. Connect again.", {
    cause,
  });

/** The grant is gone. */
export const withdrawn = (cause?: unknown): ProviderFailure =>
  new ProviderFailure("reconnect", "The access to Outlook was withdrawn. Connect the account again.", {
    cause,
  });
