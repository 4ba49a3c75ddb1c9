import { z } from "zod";
import type { RecordKind } from "../../contract";
import {
  type CrmAccess,
  CrmFailure,
  type CrmRecords,
  type CrmSession,
  type CrmSessionTools,
  type CrmTaskFields,
  crmModule,
} from "../crm";
import { type CrmAnswer, type CrmRequest, requestCrm } from "../crm-request";
import { fieldsOf, idOf, listOf, type RecordForm, requireForm, requireId, textOf } from "../fields";
import { typedAddress } from "../typed-address";
import {
  type TaskStatuses,
  toCompany,
  toContact,
  toDeal,
  toTask,
  toTaskBody,
  toTaskStatuses,
} from "./salesforce-records";

const name = "Salesforce";
const data = "/services/data/v61.0";

const objects: Record<RecordKind, { type: string; fields: string }> = {
  companies: { type: "Account", fields: "Id, Name, Website" },
  contacts: {
    type: "Contact",
    fields: "Id, Name, Title, Email, Phone, MobilePhone, AccountId, Account.Name",
  },
  deals: {
    type: "Opportunity",
    fields:
      "Id, Name, Amount, StageName, IsClosed, IsWon, CloseDate, AccountId, (SELECT ContactId FROM OpportunityContactRoles)",
  },
  tasks: {
    type: "Task",
    fields: "Id, Subject, Description, ActivityDate, IsClosed, WhatId, WhoId, SystemModstamp",
  },
};

const forms: Record<RecordKind, RecordForm> = {
  companies: { texts: ["Name", "Website"] },
  contacts: { texts: ["Name", "Email", "Phone"] },
  deals: { texts: ["Name", "Amount", "StageName"] },
  tasks: { texts: ["Subject", "Description", "ActivityDate"] },
};

/**
 * Salesforce with an access token, or with a connected app's consumer key and secret (client credentials). Sources:
 * developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm, …/resources_queryall.htm,
 * …/dome_sobject_create.htm, …/errorcodes.htm; help.salesforce.com (OAuth 2.0 client credentials flow)
 */
export const salesforce = crmModule({
  settings: { PRIVATE_HOSTS: z.enum(["allow", "refuse"]).default("refuse") },
  create({ PRIVATE_HOSTS }) {
    const publicOnly = PRIVATE_HOSTS === "refuse";
    return {
      dueByDay: true,
      async connect(credentials, kinds, tools) {
        const instanceUrl = typedAddress(credentials.instanceUrl, "instance address", publicOnly);
        const access = { ...credentials, instanceUrl };
        const send = sender(access, publicOnly, tools);
        const { body } = await send(`${data}/query`, { q: "SELECT Id, Name FROM Organization LIMIT 1" });
        const organization = fieldsOf(listOf(name, fieldsOf(body).records)[0]);
        for (const kind of kinds)
          await send(`${data}/query`, { q: `SELECT Id FROM ${objects[kind].type} LIMIT 1` });
        return {
          externalId: requireId(name, organization.Id),
          accountName: textOf(organization.Name, 200) ?? new URL(instanceUrl).hostname,
          access,
        };
      },
      open: (access, tools) => openSalesforce(access, sender(access, publicOnly, tools)),
    };
  },
});

type Send = (
  path: string,
  query?: Record<string, string>,
  change?: { method: CrmRequest["method"]; body?: unknown },
) => Promise<CrmAnswer>;

/** Sends with the access token that was typed, or with one that the consumer key gives, once per session. */
function sender(access: CrmAccess, publicOnly: boolean, { signal }: CrmSessionTools): Send {
  const base = access.instanceUrl as string;
  let token: Promise<string> | undefined;
  const shared = { name, signal, publicOnly, explain };
  async function tokenOf(): Promise<string> {
    if (!access.clientId) return access.apiKey;
    const { body } = await requestCrm({
      ...shared,
      url: new URL(`${base}/services/oauth2/token`),
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: access.clientId,
        client_secret: access.apiKey,
      }),
    });
    return requireId(name, fieldsOf(body).access_token);
  }
  return async (path, query = {}, { method = "GET", body } = { method: "GET" }) => {
    token ??= tokenOf();
    const search = new URLSearchParams(query);
    return requestCrm({
      ...{ ...shared, method, body },
      url: new URL(`${base}${path}${search.size > 0 ? `?${search}` : ""}`),
      headers: { authorization: `Bearer ${await token}` },
    });
  };
}

/** A point in time in a query, without quotes. */
const at = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");

