import type { RecordKind } from "../../contract";
import { type ChangedPage, CrmFailure, type CrmRecords } from "../crm";
import { fieldsOf, idOf, listOf, type RecordForm, requireForm, textOf } from "../fields";
import { name, type ZohoApi } from "./zoho-api";
import { toCompany, toContact, toDeal, toTask } from "./zoho-records";

/** The most per page. */
export const perPage = 200;
/** Records that a list reaches with its page tokens. Source: zoho.com/crm/developer/docs/api/v8/get-records.html */
const mostListed = 100_000;
/** Records that can be read by their ids at once. Source: the same page, `ids` */
const mostByIds = 100;

export const modules: Record<RecordKind, { module: string; fields: string }> = {
  companies: { module: "Accounts", fields: "Account_Name,Website" },
  contacts: {
    module: "Contacts",
    fields: "Full_Name,Email,Secondary_Email,Phone,Mobile,Title,Account_Name,Twitter,Skype_ID",
  },
  deals: {
    module: "Deals",
    fields: "Deal_Name,Amount,Currency,Stage,Probability,Closing_Date,Account_Name,Contact_Name",
  },
  tasks: { module: "Tasks", fields: "Subject,Description,Due_Date,Status,What_Id,Who_Id,Modified_Time" },
};

const toRecord: { [Kind in RecordKind]: (of: Record<string, unknown>) => CrmRecords[Kind] | null } = {
  companies: toCompany,
  contacts: toContact,
  deals: toDeal,
  tasks: toTask,
};

const forms: Record<RecordKind, RecordForm> = {
  companies: { texts: ["Account_Name", "Website"] },
  contacts: { texts: ["Full_Name", "Email", "Phone"] },
  deals: { texts: ["Deal_Name", "Amount", "Stage"] },
  tasks: { texts: ["Subject", "Description", "Due_Date", "Status"] },
};

const asZohoWrites = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "+00:00");

/** A point in time in a header, with an offset as Zoho writes it. */
export const since = (time: Date | null) => (time ? { "if-modified-since": asZohoWrites(time) } : {});

/** The records of a page. Nothing at all, or nothing new, is an empty response. */
export function pageOf(body: unknown): { data: unknown[]; info: unknown } {
  if (body === null) return { data: [], info: null };
  const { data, info } = fieldsOf(body);
  return { data: listOf(name, data), info };
}

/** Where reading continues: in the list, after so many records, or with the records after an id. */
type Position = { listed: number; token: string | null } | { after: string };

/** Reads a position from its stored form, such as `600 4150868000000000600 TOKEN` or `after 4150868000000100000`. */
function positionOf(page: string | null): Position {
  if (page === null) return { listed: 0, token: null };
  const [first = "", second, token] = page.split(" ");
  if (first === "after" && second) return { after: second };
  if (!second || !token) throw new CrmFailure("page_lost", "Zippy restarts the pages of Zoho's lists.");
  return { listed: Number(first), token };
}

/**
 * Records changed since then, by id. A list ends after 100,000, so the rest is found by query: first the ids, whose
 * order no change disturbs, and then their records, because a query refuses fields that the account doesn't have.
 */
export async function changedRecords<Kind extends RecordKind>(
  api: ZohoApi,
  kind: Kind,
  from: Date | null,
  page: string | null,
): Promise<ChangedPage<CrmRecords[Kind]>> {
  const position = positionOf(page);
  const read =
    "after" in position
      ? await readAfter(api, kind, from, position.after)
      : await readList(api, kind, from, position);
  const records = read.data.flatMap((object) => {
    const of = fieldsOf(object);
    requireForm(name, of.id, of, forms[kind]);
    const record = toRecord[kind](of);
    return record ? [record] : [];
  });
  return { records, next: read.next, at: read.at };
}

interface Read {
  data: unknown[];
  next: string | null;
  at: Date;
}

async function readList(
  api: ZohoApi,
  kind: RecordKind,
  from: Date | null,
  { listed, token }: { listed: number; token: string | null },
): Promise<Read> {
  const { module, fields } = modules[kind];
  const { body, at } = await api.get(
    `/crm/v8/${module}`,
    {
      ...{ fields, per_page: String(perPage), sort_by: "id", sort_order: "asc" },
      ...(token && { page_token: token }),
    },
    since(from),
  );
  const { data, info } = pageOf(body);
  const { more_records, next_page_token } = fieldsOf(info);
  const last = idOf(fieldsOf(data.at(-1)).id);
  if (more_records !== true || last === null) return { data, next: null, at };
  const sum = listed + data.length;
  const next = textOf(next_page_token);
  return { data, next: next && sum < mostListed ? `${sum} ${last} ${next}` : `after ${last}`, at };
}

/** Source: zoho.com/crm/developer/docs/api/v8/COQL-Overview.html, pagination beyond 100,000 records */
async function readAfter(api: ZohoApi, kind: RecordKind, from: Date | null, after: string): Promise<Read> {
  const { module, fields } = modules[kind];
  const known = /^\d+$/.test(after) ? after : "0";
  const where = from ? `(Modified_Time >= '${asZohoWrites(from)}' and id > ${known})` : `id > ${known}`;
  const { body, at } = await api.query(
    `select id from ${module} where ${where} order by id asc limit ${perPage}`,
  );
  const { data, info } = pageOf(body);
  const ids = data.flatMap((object) => idOf(fieldsOf(object).id) ?? []);
  const pages = Array.from({ length: Math.ceil(ids.length / mostByIds) }, (_, n) =>
    ids.slice(n * mostByIds, (n + 1) * mostByIds),
  );
  const records = await Promise.all(
    pages.map((some) =>
      api.get(`/crm/v8/${module}`, { fields, ids: some.join(","), per_page: String(mostByIds) }),
    ),
  );
  const more = fieldsOf(info).more_records === true && ids.length > 0;
  return {
    data: records.flatMap((found) => pageOf(found.body).data),
    next: more ? `after ${ids.at(-1)}` : null,
    at,
  };
}
