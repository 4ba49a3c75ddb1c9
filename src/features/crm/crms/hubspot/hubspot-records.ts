import type { CrmCompany, CrmContact, CrmDeal, CrmTask, CrmTaskFields } from "../crm";
import { domainOf, fieldsOf, idOf, joined, numberOf, textOf, textsOf, timeOf } from "../fields";
import { htmlOfText, textOfHtml } from "../task-text";

export interface HubspotAccount {
  portalId: string;
  /** Where people open records. */
  uiDomain: string;
  currency: string | null;
}

export interface HubspotStage {
  label: string;
  status: CrmDeal["status"];
}

/** HubSpot's numbers for kinds of objects, in the addresses of records. */
const objectTypes = { contacts: "0-1", companies: "0-2", deals: "0-3", tasks: "0-27" };

/** The page of a record. */
export const recordUrl = (
  { uiDomain, portalId }: HubspotAccount,
  kind: keyof typeof objectTypes,
  id: string,
): string | null =>
  /^[\w.-]+$/.test(uiDomain)
    ? `https://${uiDomain}/contacts/${portalId}/record/${objectTypes[kind]}/${encodeURIComponent(id)}`
    : null;

/** An object's id and properties; null without an id. */
export function objectOf(object: unknown): { id: string; properties: Record<string, unknown> } | null {
  const fields = fieldsOf(object);
  const id = idOf(fields.id);
  return id === null ? null : { id, properties: fieldsOf(fields.properties) };
}

export function toCompany(object: unknown, account: HubspotAccount): CrmCompany | null {
  const found = objectOf(object);
  if (!found) return null;
  const { id, properties } = found;
  const domain = domainOf(properties.domain);
  return {
    id,
    name: textOf(properties.name) ?? domain ?? `Company ${id}`,
    domain,
    url: recordUrl(account, "companies", id),
  };
}

export function toContact(object: unknown, account: HubspotAccount): CrmContact | null {
  const found = objectOf(object);
  if (!found) return null;
  const { id, properties: of } = found;
  const others = textOf(of.hs_additional_emails, 5000)?.split(";") ?? [];
  const addresses = textsOf(of.email, ...others);
  return {
    id,
    name: joined(of.firstname, of.lastname) || addresses[0] || `Contact ${id}`,
    jobTitle: textOf(of.jobtitle, 200),
    companyId: idOf(of.associatedcompanyid),
    companyName: textOf(of.company),
    addresses,
    phones: textsOf(of.phone, of.mobilephone, of.hs_whatsapp_phone_number),
    handles: textsOf(of.twitterhandle),
    url: recordUrl(account, "contacts", id),
  };
}

export function toDeal(
  object: unknown,
  account: HubspotAccount,
  stages: ReadonlyMap<string, HubspotStage>,
): CrmDeal | null {
  const found = objectOf(object);
  if (!found) return null;
  const { id, properties: of } = found;
  const stage = stages.get(String(of.dealstage));
  return {
    id,
    name: textOf(of.dealname) ?? `Deal ${id}`,
    amount: numberOf(of.amount),
    currency: textOf(of.deal_currency_code, 3) ?? account.currency,
    stage: stage?.label ?? textOf(of.dealstage, 200) ?? "Unknown stage",
    status: stage?.status ?? (String(of.hs_is_closed_won) === "true" ? "won" : "open"),
    closeDate: timeOf(of.closedate),
    companyId: associated(object, "companies")[0] ?? null,
    contactIds: associated(object, "contacts"),
    url: recordUrl(account, "deals", id),
  };
}

/** The ids of associated objects. A pair appears once for each of its labels. */
export function associated(object: unknown, kind: string): string[] {
  const { results } = fieldsOf(fieldsOf(fieldsOf(object).associations)[kind]);
  const ids = Array.isArray(results) ? results.flatMap((one) => idOf(fieldsOf(one).id) ?? []) : [];
  return [...new Set(ids)];
}

export function toTask(object: unknown): CrmTask | null {
  const found = objectOf(object);
  if (!found) return null;
  const { id, properties: of } = found;
  return {
    id,
    title: textOf(of.hs_task_subject, 500) ?? "Task without a title",
    description: textOfHtml(of.hs_task_body),
    dueDate: dueOf(of.hs_timestamp, fieldsOf(object).createdAt),
    done: of.hs_task_status === "COMPLETED",
    dealId: associated(object, "deals")[0] ?? null,
    contactId: associated(object, "contacts")[0] ?? null,
    updatedAt: timeOf(of.hs_lastmodifieddate ?? fieldsOf(object).updatedAt) ?? new Date(0).toISOString(),
  };
}

/** How close a due time is to the creation if HubSpot only has it because it must have one (milliseconds). */
const noDueTime = 60_000;

/** When a task is due; null if {@link toNewTaskProperties} has only filled the time in. */
function dueOf(due: unknown, created: unknown): string | null {
  const dueDate = timeOf(due);
  const createdAt = timeOf(created);
  const filledIn =
    dueDate !== null &&
    createdAt !== null &&
    Math.abs(Date.parse(dueDate) - Date.parse(createdAt)) < noDueTime;
  return filledIn ? null : dueDate;
}

export const toTaskProperties = ({ title, description, dueDate, done }: Partial<CrmTaskFields>) => ({
  ...(title !== undefined && { hs_task_subject: title }),
  ...(description !== undefined && { hs_task_body: htmlOfText(description ?? "") }),
  ...(done !== undefined && { hs_task_status: done ? "COMPLETED" : "NOT_STARTED" }),
  // An empty text clears a property.
  ...(dueDate !== undefined && { hs_timestamp: dueDate ?? "" }),
});

/** HubSpot requires a time for a new task. One without a due date gets that of its creation. */
export const toNewTaskProperties = (task: CrmTaskFields, now = new Date()) =>
  toTaskProperties({ ...task, dueDate: task.dueDate ?? now.toISOString() });
