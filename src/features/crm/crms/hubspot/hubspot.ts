import { addressSetting } from "../../../../server/address-setting";
import type { RecordKind } from "../../contract";
import {
  type ChangedPage,
  type CrmAccess,
  type CrmRecords,
  type CrmSession,
  type CrmSessionTools,
  crmModule,
} from "../crm";
import { fieldsOf, idOf, listOf, numberOf, type RecordForm, requireForm, requireId, textOf } from "../fields";
import { createHubspotApi, type HubspotApi, name } from "./hubspot-api";
import {
  type HubspotAccount,
  type HubspotStage,
  toCompany,
  toContact,
  toDeal,
  toNewTaskProperties,
  toTask,
  toTaskProperties,
} from "./hubspot-records";

/** Records per page: the most that the lists give. */
const perPage = 100;

/** The properties that are read of each kind of object. */
const properties: Record<RecordKind, string[]> = {
  companies: ["name", "domain"],
  contacts: [
    ...[
      "firstname",
      "lastname",
      "email",
      "hs_additional_emails",
      "jobtitle",
      "company",
      "associatedcompanyid",
    ],
    ...["phone", "mobilephone", "hs_whatsapp_phone_number", "twitterhandle"],
  ],
  deals: ["dealname", "amount", "deal_currency_code", "dealstage", "closedate", "hs_is_closed_won"],
  tasks: ["hs_task_subject", "hs_task_body", "hs_task_status", "hs_timestamp", "hs_lastmodifieddate"],
};

const forms: Record<RecordKind, RecordForm> = {
  companies: { texts: ["name", "domain"] },
  contacts: { texts: ["firstname", "lastname", "email", "phone"] },
  deals: { texts: ["dealname", "amount", "dealstage"] },
  tasks: { texts: ["hs_task_subject", "hs_task_body", "hs_task_status", "hs_timestamp"] },
};

/** What the kinds belong to, where that is read. */
const associations: Partial<Record<RecordKind, string[]>> = {
  deals: ["contacts", "companies"],
  tasks: ["deals", "contacts"],
};

/** HubSpot's numbers for what a task belongs to. Source: …/associations/associations-guide, association types */
const belongsTo = { deal: 216, contact: 204 };

/** When an object last changed. Contacts have another name for it. */
const modified = (kind: RecordKind): string =>
  kind === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";

/**
 * HubSpot with the token of a private app. Sources: developers.hubspot.com/docs/api-reference/crm-contacts-v3,
 * …/search/guide, …/account-account-info-v3, …/crm-pipelines-v3, …/crm-associations-v4
 */
export const hubspot = crmModule({
  settings: { HUBSPOT_BASE_URL: addressSetting("https://api.hubapi.com") },
  create({ HUBSPOT_BASE_URL }) {
    const apiOf = ({ apiKey }: Pick<CrmAccess, "apiKey">, { signal }: CrmSessionTools) =>
      createHubspotApi(HUBSPOT_BASE_URL, apiKey, signal);
    return {
      dueByDay: false,
      async connect({ apiKey }, kinds, tools) {
        const api = apiOf({ apiKey }, tools);
        const { portalId } = await accountOf(api);
        for (const kind of kinds) await api.get(`/crm/v3/objects/${kind}`, { limit: "1" });
        return { externalId: portalId, accountName: `Account ${portalId}`, access: { apiKey } };
      },
      open: (access, tools) => openHubspot(apiOf(access, tools)),
    };
  },
});

