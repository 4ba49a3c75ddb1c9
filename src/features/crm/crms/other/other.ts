import { z } from "zod";
import type { RecordKind } from "../../contract";
import { type CrmAccess, type CrmRecords, type CrmSession, type CrmSessionTools, crmModule } from "../crm";
import { type CrmAnswer, type CrmRequest, requestCrm } from "../crm-request";
import {
  domainOf,
  fieldsOf,
  flagOf,
  idOf,
  listOf,
  longTextOf,
  numberOf,
  type RecordForm,
  requireForm,
  requireId,
  textOf,
  textsOf,
  timeOf,
} from "../fields";
import { typedAddress } from "../typed-address";

const name = "The CRM";

/** Any system that offers the interface of docs/crm-openapi.json. */
export const other = crmModule({
  settings: { PRIVATE_HOSTS: z.enum(["allow", "refuse"]).default("refuse") },
  create({ PRIVATE_HOSTS }) {
    const publicOnly = PRIVATE_HOSTS === "refuse";
    return {
      dueByDay: false,
      async connect({ apiKey, instanceUrl: typed }, kinds, tools) {
        const instanceUrl = typedAddress(typed, "base URL", publicOnly);
        const access = { apiKey, instanceUrl };
        const send = sender(access, publicOnly, tools);
        const account = fieldsOf((await send("GET", "/account")).body);
        for (const kind of kinds) listOf(name, fieldsOf((await send("GET", `/${kind}`)).body).items);
        const id = requireId(name, account.id);
        const { host } = new URL(instanceUrl);
        return { externalId: `${host}/${id}`, accountName: textOf(account.name, 200) ?? host, access };
      },
      open: (access, tools) => openOther(sender(access, publicOnly, tools)),
    };
  },
});

type Send = (method: NonNullable<CrmRequest["method"]>, path: string, body?: unknown) => Promise<CrmAnswer>;

const sender =
  ({ apiKey, instanceUrl }: CrmAccess, publicOnly: boolean, { signal }: CrmSessionTools): Send =>
  (method, path, body) =>
    requestCrm({
      ...{ name, method, body, signal, publicOnly },
      url: new URL(instanceUrl + path),
      headers: { authorization: `Bearer ${apiKey}` },
    });

function openOther(send: Send): CrmSession {
  return {
    async changed<Kind extends RecordKind>(kind: Kind, since: Date | null, page: string | null) {
      const query = new URLSearchParams({
        ...(since && { since: since.toISOString() }),
        ...(page && { page }),
      });
      const { body, at } = await send("GET", `/${kind}?${query}`);
      const { items, next } = fieldsOf(body);
      const objects = listOf(name, items).map(fieldsOf);
      return {
        records: objects
          .filter(({ deleted }) => deleted !== true)
          .map((object) => {
            requireForm(name, object.id, object, forms[kind]);
            return read[kind](object, requireId(name, object.id));
          }),
        removed: objects.filter(({ deleted }) => deleted === true).flatMap(({ id }) => idOf(id) ?? []),
        next: textOf(next),
        at,
      };
    },
    // They come with the changes.
    removed: () => Promise.resolve({ ids: [], next: null }),
    async createTask(task) {
      return requireId(name, fieldsOf((await send("POST", "/tasks", task)).body).id);
    },
    async updateTask(id, fields) {
      await send("PATCH", `/tasks/${encodeURIComponent(id)}`, fields);
    },
    async deleteTask(id) {
      await send("DELETE", `/tasks/${encodeURIComponent(id)}`);
    },
  };
}

const forms: Record<RecordKind, RecordForm> = {
  companies: { texts: ["name", "domain"] },
  contacts: { texts: ["name"], lists: ["emails", "phones"] },
  deals: { texts: ["name", "amount", "stage", "status"] },
  tasks: { texts: ["title", "description", "dueDate"] },
};

const linkOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text && /^https?:\/\//i.test(text) ? text : null;
};

/** The records of docs/crm-openapi.json. */
const read: { [Kind in RecordKind]: (of: Record<string, unknown>, id: string) => CrmRecords[Kind] } = {
  companies: (of, id) => ({
    id,
    name: textOf(of.name) ?? `Company ${id}`,
    domain: domainOf(of.domain),
    url: linkOf(of.url),
  }),
  contacts: (of, id) => ({
    id,
    name: textOf(of.name) ?? `Contact ${id}`,
    jobTitle: textOf(of.jobTitle, 200),
    companyId: idOf(of.companyId),
    companyName: textOf(of.companyName),
    addresses: textsOf(of.emails),
    phones: textsOf(of.phones),
    handles: textsOf(of.handles),
    url: linkOf(of.url),
  }),
  deals: (of, id) => ({
    id,
    name: textOf(of.name) ?? `Deal ${id}`,
    amount: numberOf(of.amount),
    currency: textOf(of.currency, 3),
    stage: textOf(of.stage, 200) ?? "Unknown stage",
    status: of.status === "won" || of.status === "lost" ? of.status : "open",
    closeDate: timeOf(of.closeDate),
    companyId: idOf(of.companyId),
    contactIds: textsOf(of.contactIds),
    url: linkOf(of.url),
  }),
  tasks: (of, id) => ({
    id,
    title: textOf(of.title, 500) ?? "Task without a title",
    description: longTextOf(of.description),
    dueDate: timeOf(of.dueDate),
    done: flagOf(name, of.done),
    dealId: idOf(of.dealId),
    contactId: idOf(of.contactId),
    updatedAt: timeOf(of.updatedAt) ?? new Date(0).toISOString(),
  }),
};
