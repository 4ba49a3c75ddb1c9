import { type CrmKind, type CrmRecord, type CrmRecords, createCrmRecords } from "./crm-records";
import { type CrmCall, type CrmReply, type CrmServer, startCrmServer } from "./crm-server";

export interface ZohoStandIn extends CrmServer, CrmRecords {
  client: { id: string; secret: string };
  /** Generates a code in the self client. It works once. */
  addCode(): string;
  /** Ends every access token, as an hour does. */
  expireTokens(): void;
  /** Ends the lasting access, as an administrator does. */
  withdraw(): void;
}

const kinds: Record<string, CrmKind> = {
  Accounts: "companies",
  Contacts: "contacts",
  Deals: "deals",
  Tasks: "tasks",
};

/**
 * Zoho CRM with its accounts server. Sources: zoho.com/crm/developer/docs/api/v8/get-records.html (fields, page_token,
 * If-Modified-Since, ids), …/COQL-Overview.html, …/get-deleted-records.html, …/insert-records.html, …/update-records.html, …/delete-records.html,
 * …/get-org-data.html, …/access-refresh.html, …/status-codes.html
 */
export async function startZoho(): Promise<ZohoStandIn> {
  const client = {
    id: "1000.GMB0YULZHJK411248S8I5GZ4CHUEX0",
    secret: "122c324d3496d5d777ceeebc129470715fbb856b7",
  };
  const codes = new Set<string>();
  const refreshTokens = new Set<string>();
  const tokens = new Set<string>();
  let made = 0;
  const records = createCrmRecords((_kind, n) => `4150868000000${String(n).padStart(6, "0")}`);
  const server = await startCrmServer(answer);

  function answer(call: CrmCall): CrmReply {
    if (call.path === "/oauth/v2/token") return token(call.body as Record<string, string>);
    if (!tokens.has(call.headers.authorization?.replace(/^Zoho-oauthtoken /, "") ?? ""))
      return {
        status: 401,
        body: { code: "INVALID_TOKEN", details: {}, message: "invalid oauth token", status: "error" },
      };
    if (call.path === "/crm/v8/org")
      return {
        body: { org: [{ id: "4150868000000000015", company_name: "Berg Roofing", iso_code: "EUR" }] },
      };
    const [, name = "", rest = ""] = /^\/crm\/v8\/(\w+)\/?(\w*)$/.exec(call.path) ?? [];
    const kind = kinds[name];
    if (!kind) return { status: 404, body: { code: "INVALID_URL_PATTERN", status: "error" } };
    if (call.method === "GET") return list(call, kind, rest === "deleted");
    const [data = {}] = (call.body.data ?? []) as Record<string, unknown>[];
    if (call.method === "POST") return succeed(201, records.add(kind, data));
    if (!records.find(kind, rest))
      return {
        status: 400,
        body: {
          data: [
            {
              code: "INVALID_DATA",
              details: { api_name: "id" },
              message: "the id given seems to be invalid",
              status: "error",
            },
          ],
        },
      };
    if (call.method === "PUT") records.change(kind, rest, data);
    if (call.method === "DELETE") records.remove(kind, rest);
    return succeed(200, rest);
  }

  function token({
    grant_type,
    client_id,
    client_secret,
    code = "",
    refresh_token = "",
  }: Record<string, string>): CrmReply {
    if (client_id !== client.id) return { body: { error: "invalid_client" } };
    if (client_secret !== client.secret) return { body: { error: "invalid_client_secret" } };
    const granted = grant_type === "refresh_token" ? refreshTokens.has(refresh_token) : codes.delete(code);
    if (!granted) return { body: { error: "invalid_code" } };
    const access_token = `1000.access.${++made}`;
    tokens.add(access_token);
    const lasting = `1000.refresh.${made}`;
    if (grant_type === "authorization_code") refreshTokens.add(lasting);
    return {
      body: {
        access_token,
        ...(grant_type === "authorization_code" && { refresh_token: lasting }),
        ...{ api_domain: server.url, token_type: "Bearer", expires_in: 3600 },
      },
    };
  }

  function list({ query, headers }: CrmCall, kind: CrmKind, deleted: boolean): CrmReply {
    const since = headers["if-modified-since"];
    const found = records.list(kind, { since: since ? new Date(since) : null, deleted });
    if (found.length === 0) return { status: since && !deleted ? 304 : 204 };
    const perPage = Math.min(200, Number(query.get("per_page") ?? 200));
    const start = deleted
      ? (Number(query.get("page") ?? 1) - 1) * perPage
      : Number(Buffer.from(query.get("page_token") ?? "", "base64url").toString() || 0);
    const more = found.length > start + perPage;
    const data = found
      .slice(start, start + perPage)
      .map((record) =>
        deleted
          ? { id: record.id, deleted_time: record.changedAt.toISOString(), type: "recycle" }
          : shown(record),
      );
    const next_page_token = more ? Buffer.from(String(start + perPage)).toString("base64url") : null;
    return {
      body: {
        data,
        info: {
          per_page: perPage,
          count: data.length,
          more_records: more,
          ...(!deleted && { next_page_token }),
        },
      },
    };
  }

  return {
    ...server,
    ...records,
    client,
    addCode() {
      const code = `1000.${"c".repeat(32)}.${codes.size}${++made}`;
      codes.add(code);
      return code;
    },
    expireTokens: () => tokens.clear(),
    withdraw() {
      tokens.clear();
      refreshTokens.clear();
    },
  };
}

const succeed = (status: number, id: string): CrmReply => ({
  status,
  body: {
    data: [
      {
        code: "SUCCESS",
        details: { id, Modified_Time: new Date().toISOString() },
        message: "done",
        status: "success",
      },
    ],
  },
});

const shown = ({ id, fields, changedAt }: CrmRecord) => ({
  ...fields,
  id,
  Modified_Time: changedAt.toISOString().replace(/\.\d+Z$/, "+00:00"),
});
