import type { ConnectProblem } from "../contract";

/**
 * What the codes mean that providers send back from their consent pages. Sources: RFC 6749, section 4.1.2.1;
 * developers.google.com/identity/protocols/oauth2/web-server;
 * learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow;
 * docs.slack.dev/authentication/installing-with-oauth;
 * developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
const problems = new Map<string, ConnectProblem>(
  Object.entries({
    access_denied: "denied",
    user_denied: "denied",
    // Only an administrator may allow it.
    admin_policy_enforced: "admin",
    consent_required: "admin",
    org_internal: "admin",
    scope_not_allowed_on_enterprise: "admin",
    unapproved_scope: "admin",
    // The provider doesn't know this server, or has other settings for it.
    invalid_client: "client",
    deleted_client: "client",
    unauthorized_client: "client",
    redirect_uri_mismatch: "client",
    bad_redirect_uri: "client",
    invalid_scope: "client",
    invalid_request: "client",
    unsupported_response_type: "client",
    invalid_resource: "client",
    invalid_team_for_non_distributed_app: "client",
    // On the provider's side.
    server_error: "unavailable",
    temporarily_unavailable: "unavailable",
    // The person has to sign in there again.
    interaction_required: "expired",
    login_required: "expired",
  }),
);

/** Microsoft's numbers, which say more than its code. Source: .../reference-error-codes */
const numbers: [pattern: RegExp, problem: ConnectProblem][] = [
  [/AADSTS65004\b/, "denied"],
  [/AADSTS(?:90094|90095|65001|50105|900941)\b/, "admin"],
  [/AADSTS(?:700016|50011|7000215|500011|50194)\b/, "client"],
];

/** Why a provider sent the browser back without access; undefined if it didn't. */
export function consentErrorOf(query: URLSearchParams): ConnectProblem | undefined {
  const code = query.get("error") ?? (query.has("error_code") ? "" : null);
  if (code === null) return undefined;
  const description = `${query.get("error_description") ?? ""} ${query.get("error_message") ?? ""}`;
  const numbered = numbers.find(([pattern]) => pattern.test(description));
  if (numbered) return numbered[1];
  return problems.get(query.get("error_reason") ?? "") ?? problems.get(code) ?? "provider";
}
