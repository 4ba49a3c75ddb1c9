import { addressSetting } from "../../../../server/address-setting";
import type { RecordKind } from "../../contract";
import { CrmFailure, type CrmRecords, type CrmSession, crmModule } from "../crm";
import { fieldsOf, idOf, listOf, requireId, textOf } from "../fields";
import { createZohoApi, exchangeCode, name, type ZohoApi, type ZohoHosts } from "./zoho-api";
import { toCompany, toContact, toDeal, toTask, toTaskBody } from "./zoho-records";

/** The most per page. */
const perPage = "200";

const modules: Record<RecordKind, { module: string; fields: string }> = {
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

/**
 * Zoho CRM with a self client. Sources: zoho.com/crm/developer/docs/api/v8/get-records.html, …/get-deleted-records.html,
 * …/insert-records.html, …/update-records.html, …/get-org-data.html; zoho.com/accounts/protocol/oauth/self-client
 */
export const zoho = crmModule({
  settings: {
    /** Unset: those of the data center. */
    ZOHO_ACCOUNTS_BASE_URL: addressSetting(""),
    ZOHO_API_BASE_URL: addressSetting(""),
  },
  create({ ZOHO_ACCOUNTS_BASE_URL, ZOHO_API_BASE_URL }) {
    const hostsOf = (dataCenter = "com"): ZohoHosts => ({
      accounts:
        ZOHO_ACCOUNTS_BASE_URL ||
        (dataCenter === "zohocloud.ca"
          ? "https://accounts.zohocloud.ca"
          : `https://accounts.zoho.${dataCenter}`),
      api:
        ZOHO_API_BASE_URL ||
        (dataCenter === "zohocloud.ca" ? "https://www.zohoapis.ca" : `https://www.zohoapis.${dataCenter}`),
    });
    return {
      dueByDay: true,
      async connect(credentials, kinds, tools) {
        if (!credentials.clientId) throw new CrmFailure("not_filled_in", "Enter the client ID.");
        if (!credentials.clientSecret) throw new CrmFailure("not_filled_in", "Enter the client secret.");
        const hosts = hostsOf(credentials.dataCenter);
        const access = await exchangeCode(hosts, credentials, tools.signal);
        const api = createZohoApi(hosts, access, tools);
        const { body } = await api.get("/crm/v8/org");
        const organization = fieldsOf(listOf(name, fieldsOf(body).org)[0]);
        for (const kind of kinds)
          await api.get(`/crm/v8/${modules[kind].module}`, { fields: "id", per_page: "1" });
        return {
          externalId: requireId(name, organization.id),
          accountName: textOf(organization.company_name, 200) ?? "Zoho",
          access,
        };
      },
      open: (access, tools) => openZoho(createZohoApi(hostsOf(access.dataCenter), access, tools)),
    };
  },
});

/** A point in time in a header, with an offset as Zoho writes it. */
const since = (time: Date | null) =>
  time ? { "if-modified-since": time.toISOString().replace(/\.\d+Z$/, "+00:00") } : {};

/** The records of a page. Nothing at all, or nothing new, is an empty response. */
function pageOf(body: unknown): { data: unknown[]; info: unknown } {
  if (body === null) return { data: [], info: null };
  const { data, info } = fieldsOf(body);
  return { data: listOf(name, data), info };
}

function openZoho(api: ZohoApi): CrmSession {
  return {
    async changed<Kind extends RecordKind>(kind: Kind, from: Date | null, page: string | null) {
      const { module, fields } = modules[kind];
      const query = { fields, per_page: perPage, sort_by: "id", sort_order: "asc" };
      const { body, at } = await api.get(
        `/crm/v8/${module}`,
        page ? { ...query, page_token: page } : query,
        since(from),
      );
      const { data, info } = pageOf(body);
      const records = data.flatMap((object) => {
        const of = fieldsOf(object);
        const record =
          kind === "companies"
            ? toCompany(of)
            : kind === "contacts"
              ? toContact(of)
              : kind === "deals"
                ? toDeal(of)
                : toTask(of);
        return record ? [record as CrmRecords[Kind]] : [];
      });
      const { more_records, next_page_token } = fieldsOf(info);
      return { records, next: more_records === true ? textOf(next_page_token) : null, at };
    },
    async removed(kind, from, page) {
      const query = { type: "all", per_page: perPage, page: page ?? "1" };
      const { body } = await api.get(`/crm/v8/${modules[kind].module}/deleted`, query, since(from));
      const { data, info } = pageOf(body);
      return {
        ids: data.flatMap((object) => idOf(fieldsOf(object).id) ?? []),
        next: fieldsOf(info).more_records === true ? String(Number(page ?? 1) + 1) : null,
      };
    },
    async createTask({ dealId, contactId, ...fields }) {
      const details = await api.write("POST", "/crm/v8/Tasks", {
        ...toTaskBody(fields),
        ...(dealId && { What_Id: { id: dealId }, $se_module: "Deals" }),
        ...(contactId && { Who_Id: { id: contactId } }),
      });
      return requireId(name, details.id);
    },
    async updateTask(id, fields) {
      await api.write("PUT", `/crm/v8/Tasks/${encodeURIComponent(id)}`, toTaskBody(fields));
    },
    async deleteTask(id) {
      await api.write("DELETE", `/crm/v8/Tasks/${encodeURIComponent(id)}`);
    },
  };
}
