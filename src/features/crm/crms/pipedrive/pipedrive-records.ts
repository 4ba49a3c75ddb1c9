import type { CrmCompany, CrmContact, CrmDeal, CrmTask, CrmTaskFields } from "../crm";
import { domainOf, fieldsOf, flagOf, idOf, numberOf, textOf, textsOf, timeOf } from "../fields";
import { htmlOfText, textOfHtml } from "../task-text";

export interface PipedriveAccount {
  id: string;
  company: string;
  /** Where people open records. */
  url: string | null;
}

type Fields = Record<string, unknown>;

const pageOf = ({ url }: PipedriveAccount, kind: string, id: string): string | null =>
  url && `${url}/${kind}/${encodeURIComponent(id)}`;

/** The values of a list such as `emails`; older answers have one text instead. */
const valuesOf = (list: unknown): string[] =>
  textsOf(...[list].flat().map((one) => (typeof one === "object" ? fieldsOf(one).value : one)));

export function toCompany(of: Fields, account: PipedriveAccount): CrmCompany | null {
  const id = idOf(of.id);
  return id === null
    ? null
    : {
        id,
        name: textOf(of.name) ?? `Organization ${id}`,
        domain: domainOf(of.website),
        url: pageOf(account, "organization", id),
      };
}

export function toContact(of: Fields, account: PipedriveAccount): CrmContact | null {
  const id = idOf(of.id);
  if (id === null) return null;
  const addresses = valuesOf(of.emails ?? of.email);
  return {
    id,
    name: textOf(of.name) ?? addresses[0] ?? `Person ${id}`,
    jobTitle: textOf(of.job_title, 200),
    companyId: idOf(of.org_id),
    companyName: null,
    addresses,
    phones: valuesOf(of.phones ?? of.phone),
    handles: valuesOf(of.ims ?? of.im),
    url: pageOf(account, "person", id),
  };
}

export function toDeal(
  of: Fields,
  account: PipedriveAccount,
  stages: ReadonlyMap<string, string>,
): CrmDeal | null {
  const id = idOf(of.id);
  if (id === null) return null;
  const person = idOf(of.person_id);
  return {
    id,
    name: textOf(of.title) ?? `Deal ${id}`,
    amount: numberOf(of.value),
    currency: textOf(of.currency, 3),
    stage: stages.get(String(of.stage_id)) ?? "Unknown stage",
    status: of.status === "won" || of.status === "lost" ? of.status : "open",
    closeDate: timeOf(of.expected_close_date),
    companyId: idOf(of.org_id),
    contactIds: person === null ? [] : [person],
    url: pageOf(account, "deal", id),
  };
}

/** Calls, meetings and the like are no tasks. */
export function toTask(of: Fields): CrmTask | null {
  const id = idOf(of.id);
  if (id === null || of.type !== "task") return null;
  const participants = [of.participants ?? []].flat().map(fieldsOf);
  const day = textOf(of.due_date, 10);
  const time = textOf(of.due_time, 8);
  return {
    id,
    title: textOf(of.subject, 500) ?? "Task without a title",
    description: textOfHtml(of.note),
    dueDate: day && timeOf(time ? `${day}T${time.slice(0, 5)}:00Z` : `${day}T17:00:00Z`),
    done: flagOf("Pipedrive", of.done),
    dealId: idOf(of.deal_id),
    contactId: idOf(of.person_id ?? participants.find(({ primary }) => primary === true)?.person_id),
    updatedAt: timeOf(of.update_time) ?? new Date(0).toISOString(),
  };
}

/** Times are in UTC. */
export const toTaskBody = ({ title, description, dueDate, done }: Partial<CrmTaskFields>) => ({
  ...(title !== undefined && { subject: title }),
  ...(description !== undefined && { note: htmlOfText(description ?? "") }),
  ...(done !== undefined && { done }),
  ...(dueDate !== undefined && {
    due_date: dueDate?.slice(0, 10) ?? null,
    due_time: dueDate?.slice(11, 16) ?? null,
  }),
});
