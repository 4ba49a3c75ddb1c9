import type { CrmProvider } from "../../../src/features/crm/contract";
import type { CrmKind } from "./crm-records";
import type { CrmServer } from "./crm-server";
import { startHubspot } from "./hubspot";
import { startOtherCrm } from "./other-crm";
import { startPipedrive } from "./pipedrive";
import { startSalesforce } from "./salesforce";
import { startZoho } from "./zoho";

/** A task in a CRM, in words that all CRMs share. Due on a day: 2026-12-24. */
export interface CrmTaskState {
  title: string;
  description: string | null;
  due: string | null;
  done: boolean;
}

/** One CRM's stand-in with the same actions as all others, so that one test covers them all. */
export interface CrmSystem {
  server: CrmServer;
  /** Credentials that it accepts; new ones for each call. */
  credentials(): Record<string, string>;
  accountName: string;
  add(kind: CrmKind, fields: SystemFields): string;
  change(kind: CrmKind, id: string, fields: SystemFields): void;
  remove(kind: CrmKind, id: string): void;
  /** Its tasks by id. */
  tasks(): Map<string, CrmTaskState>;
}

/** What tests set, translated into each CRM's own fields. */
export interface SystemFields {
  name?: string;
  email?: string;
  phone?: string;
  companyId?: string;
  domain?: string;
  amount?: number;
  won?: boolean;
  contactId?: string;
  dealId?: string;
  title?: string;
  description?: string | null;
  /** A day. */
  due?: string | null;
  done?: boolean;
}

