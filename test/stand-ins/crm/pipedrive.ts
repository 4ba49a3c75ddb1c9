import { type CrmKind, type CrmRecord, type CrmRecords, createCrmRecords } from "./crm-records";
import { type CrmCall, type CrmReply, type CrmServer, startCrmServer } from "./crm-server";

export interface PipedriveStandIn extends CrmServer, CrmRecords {
  addToken(): string;
  withdraw(token: string): void;
}

const kinds: Record<string, CrmKind> = {
  organizations: "companies",
  persons: "contacts",
  deals: "deals",
  activities: "tasks",
};

/**
 * Pipedrive. Sources: developers.pipedrive.com/docs/api/v1/Persons, …/Organizations, …/Deals, …/Stages and …/Activities
 * (API v2 with cursors), …/Users#getCurrentUser; pipedrive.readme.io/docs/core-api-concepts-http-status-codes
 */
export async function startPipedrive(): Promise<PipedriveStandIn> {
  const tokens = new Set<string>();
  const records = createCrmRecords((_kind, n) => String(n + 100));
  const server = await startCrmServer(answer);

  function answer(call: CrmCall): CrmReply {
    if (!tokens.has(String(call.headers["x-api-token"])))
      return {
        status: 401,
        body: {
          success: false,
          error: "unauthorized access",
          errorCode: 401,
          error_info: "Please check developers.pipedrive.com",
        },
      };
    if (call.path === "/v1/users/me")
      return {
        body: {
          success: true,
          data: {
            ...{ id: 1, name: "Ana Berg", company_id: 7_654_321, company_name: "Berg Roofing" },
            ...{ company_domain: "berg-roofing", default_currency: "EUR" },
          },
        },
      };
    if (call.path === "/api/v2/stages")
      return {
        body: {
          success: true,
          data: [
            { id: 1, order_nr: 1, name: "Qualified", pipeline_id: 1, is_deleted: false },
            { id: 2, order_nr: 2, name: "Proposal Made", pipeline_id: 1, is_deleted: false },
          ],
          additional_data: { next_cursor: null },
        },
      };
    const [, name = "", id] = /^\/api\/v2\/(\w+)(?:\/(\d+))?$/.exec(call.path) ?? [];
    const kind = kinds[name];
    if (!kind) return missing;
    if (call.method === "POST") {
      const made = records.add(kind, call.body);
      return { status: 201, body: { success: true, data: shown(records.find(kind, made) as CrmRecord) } };
    }
    if (id === undefined) return list(call, kind);
    if (!records.find(kind, id)) return missing;
    if (call.method === "PATCH") records.change(kind, id, call.body);
    if (call.method === "DELETE") records.remove(kind, id);
    return { body: { success: true, data: { id: Number(id) } } };
  }

  function list({ query }: CrmCall, kind: CrmKind): CrmReply {
    const limit = Math.min(500, Number(query.get("limit") ?? 100));
    const since = query.get("updated_since");
    const start = Number(Buffer.from(query.get("cursor") ?? "", "base64url").toString() || 0);
    const found = records.list(kind, { since: since === null ? null : new Date(since) });
    const more = found.length > start + limit;
    return {
      body: {
        success: true,
        data: found.slice(start, start + limit).map(shown),
        additional_data: {
          next_cursor: more ? Buffer.from(String(start + limit)).toString("base64url") : null,
        },
      },
    };
  }

  return {
    ...server,
    ...records,
    addToken() {
      const token = `${"a1b2c3d4".repeat(4)}${tokens.size}`;
      tokens.add(token);
      return token;
    },
    withdraw: (token) => void tokens.delete(token),
  };
}

const missing: CrmReply = {
  status: 404,
  body: { success: false, error: "Entity not found", errorCode: 404 },
};

const shown = ({ id, fields, changedAt }: CrmRecord) => ({
  ...fields,
  id: Number(id),
  is_deleted: false,
  update_time: changedAt.toISOString().replace(/\.\d+Z$/, "Z"),
});
