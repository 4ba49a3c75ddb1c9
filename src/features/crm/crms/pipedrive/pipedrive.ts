import { addressSetting } from "../../../../server/address-setting";
import type { RecordKind } from "../../contract";
import {
  CrmFailure,
  type CrmRecords,
  type CrmSession,
  type CrmSessionTools,
  crmModule,
  type NewCrmTask,
} from "../crm";
import { type CrmAnswer, type CrmRequest, failureOf, requestCrm } from "../crm-request";
import { fieldsOf, idOf, listOf, type RecordForm, requireForm, requireId, textOf } from "../fields";
import { type PipedriveAccount, toCompany, toContact, toDeal, toTask, toTaskBody } from "./pipedrive-records";

const name = "Pipedrive";
/** The most per page. */
const perPage = 500;

const paths: Record<RecordKind, string> = {
  companies: "/api/v2/organizations",
  contacts: "/api/v2/persons",
  deals: "/api/v2/deals",
  tasks: "/api/v2/activities",
};

const forms: Record<RecordKind, RecordForm> = {
  companies: { texts: ["name", "website"] },
  contacts: { texts: ["name"], lists: ["emails", "email", "phones", "phone"] },
  deals: { texts: ["title", "value", "stage_id", "status"] },
  tasks: { texts: ["subject", "note", "due_date", "due_time"] },
};

/**
 * Pipedrive with a person's API token. It lists no deletions, so everything is read again from time to time. Sources:
 * developers.pipedrive.com/docs/api/v1/Persons, …/Organizations, …/Deals, …/Stages, …/Activities (API v2), …/Users
 */
export const pipedrive = crmModule({
  settings: { PIPEDRIVE_BASE_URL: addressSetting("https://api.pipedrive.com") },
  create({ PIPEDRIVE_BASE_URL }) {
    const sender =
      (apiKey: string, { signal }: CrmSessionTools): Send =>
      (path, { query = {}, method = "GET", body } = {}) =>
        requestCrm({
          ...{ name, method, body, signal, explain },
          url: new URL(`${PIPEDRIVE_BASE_URL}${path}?${new URLSearchParams(query)}`),
          headers: { "x-api-token": apiKey },
        });
    return {
      dueByDay: false,
      async connect({ apiKey }, kinds, tools) {
        const send = sender(apiKey, tools);
        const { id, company } = await accountOf(send);
        for (const kind of kinds) await send(paths[kind], { query: { limit: "1" } });
        return { externalId: id, accountName: company, access: { apiKey } };
      },
      open: ({ apiKey }, tools) => openPipedrive(sender(apiKey, tools)),
    };
  },
});

type Send = (
  path: string,
  options?: { query?: Record<string, string>; method?: CrmRequest["method"]; body?: unknown },
) => Promise<CrmAnswer>;

function openPipedrive(send: Send): CrmSession {
  let account: Promise<PipedriveAccount> | undefined;
  let stages: Promise<Map<string, string>> | undefined;
  return {
    async changed<Kind extends RecordKind>(kind: Kind, since: Date | null, page: string | null) {
      account ??= accountOf(send);
      if (kind === "deals") stages ??= stagesOf(send);
      const [of, names] = [await account, (await stages) ?? new Map<string, string>()];
      const { body, at } = await send(paths[kind], {
        query: {
          limit: String(perPage),
          ...(page && { cursor: page }),
          // Without milliseconds.
          ...(since && { updated_since: since.toISOString().replace(/\.\d+Z$/, "Z") }),
        },
      });
      const { success, data, additional_data } = fieldsOf(body);
      // Nothing found may be null. Anything else must not look like the end of the list, or the rest would be deleted.
      const objects = listOf(name, success === true ? (data ?? []) : data).map(fieldsOf);
      const isGone = ({ is_deleted, status }: Record<string, unknown>) =>
        is_deleted === true || status === "deleted";
      const records = objects
        .filter((object) => !isGone(object))
        .flatMap((object) => {
          requireForm(name, object.id, object, forms[kind]);
          const record =
            kind === "companies"
              ? toCompany(object, of)
              : kind === "contacts"
                ? toContact(object, of)
                : kind === "deals"
                  ? toDeal(object, of, names)
                  : toTask(object);
          return record ? [record as CrmRecords[Kind]] : [];
        });
      return {
        records,
        removed: objects.filter(isGone).flatMap(({ id }) => idOf(id) ?? []),
        next: textOf(fieldsOf(additional_data).next_cursor),
        at,
      };
    },
    removed: null,
    async createTask({ dealId, contactId, ...fields }: NewCrmTask) {
      const { body } = await send(paths.tasks, {
        method: "POST",
        body: {
          ...toTaskBody(fields),
          type: "task",
          ...(dealId && { deal_id: Number(dealId) }),
          ...(contactId && { participants: [{ person_id: Number(contactId), primary: true }] }),
        },
      });
      return requireId(name, fieldsOf(fieldsOf(body).data).id);
    },
    async updateTask(id, fields) {
      await send(`${paths.tasks}/${encodeURIComponent(id)}`, { method: "PATCH", body: toTaskBody(fields) });
    },
    async deleteTask(id) {
      await send(`${paths.tasks}/${encodeURIComponent(id)}`, { method: "DELETE" });
    },
  };
}

async function accountOf(send: Send): Promise<PipedriveAccount> {
  const { body } = await send("/v1/users/me");
  const { company_id, company_name, company_domain } = fieldsOf(fieldsOf(body).data);
  const domain = textOf(company_domain, 100);
  return {
    id: requireId(name, company_id),
    company: textOf(company_name, 200) ?? "Pipedrive",
    url: domain && /^[\w-]+$/.test(domain) ? `https://${domain}.pipedrive.com` : null,
  };
}

/** The names of all stages, by id. */
async function stagesOf(send: Send): Promise<Map<string, string>> {
  const { body } = await send("/api/v2/stages", { query: { limit: String(perPage) } });
  return new Map(
    listOf(name, fieldsOf(body).data ?? []).map((stage) => {
      const of = fieldsOf(stage);
      return [String(of.id), textOf(of.name, 200) ?? String(of.id)];
    }),
  );
}

/** Pipedrive's own reasons. Source: pipedrive.readme.io/docs/core-api-concepts-rate-limiting, …-http-status-codes */
function explain(answer: CrmAnswer): CrmFailure | undefined {
  const error = textOf(fieldsOf(answer.body).error, 300);
  if (answer.status === 429) {
    const reset = Number(answer.headers["x-ratelimit-reset"]);
    return failureOf(name, {
      ...answer,
      retryAfterSeconds: answer.retryAfterSeconds ?? (Number.isFinite(reset) ? Math.ceil(reset) : 60),
    });
  }
  if (answer.status === 403 && error)
    return new CrmFailure("permission_missing", `Pipedrive refused the key: ${error.replace(/\.?$/, ".")}`);
  if (answer.status === 400 && error && /cursor/i.test(error)) return new CrmFailure("page_lost", error);
  return answer.status === 410 ? new CrmFailure("record_gone", "Pipedrive has deleted this.") : undefined;
}