function openSalesforce({ instanceUrl = "" }: CrmAccess, send: Send): CrmSession {
  /** @param page - the address of the next page, which only Salesforce's own answers can set. */
  async function read(path: string, query: string, page: string | null) {
    const { body, at } = await (page?.startsWith("/services/data/") ? send(page) : send(path, { q: query }));
    const { records, nextRecordsUrl, done } = fieldsOf(body);
    return { records: listOf(name, records), next: done === false ? textOf(nextRecordsUrl) : null, at };
  }
  let statuses: Promise<TaskStatuses | undefined> | undefined;
  /** The body of a task; only one that says whether it is done needs the account's statuses. */
  async function bodyOf(fields: Partial<CrmTaskFields>) {
    if (fields.done !== undefined) statuses ??= statusesOf(send);
    return toTaskBody(fields, await statuses);
  }
  return {
    async changed<Kind extends RecordKind>(kind: Kind, since: Date | null, page: string | null) {
      const { type, fields } = objects[kind];
      const where = since ? ` WHERE SystemModstamp >= ${at(since)}` : "";
      const found = await read(`${data}/query`, `SELECT ${fields} FROM ${type}${where} ORDER BY Id`, page);
      const records = found.records.flatMap((object) => {
        const of = fieldsOf(object);
        requireForm(name, of.Id, of, forms[kind]);
        const record =
          kind === "companies"
            ? toCompany(of, instanceUrl)
            : kind === "contacts"
              ? toContact(of, instanceUrl)
              : kind === "deals"
                ? toDeal(of, instanceUrl)
                : toTask(of);
        return record ? [record as CrmRecords[Kind]] : [];
      });
      return { ...found, records };
    },
    async removed(kind, since, page) {
      const after = since ? ` AND SystemModstamp >= ${at(since)}` : "";
      const query = `SELECT Id FROM ${objects[kind].type} WHERE IsDeleted = true${after}`;
      const { records, next } = await read(`${data}/queryAll`, query, page);
      return { ids: records.flatMap((object) => idOf(fieldsOf(object).Id) ?? []), next };
    },
    async createTask({ dealId, contactId, ...fields }) {
      const { body } = await send(
        `${data}/sobjects/Task`,
        {},
        {
          method: "POST",
          body: {
            ...(await bodyOf(fields)),
            ...(dealId && { WhatId: dealId }),
            ...(contactId && { WhoId: contactId }),
          },
        },
      );
      return requireId(name, fieldsOf(body).id);
    },
    async updateTask(id, fields) {
      const path = `${data}/sobjects/Task/${encodeURIComponent(id)}`;
      await send(path, {}, { method: "PATCH", body: await bodyOf(fields) });
    },
    async deleteTask(id) {
      await send(`${data}/sobjects/Task/${encodeURIComponent(id)}`, {}, { method: "DELETE" });
    },
  };
}

/** Undefined for somebody who may not see them. */
async function statusesOf(send: Send): Promise<TaskStatuses | undefined> {
  try {
    const q = "SELECT ApiName, MasterLabel, IsClosed, IsDefault FROM TaskStatus ORDER BY SortOrder";
    return toTaskStatuses(listOf(name, fieldsOf((await send(`${data}/query`, { q })).body).records));
  } catch (error) {
    if (error instanceof CrmFailure && error.kind === "permission_missing") return undefined;
    throw error;
  }
}

/** Salesforce's own reasons. */
function explain({ status, body }: CrmAnswer): CrmFailure | undefined {
  // The token call answers with an object, all others with a list.
  const { errorCode, message, error } = fieldsOf([body].flat()[0]);
  const code = String(errorCode ?? error ?? "");
  if (code === "INVALID_SESSION_ID" || status === 401)
    return new CrmFailure("key_refused", `${name} refused the key: the session has expired or isn't valid.`);
  if (code === "REQUEST_LIMIT_EXCEEDED")
    return new CrmFailure(
      "rate_limited",
      `${name} asked Zippy to wait: the daily limit of requests is reached.`,
      {
        retryAfterSeconds: 3600,
      },
    );
  if (code === "INVALID_TYPE" || code === "INSUFFICIENT_ACCESS" || code === "INVALID_FIELD") {
    const [, type] = /sObject type '(\w+)'/.exec(String(message)) ?? [];
    return new CrmFailure(
      "permission_missing",
      `${name} refused the key: it lacks ${type ? `access to ${type}` : "a permission"}.`,
    );
  }
  if (code === "API_DISABLED_FOR_ORG" || code === "API_CURRENTLY_DISABLED")
    return new CrmFailure("permission_missing", `${name} refused the key: it isn't allowed to use the API.`);
  if (code === "INVALID_QUERY_LOCATOR") return new CrmFailure("page_lost", String(message));
  if (code === "ENTITY_IS_DELETED") return new CrmFailure("record_gone", String(message));
  if (/^invalid_(client|grant|client_id)/.test(code))
    return new CrmFailure("key_refused", `${name} refused the consumer key or secret.`);
  return undefined;
}
