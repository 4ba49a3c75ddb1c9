import type { CrmCompany, CrmContact, CrmDeal, CrmTask, CrmTaskFields } from "../crm";
import { domainOf, fieldsOf, idOf, longTextOf, numberOf, textOf, textsOf, timeOf } from "../fields";

type Fields = Record<string, unknown>;

export function toCompany(of: Fields): CrmCompany | null {
  const id = idOf(of.id);
  return id === null
    ? null
    : { id, name: textOf(of.Account_Name) ?? `Account ${id}`, domain: domainOf(of.Website), url: null };
}

export function toContact(of: Fields): CrmContact | null {
  const id = idOf(of.id);
  if (id === null) return null;
  const addresses = textsOf(of.Email, of.Secondary_Email);
  const company = fieldsOf(of.Account_Name);
  return {
    id,
    name: textOf(of.Full_Name) ?? addresses[0] ?? `Contact ${id}`,
    jobTitle: textOf(of.Title, 200),
    companyId: idOf(company.id),
    companyName: textOf(company.name),
    addresses,
    phones: textsOf(of.Phone, of.Mobile),
    handles: textsOf(of.Twitter, of.Skype_ID),
    url: null,
  };
}

export function toDeal(of: Fields): CrmDeal | null {
  const id = idOf(of.id);
  if (id === null) return null;
  const stage = textOf(of.Stage, 200) ?? "Unknown stage";
  const contact = idOf(fieldsOf(of.Contact_Name).id);
  return {
    id,
    name: textOf(of.Deal_Name) ?? `Deal ${id}`,
    amount: numberOf(of.Amount),
    currency: textOf(of.Currency, 3),
    stage,
    status: statusOf(stage, numberOf(of.Probability)),
    closeDate: timeOf(of.Closing_Date),
    companyId: idOf(fieldsOf(of.Account_Name).id),
    contactIds: contact === null ? [] : [contact],
    url: null,
  };
}

/** Zoho marks the closed stages by their probability, and names the default ones Closed Won and Closed Lost. */
function statusOf(stage: string, probability: number | null): CrmDeal["status"] {
  if (probability === 100 || /\bwon\b/i.test(stage)) return "won";
  return probability === 0 || /\blost\b/i.test(stage) ? "lost" : "open";
}

/** Zoho has only days, so a task is due at 17:00 UTC of its day. */
export function toTask(of: Fields): CrmTask | null {
  const id = idOf(of.id);
  if (id === null) return null;
  const day = textOf(of.Due_Date, 10);
  return {
    id,
    title: textOf(of.Subject, 500) ?? "Task without a title",
    description: longTextOf(of.Description),
    dueDate: day && timeOf(`${day}T17:00:00Z`),
    done: of.Status === "Completed",
    dealId: idOf(fieldsOf(of.What_Id).id),
    contactId: idOf(fieldsOf(of.Who_Id).id),
    updatedAt: timeOf(of.Modified_Time) ?? new Date(0).toISOString(),
  };
}

export const toTaskBody = ({ title, description, dueDate, done }: Partial<CrmTaskFields>) => ({
  ...(title !== undefined && { Subject: title.slice(0, 300) }),
  ...(description !== undefined && { Description: description }),
  ...(dueDate !== undefined && { Due_Date: dueDate?.slice(0, 10) ?? null }),
  ...(done !== undefined && { Status: done ? "Completed" : "Not Started" }),
});
