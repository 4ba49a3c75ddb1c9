import { addressSetting } from "../../../../server/address-setting";
import { CrmFailure, type CrmSession, crmModule } from "../crm";
import { fieldsOf, idOf, listOf, requireId, textOf } from "../fields";
import { createZohoApi, exchangeCode, name, type ZohoApi, type ZohoHosts } from "./zoho-api";
import { changedRecords, modules, pageOf, perPage, since } from "./zoho-pages";
import { toTaskBody } from "./zoho-records";

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

function openZoho(api: ZohoApi): CrmSession {
  return {
    changed: (kind, from, page) => changedRecords(api, kind, from, page),
    async removed(kind, from, page) {
      const query = { type: "all", per_page: String(perPage), page: page ?? "1" };
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