function openHubspot(api: HubspotApi): CrmSession {
  let account: Promise<HubspotAccount> | undefined;
  let stages: Promise<Map<string, HubspotStage>> | undefined;

  async function toRecords<Kind extends RecordKind>(
    kind: Kind,
    objects: unknown[],
  ): Promise<CrmRecords[Kind][]> {
    account ??= accountOf(api);
    const of = await account;
    if (kind === "deals") stages ??= stagesOf(api);
    const known = (await stages) ?? new Map<string, HubspotStage>();
    return objects.flatMap((object) => {
      const { id, properties } = fieldsOf(object);
      requireForm(name, id, fieldsOf(properties), forms[kind]);
      const record =
        kind === "companies"
          ? toCompany(object, of)
          : kind === "contacts"
            ? toContact(object, of)
            : kind === "deals"
              ? toDeal(object, of, known)
              : toTask(object);
      return record ? [record as CrmRecords[Kind]] : [];
    });
  }

  /** All objects, by id. */
  async function list<Kind extends RecordKind>(
    kind: Kind,
    after: string | null,
  ): Promise<ChangedPage<CrmRecords[Kind]>> {
    const answer = await api.get(`/crm/v3/objects/${kind}`, {
      limit: String(perPage),
      properties: properties[kind].join(","),
      ...(associations[kind] && { associations: associations[kind].join(",") }),
      ...(after && { after }),
    });
    const { results, paging } = fieldsOf(answer.body);
    const records = await toRecords(kind, listOf(name, results));
    return { records, next: idOf(fieldsOf(fieldsOf(paging).next).after), at: answer.at };
  }

  /** The objects changed since then, by id. The search gives no more than 10,000, so each page starts over. */
  async function search<Kind extends RecordKind>(
    kind: Kind,
    since: Date,
    after: string | null,
  ): Promise<ChangedPage<CrmRecords[Kind]>> {
    const answer = await api.post(`/crm/v3/objects/${kind}/search`, {
      filterGroups: [
        {
          filters: [
            { propertyName: modified(kind), operator: "GTE", value: String(since.getTime()) },
            ...(after ? [{ propertyName: "hs_object_id", operator: "GT", value: after }] : []),
          ],
        },
      ],
      sorts: [{ propertyName: "hs_object_id", direction: "ASCENDING" }],
      properties: properties[kind],
      limit: perPage,
    });
    const objects = listOf(name, fieldsOf(answer.body).results);
    const linked = await withAssociations(api, kind, objects);
    return {
      records: await toRecords(kind, linked),
      next: objects.length < perPage ? null : idOf(fieldsOf(objects.at(-1)).id),
      at: answer.at,
    };
  }

  return {
    changed: (kind, since, page) => (since ? search(kind, since, page) : list(kind, page)),
    async removed(kind, _since, page) {
      const { body } = await api.get(`/crm/v3/objects/${kind}`, {
        limit: String(perPage),
        archived: "true",
        ...(page && { after: page }),
      });
      const { results, paging } = fieldsOf(body);
      return {
        ids: listOf(name, results).flatMap((object) => idOf(fieldsOf(object).id) ?? []),
        next: idOf(fieldsOf(fieldsOf(paging).next).after),
      };
    },
    async createTask({ dealId, contactId, ...fields }) {
      const link = (id: string | null, associationTypeId: number) =>
        id === null
          ? []
          : [{ to: { id }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }] }];
      const { body } = await api.post("/crm/v3/objects/tasks", {
        properties: toNewTaskProperties(fields),
        associations: [...link(dealId, belongsTo.deal), ...link(contactId, belongsTo.contact)],
      });
      return requireId(name, fieldsOf(body).id);
    },
    async updateTask(id, fields) {
      await api.patch(`/crm/v3/objects/tasks/${encodeURIComponent(id)}`, {
        properties: toTaskProperties(fields),
      });
    },
    async deleteTask(id) {
      await api.delete(`/crm/v3/objects/tasks/${encodeURIComponent(id)}`);
    },
  };
}

async function accountOf(api: HubspotApi): Promise<HubspotAccount> {
  const { body } = await api.get("/account-info/v3/details");
  const { portalId, uiDomain, companyCurrency } = fieldsOf(body);
  return {
    portalId: idOf(portalId) ?? "",
    uiDomain: textOf(uiDomain, 100) ?? "app.hubspot.com",
    currency: textOf(companyCurrency, 3),
  };
}

/** The stages of all pipelines, by id. */
async function stagesOf(api: HubspotApi): Promise<Map<string, HubspotStage>> {
  const { body } = await api.get("/crm/v3/pipelines/deals");
  const stages = new Map<string, HubspotStage>();
  for (const pipeline of listOf(name, fieldsOf(body).results))
    for (const stage of listOf(name, fieldsOf(pipeline).stages ?? [])) {
      const { id, label, metadata } = fieldsOf(stage);
      const { isClosed, probability } = fieldsOf(metadata);
      const closed = String(isClosed) === "true";
      stages.set(String(id), {
        label: textOf(label, 200) ?? String(id),
        status: closed ? (numberOf(probability) === 1 ? "won" : "lost") : "open",
      });
    }
  return stages;
}

/** The search doesn't name what objects belong to, so that is read for the whole page. */
async function withAssociations(api: HubspotApi, kind: RecordKind, objects: unknown[]): Promise<unknown[]> {
  const others = associations[kind];
  if (objects.length === 0 || !others) return objects;
  const inputs = objects.map((object) => ({ id: String(fieldsOf(object).id) }));
  const linked = new Map<string, Record<string, { results: { id: string }[] }>>();
  for (const other of others) {
    const { body } = await api.post(`/crm/v4/associations/${kind}/${other}/batch/read`, { inputs });
    for (const result of listOf(name, fieldsOf(body).results)) {
      const { from, to } = fieldsOf(result);
      const id = String(fieldsOf(from).id);
      const results = listOf(name, to).map((one) => ({ id: String(fieldsOf(one).toObjectId) }));
      linked.set(id, { ...linked.get(id), [other]: { results } });
    }
  }
  return objects.map((object) => ({
    ...fieldsOf(object),
    associations: linked.get(String(fieldsOf(object).id)),
  }));
}
