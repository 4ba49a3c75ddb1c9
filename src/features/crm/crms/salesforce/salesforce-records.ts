import type { CrmCompany, CrmContact, CrmDeal, CrmTask, CrmTaskFields } from "../crm";
import { domainOf, fieldsOf, flagOf, idOf, longTextOf, numberOf, textOf, textsOf, timeOf } from "../fields";

type Fields = Record<string, unknown>;

const pageOf = (instance: string, id: string): string => `${instance}/${encodeURIComponent(id)}`;

export function toCompany(of: Fields, instance: string): CrmCompany | null {
  const id = idOf(of.Id);
  return id === null
    ? null
    : {
        id,
        name: textOf(of.Name) ?? `Account ${id}`,
        domain: domainOf(of.Website),
        url: pageOf(instance, id),
      };
}

export function toContact(of: Fields, instance: string): CrmContact | null {
  const id = idOf(of.Id);
  if (id === null) return null;
  const addresses = textsOf(of.Email);
  return {
    id,
    name: textOf(of.Name) ?? addresses[0] ?? `Contact ${id}`,
    jobTitle: textOf(of.Title, 200),
    companyId: idOf(of.AccountId),
    companyName: textOf(fieldsOf(of.Account).Name),
    addresses,
    phones: textsOf(of.Phone, of.MobilePhone),
    handles: [],
    url: pageOf(instance, id),
  };
}

/** Null for what has no id, so that it can't be found again. */
export function toDeal(of: Fields, instance: string): CrmDeal | null {
  const id = idOf(of.Id);
  if (id === null) return null;
  const { records = [] } = fieldsOf(of.OpportunityContactRoles);
  const roles = Array.isArray(records) ? records : [];
  return {
    id,
    name: textOf(of.Name) ?? `Opportunity ${id}`,
    amount: numberOf(of.Amount),
    currency: textOf(of.CurrencyIsoCode, 3),
    stage: textOf(of.StageName, 200) ?? "Unknown stage",
    status: flagOf("Salesforce", of.IsWon) ? "won" : flagOf("Salesforce", of.IsClosed) ? "lost" : "open",
    closeDate: timeOf(of.CloseDate),
    companyId: idOf(of.AccountId),
    contactIds: [...new Set(roles.flatMap((role) => idOf(fieldsOf(role).ContactId) ?? []))],
    url: pageOf(instance, id),
  };
}

/** The first three signs of an id name its kind. Source: Salesforce help, "Standard field record ID prefix decoder" */
const startsWith = (prefix: string, id: unknown): string | null => {
  const text = idOf(id);
  return text?.startsWith(prefix) ? text : null;
};

/** Salesforce has only days, so a task is due at 17:00 UTC of its day. */
export function toTask(of: Fields): CrmTask | null {
  const id = idOf(of.Id);
  if (id === null) return null;
  const day = textOf(of.ActivityDate, 10);
  return {
    id,
    title: textOf(of.Subject, 500) ?? "Task without a title",
    description: longTextOf(of.Description),
    dueDate: day && timeOf(`${day}T17:00:00Z`),
    done: flagOf("Salesforce", of.IsClosed),
    dealId: startsWith("006", of.WhatId),
    contactId: startsWith("003", of.WhoId),
    updatedAt: timeOf(of.SystemModstamp) ?? new Date(0).toISOString(),
  };
}

/** What an account calls the statuses that Zippy sets. */
export interface TaskStatuses {
  open: string;
  done: string;
}

/**
 * Each account names its statuses itself, in the language that it began in. Of several, the usual one is taken for done,
 * and the account's own default for open.
 *
 * @param statuses - records of TaskStatus in their order. Source:
 * developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_taskstatus.htm
 */
export function toTaskStatuses(statuses: unknown[]): TaskStatuses {
  const all = statuses.map(fieldsOf).flatMap(({ ApiName, MasterLabel, IsClosed, IsDefault }) => {
    const status = textOf(ApiName, 255) ?? textOf(MasterLabel, 255);
    return status ? [{ status, closed: IsClosed === true, isDefault: IsDefault === true }] : [];
  });
  const [open, closed] = [all.filter((one) => !one.closed), all.filter((one) => one.closed)];
  return {
    open: (open.find(({ isDefault }) => isDefault) ?? open[0])?.status ?? usual.open,
    done: (closed.find(({ status }) => status === usual.done) ?? closed[0])?.status ?? usual.done,
  };
}

/** In English, unless an account has renamed them. */
const usual: TaskStatuses = { open: "Not Started", done: "Completed" };

export const toTaskBody = (
  { title, description, dueDate, done }: Partial<CrmTaskFields>,
  statuses: TaskStatuses = usual,
) => ({
  ...(title !== undefined && { Subject: title.slice(0, 255) }),
  ...(description !== undefined && { Description: description }),
  ...(dueDate !== undefined && { ActivityDate: dueDate?.slice(0, 10) ?? null }),
  ...(done !== undefined && { Status: done ? statuses.done : statuses.open }),
});