const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Starts a stand-in for every CRM. `settings`: what leads the product to them. */
export async function startCrmSystems(): Promise<{
  systems: Record<CrmProvider, CrmSystem>;
  settings: Record<string, string>;
}> {
  const hubspot = await startHubspot();
  const pipedrive = await startPipedrive();
  const salesforce = await startSalesforce();
  const zoho = await startZoho();
  const other = await startOtherCrm();

  const plain = (text: unknown): string | null =>
    typeof text === "string" && text !== "" ? text.replace(/<br>/g, "\n").replace(/&amp;/g, "&") : null;

  const hubspotFields = (kind: CrmKind, of: SystemFields) =>
    given(
      kind === "companies"
        ? { name: of.name, domain: of.domain }
        : kind === "contacts"
          ? { firstname: of.name, email: of.email, phone: of.phone, associatedcompanyid: of.companyId }
          : kind === "deals"
            ? {
                dealname: of.name,
                amount: of.amount === undefined ? undefined : String(of.amount),
                dealstage: of.won === undefined ? undefined : of.won ? "closedwon" : "contractsent",
              }
            : {
                hs_task_subject: of.title,
                hs_task_body: of.description,
                hs_timestamp: of.due === undefined ? undefined : of.due && `${of.due}T17:00:00.000Z`,
                hs_task_status: of.done === undefined ? undefined : of.done ? "COMPLETED" : "NOT_STARTED",
              },
    );

  const pipedriveFields = (kind: CrmKind, of: SystemFields) =>
    given(
      kind === "companies"
        ? { name: of.name, website: of.domain }
        : kind === "contacts"
          ? {
              name: of.name,
              emails: of.email && [{ value: of.email, primary: true, label: "work" }],
              phones: of.phone && [{ value: of.phone, primary: true, label: "work" }],
              org_id: of.companyId && Number(of.companyId),
            }
          : kind === "deals"
            ? {
                title: of.name,
                value: of.amount,
                currency: "EUR",
                stage_id: 2,
                status: of.won === undefined ? undefined : of.won ? "won" : "open",
                person_id: of.contactId && Number(of.contactId),
                org_id: of.companyId && Number(of.companyId),
              }
            : {
                type: "task",
                subject: of.title,
                note: of.description,
                due_date: of.due,
                due_time: of.due === undefined ? undefined : of.due && "17:00",
                done: of.done,
                deal_id: of.dealId && Number(of.dealId),
              },
    );

  const salesforceFields = (kind: CrmKind, of: SystemFields) =>
    given(
      kind === "companies"
        ? { Name: of.name, Website: of.domain }
        : kind === "contacts"
          ? {
              Name: of.name,
              Email: of.email,
              Phone: of.phone,
              AccountId: of.companyId,
            }
          : kind === "deals"
            ? {
                Name: of.name,
                Amount: of.amount,
                StageName: of.won === undefined ? undefined : of.won ? "Closed Won" : "Proposal",
                IsClosed: of.won,
                IsWon: of.won,
                AccountId: of.companyId,
                OpportunityContactRoles: of.contactId && {
                  totalSize: 1,
                  done: true,
                  records: [{ ContactId: of.contactId }],
                },
              }
            : {
                Subject: of.title,
                Description: of.description,
                ActivityDate: of.due,
                Status: of.done === undefined ? undefined : of.done ? "Completed" : "Not Started",
                WhatId: of.dealId,
              },
    );

  const zohoFields = (kind: CrmKind, of: SystemFields) =>
    given(
      kind === "companies"
        ? { Account_Name: of.name, Website: of.domain }
        : kind === "contacts"
          ? {
              Full_Name: of.name,
              Email: of.email,
              Phone: of.phone,
              Account_Name: of.companyId && { id: of.companyId, name: "Acme" },
            }
          : kind === "deals"
            ? {
                Deal_Name: of.name,
                Amount: of.amount,
                Stage: of.won === undefined ? undefined : of.won ? "Closed Won" : "Negotiation/Review",
                Probability: of.won === undefined ? undefined : of.won ? 100 : 60,
                Contact_Name: of.contactId && { id: of.contactId, name: "A contact" },
                Account_Name: of.companyId && { id: of.companyId, name: "Acme" },
              }
            : {
                Subject: of.title,
                Description: of.description,
                Due_Date: of.due,
                Status: of.done === undefined ? undefined : of.done ? "Completed" : "Not Started",
                What_Id: of.dealId && { id: of.dealId, name: "A deal" },
              },
    );

  const otherFields = (kind: CrmKind, of: SystemFields) =>
    given(
      kind === "tasks"
        ? {
            title: of.title,
            description: of.description,
            dueDate: of.due === undefined ? undefined : of.due && `${of.due}T17:00:00.000Z`,
            done: of.done,
            dealId: of.dealId,
          }
        : {
            name: of.name,
            emails: of.email && [of.email],
            phones: of.phone && [of.phone],
            companyId: of.companyId,
            domain: of.domain,
            amount: of.amount,
            currency: "EUR",
            stage: "Proposal",
            status: of.won === undefined ? undefined : of.won ? "won" : "open",
            contactIds: of.contactId && [of.contactId],
          },
    );

  const taskOf = (title: unknown, description: unknown, due: unknown, done: boolean): CrmTaskState => ({
    title: String(title),
    description: plain(description),
    due: typeof due === "string" && due !== "" ? due.slice(0, 10) : null,
    done,
  });

  const recordsOf = (
    standIn: Pick<typeof pipedrive, "add" | "change" | "remove" | "list">,
    toFields: (kind: CrmKind, of: SystemFields) => Record<string, unknown>,
    toTask: (fields: Record<string, unknown>) => CrmTaskState,
  ) => ({
    add: (kind: CrmKind, of: SystemFields) => standIn.add(kind, toFields(kind, of)),
    change: (kind: CrmKind, id: string, of: SystemFields) => standIn.change(kind, id, toFields(kind, of)),
    remove: (kind: CrmKind, id: string) => standIn.remove(kind, id),
    tasks: () => new Map(standIn.list("tasks").map(({ id, fields }) => [id, toTask(fields)])),
  });

  return {
    settings: {
      HUBSPOT_BASE_URL: hubspot.url,
      PIPEDRIVE_BASE_URL: pipedrive.url,
      ZOHO_ACCOUNTS_BASE_URL: zoho.url,
      ZOHO_API_BASE_URL: zoho.url,
    },
    systems: {
      hubspot: {
        server: hubspot,
        accountName: "Account 12345678",
        credentials: () => ({ apiKey: hubspot.addToken() }),
        add: (kind, of) =>
          hubspot.add(kind, hubspotFields(kind, of), {
            ...(of.contactId && { contacts: [of.contactId] }),
            ...(of.companyId && { companies: [of.companyId] }),
            ...(of.dealId && { deals: [of.dealId] }),
          }),
        change: (kind, id, of) => hubspot.change(kind, id, hubspotFields(kind, of)),
        remove: (kind, id) => hubspot.archive(kind, id),
        tasks: () =>
          new Map(
            hubspot
              .all("tasks")
              .map(({ id, properties: of }) => [
                id,
                taskOf(
                  of.hs_task_subject,
                  of.hs_task_body,
                  of.hs_timestamp,
                  of.hs_task_status === "COMPLETED",
                ),
              ]),
          ),
      },
      salesforce: {
        server: salesforce,
        accountName: "Berg Roofing",
        credentials: () => ({
          apiKey: salesforce.app.secret,
          clientId: salesforce.app.key,
          instanceUrl: salesforce.url,
        }),
        ...recordsOf(salesforce, salesforceFields, (of) =>
          taskOf(of.Subject, of.Description, of.ActivityDate, of.Status === "Completed"),
        ),
      },
      pipedrive: {
        server: pipedrive,
        accountName: "Berg Roofing",
        credentials: () => ({ apiKey: pipedrive.addToken() }),
        ...recordsOf(pipedrive, pipedriveFields, (of) =>
          taskOf(of.subject, of.note, of.due_date, of.done === true),
        ),
      },
      zoho: {
        server: zoho,
        accountName: "Berg Roofing",
        credentials: () => ({
          apiKey: zoho.addCode(),
          clientId: zoho.client.id,
          clientSecret: zoho.client.secret,
          dataCenter: "eu",
        }),
        ...recordsOf(zoho, zohoFields, (of) =>
          taskOf(of.Subject, of.Description, of.Due_Date, of.Status === "Completed"),
        ),
      },
      other: {
        server: other,
        accountName: "Berg's own CRM",
        credentials: () => ({ apiKey: other.token, instanceUrl: other.url }),
        ...recordsOf(other, otherFields, (of) =>
          taskOf(of.title, of.description, of.dueDate, of.done === true),
        ),
      },
    },
  };
}
