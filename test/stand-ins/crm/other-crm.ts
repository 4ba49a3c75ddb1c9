import { type CrmKind, type CrmRecord, type CrmRecords, createCrmRecords } from "./crm-records";
import { type CrmCall, type CrmReply, type CrmServer, startCrmServer } from "./crm-server";

export interface OtherCrmStandIn extends CrmServer, CrmRecords {
  token: string;
}

/** A system with the interface of docs/crm-openapi.json. */
export async function startOtherCrm(): Promise<OtherCrmStandIn> {
  const token = "secret-token";
  const records = createCrmRecords((kind, n) => `${kind}-${n}`);
  const perPage = 100;
  const server = await startCrmServer(({ method, path, query, headers, body }: CrmCall): CrmReply => {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: "Unknown token." } };
    if (path === "/account") return { body: { id: "berg", name: "Berg's own CRM" } };
    const [, kind, id] = /^\/(companies|contacts|deals|tasks)(?:\/(.+))?$/.exec(path) ?? [];
    if (!kind) return { status: 404, body: { message: "Unknown path." } };
    if (method === "POST") return { status: 201, body: { id: records.add("tasks", body) } };
    if (id) {
      if (!records.find("tasks", id)) return { status: 404, body: { message: "Deleted." } };
      if (method === "PATCH") records.change("tasks", id, body);
      if (method === "DELETE") records.remove("tasks", id);
      return { body: { id } };
    }
    const since = query.has("since") ? new Date(query.get("since") as string) : null;
    const deleted = since ? records.list(kind as CrmKind, { since, deleted: true }) : [];
    const found = [...records.list(kind as CrmKind, { since }), ...deleted];
    const start = Number(query.get("page") ?? 0);
    const more = found.length > start + perPage;
    const items = found.slice(start, start + perPage).map(shown);
    return { body: { items, next: more ? String(start + perPage) : null } };
  });
  return { ...server, ...records, token };
}

const shown = ({ id, fields, changedAt, deleted }: CrmRecord) =>
  deleted ? { id, deleted } : { ...fields, id, updatedAt: changedAt.toISOString() };
