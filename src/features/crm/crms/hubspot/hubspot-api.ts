import { CrmFailure } from "../crm";
import { type CrmAnswer, type CrmRequest, requestCrm } from "../crm-request";
import { fieldsOf, textsOf } from "../fields";

export const name = "HubSpot";

/** How long HubSpot's limits last if it doesn't say (seconds): ten seconds, or until the next day. */
const waits = { short: 10, daily: 3600 };

export interface HubspotApi {
  get(path: string, query?: Record<string, string>): Promise<CrmAnswer>;
  post(path: string, body: unknown): Promise<CrmAnswer>;
  patch(path: string, body: unknown): Promise<CrmAnswer>;
  delete(path: string): Promise<CrmAnswer>;
}

/** @param token - of a private app. */
export function createHubspotApi(baseUrl: string, token: string, signal: AbortSignal): HubspotApi {
  const send = (method: NonNullable<CrmRequest["method"]>, url: URL, body?: unknown) =>
    requestCrm({ name, url, method, body, signal, explain, headers: { authorization: `Bearer ${token}` } });
  return {
    get: (path, query = {}) => send("GET", new URL(`${baseUrl}${path}?${new URLSearchParams(query)}`)),
    post: (path, body) => send("POST", new URL(baseUrl + path), body),
    patch: (path, body) => send("PATCH", new URL(baseUrl + path), body),
    delete: (path) => send("DELETE", new URL(baseUrl + path)),
  };
}

/** HubSpot's own reasons. Source: developers.hubspot.com/docs/api-reference/error-handling */
function explain({ status, retryAfterSeconds, body }: CrmAnswer): CrmFailure | undefined {
  const { category, policyName, errors } = fieldsOf(body);
  if (status === 403 && category === "MISSING_SCOPES") {
    const scopes = textsOf(fieldsOf(fieldsOf([errors].flat()[0]).context).requiredGranularScopes);
    if (scopes.length > 0)
      return new CrmFailure("permission_missing", `${name} refused the key: it lacks ${inWords(scopes)}.`);
  }
  if (status === 401 && category === "EXPIRED_AUTHENTICATION")
    return new CrmFailure("key_refused", `${name} refused the key: it has expired.`);
  if (status === 429) {
    const daily = String(policyName).toUpperCase() === "DAILY";
    return new CrmFailure(
      "rate_limited",
      daily
        ? `${name} asked Zippy to wait: the account's daily limit of requests is reached.`
        : `${name} asked Zippy to wait: too many requests.`,
      { retryAfterSeconds: retryAfterSeconds ?? (daily ? waits.daily : waits.short) },
    );
  }
  return undefined;
}

const inWords = (scopes: string[]): string =>
  scopes.length < 2 ? scopes.join("") : `${scopes.slice(0, -1).join(", ")} or ${scopes.at(-1)}`;
