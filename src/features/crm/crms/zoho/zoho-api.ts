import type { CrmCredentials } from "../../contract";
import { type CrmAccess, CrmFailure, type CrmSessionTools } from "../crm";
import { type CrmAnswer, requestCrm } from "../crm-request";
import { fieldsOf, listOf, numberOf, textOf } from "../fields";

export const name = "Zoho";

export interface ZohoHosts {
  accounts: string;
  api: string;
}

export interface ZohoApi {
  get(path: string, query?: Record<string, string>, headers?: Record<string, string>): Promise<CrmAnswer>;
  /** Finds records with a query in COQL. */
  query(select: string): Promise<CrmAnswer>;
  /** Writes one record. @returns Zoho's answer for this record. */
  write(method: "POST" | "PUT" | "DELETE", path: string, record?: unknown): Promise<Record<string, unknown>>;
}

const queryPath = "/crm/v8/coql";
/** A token isn't used in the last minute before it expires (milliseconds). */
const reserve = 60_000;

/** Exchanges the code of a self client, which works once and for minutes, for access that lasts. */
export async function exchangeCode(
  { accounts }: ZohoHosts,
  credentials: CrmCredentials,
  signal: AbortSignal,
): Promise<CrmAccess> {
  const { apiKey, clientId = "", clientSecret = "" } = credentials;
  const answer = await requestToken(accounts, signal, {
    ...{ grant_type: "authorization_code", client_id: clientId, client_secret: clientSecret },
    code: apiKey,
  });
  const refreshToken = textOf(answer.refresh_token);
  if (!refreshToken)
    throw new CrmFailure("key_refused", "Zoho gave no lasting access. Generate the code in a self client.");
  return { ...credentials, refreshToken, ...tokenIn(answer) };
}

const tokenIn = ({ access_token, expires_in }: Record<string, unknown>) => ({
  accessToken: textOf(access_token) ?? "",
  accessTokenEndsAt: new Date(Date.now() + (numberOf(expires_in) ?? 3600) * 1000).toISOString(),
});

/** Zoho answers a refused token request with 200 and an error. */
async function requestToken(
  accounts: string,
  signal: AbortSignal,
  form: Record<string, string>,
): Promise<Record<string, unknown>> {
  const { body } = await requestCrm({
    ...{ name, signal, method: "POST", body: new URLSearchParams(form) },
    url: new URL(`${accounts}/oauth/v2/token`),
  });
  const answer = fieldsOf(body);
  const error = textOf(answer.error, 100);
  if (!error) return answer;
  if (error === "invalid_client" || error === "invalid_client_secret")
    throw new CrmFailure("key_refused", "Zoho refused the client ID or client secret.");
  if (error === "Access Denied")
    throw new CrmFailure("rate_limited", "Zoho asked Zippy to wait: too many access tokens.", {
      retryAfterSeconds: 600,
    });
  throw new CrmFailure(
    "key_refused",
    "Zoho refused the code: it isn't valid, was used before, or has expired.",
  );
}

export function createZohoApi(
  { accounts, api }: ZohoHosts,
  given: CrmAccess,
  { signal, renewed }: CrmSessionTools,
): ZohoApi {
  let access = given;

  async function renew(): Promise<void> {
    const { clientId = "", clientSecret = "", refreshToken = "" } = access;
    const answer = await requestToken(accounts, signal, {
      ...{ grant_type: "refresh_token", client_id: clientId, client_secret: clientSecret },
      refresh_token: refreshToken,
    });
    access = { ...access, ...tokenIn(answer) };
    await renewed?.(access);
  }

  async function send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    { headers, body }: { headers?: Record<string, string> | undefined; body?: unknown } = {},
    again = false,
  ): Promise<CrmAnswer> {
    if (Date.parse(access.accessTokenEndsAt ?? "") < Date.now() + reserve) await renew();
    try {
      return await requestCrm({
        ...{ name, method, signal, body },
        explain: (answer) =>
          explain(answer, path === queryPath ? "ZohoCRM.coql.READ" : "ZohoCRM.modules.ALL"),
        url: new URL(api + path),
        headers: { ...headers, authorization: `Zoho-oauthtoken ${access.accessToken}` },
      });
    } catch (error) {
      if (again || !(error instanceof CrmFailure && error.kind === "key_refused")) throw error;
      await renew();
      return send(method, path, { headers, body }, true);
    }
  }

  return {
    get: (path, query = {}, headers) => send("GET", `${path}?${new URLSearchParams(query)}`, { headers }),
    query: (select) => send("POST", queryPath, { body: { select_query: select } }),
    async write(method, path, record) {
      const { body } = await send(method, path, record === undefined ? {} : { body: { data: [record] } });
      const result = fieldsOf(listOf(name, fieldsOf(body).data)[0]);
      if (result.code === "SUCCESS") return fieldsOf(result.details);
      if (result.code === "INVALID_DATA" && /id/.test(String(fieldsOf(result.details).api_name)))
        throw new CrmFailure("record_gone", "Zoho has deleted this.");
      throw new CrmFailure(
        "refused",
        `Zoho refused the task: ${textOf(result.message, 200) ?? "no reason given"}.`,
      );
    },
  };
}

/** Zoho's own reasons. Source: zoho.com/crm/developer/docs/api/v8/status-codes.html */
function explain({ status, body, retryAfterSeconds }: CrmAnswer, scope: string): CrmFailure | undefined {
  const { code, data } = fieldsOf(body);
  if (code === "INVALID_TOKEN" || code === "AUTHENTICATION_FAILURE")
    return new CrmFailure("key_refused", `${name} refused the key: it isn't valid, or it has expired.`);
  if (code === "OAUTH_SCOPE_MISMATCH")
    return new CrmFailure("permission_missing", `${name} refused the key: it lacks ${scope}.`);
  if (code === "NO_PERMISSION")
    return new CrmFailure("permission_missing", `${name} refused the key: its user may not read this.`);
  if (status === 429 || code === "TOO_MANY_REQUESTS" || code === "LIMIT_EXCEEDED")
    return new CrmFailure("rate_limited", `${name} asked Zippy to wait: too many requests.`, {
      retryAfterSeconds: retryAfterSeconds ?? 60,
    });
  if (code === "INVALID_PAGE_TOKEN" || code === "EXPIRED_VALUE")
    return new CrmFailure("page_lost", "Zoho has forgotten where the list continues.");
  const first = Array.isArray(data) ? fieldsOf(data[0]) : {};
  if (first.code === "INVALID_DATA" && fieldsOf(first.details).api_name === "id")
    return new CrmFailure("record_gone", `${name} has deleted this.`);
  return undefined;
}
