import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { tasks } from "../tasks/tables";
import { teams } from "../teams/tables";
import { type CrmProvider, crmIntervals, type RecordKind } from "./contract";
import type { CrmFailureKind, CrmTaskFields } from "./crms/crm";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Why the last sync stopped. Times are ISO 8601. */
export interface StoredFailure {
  kind: CrmFailureKind | "unexpected";
  message: string;
  at: string;
  /** The CRM doesn't want a request before this time. */
  retryAt?: string;
}

/** Where reading one kind of record continues. Times are ISO 8601. */
export interface KindCursor {
  /** Records changed since then are read; null: all of them. */
  since: string | null;
  /** First what changed, then what was deleted. */
  step: "changed" | "removed";
  /** The CRM's name for the next page; null: the first. */
  page: string | null;
  /** When the current pass began, by the CRM's clock. */
  began: string | null;
  /** The number of the last pass over all records. What it didn't find is gone. */
  pass: number;
  /** When the last pass over all records ended. */
  fullAt: string | null;
}

/** A CRM that a team has connected. Without credentials, only its records are kept. */
export const crmConnections = pgTable(
  "crm_connections",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    provider: text("provider").$type<CrmProvider>().notNull(),
    /** The CRM's id of the account. */
    externalId: text("external_id").notNull(),
    accountName: text("account_name").notNull(),
    status: text("status", { enum: ["connected", "error", "disconnected"] })
      .notNull()
      .default("connected"),
    /** Sealed (server/secrets.ts); null once disconnected. */
    credentials: text("credentials"),
    syncContacts: boolean("sync_contacts").notNull().default(true),
    syncDeals: boolean("sync_deals").notNull().default(true),
    syncTasks: boolean("sync_tasks").notNull().default(true),
    /** Seconds. */
    syncInterval: integer("sync_interval").notNull().default(crmIntervals.default),
    cursors: jsonb("cursors").$type<Partial<Record<RecordKind, KindCursor>>>().notNull().default({}),
    progress: jsonb("progress").$type<{ kind: RecordKind; done: number }>(),
    nextSyncAt: time("next_sync_at"),
    /** The current run, and how long its claim is valid without renewal. */
    claimedBy: uuid("claimed_by"),
    claimedUntil: time("claimed_until"),
    lastSyncAt: time("last_sync_at"),
    failures: integer("failures").notNull().default(0),
    lastFailure: jsonb("last_failure").$type<StoredFailure>(),
    /** Sample data: never synced, and removed in one step. */
    sample: boolean("sample").notNull().default(false),
    connectedBy: uuid("connected_by").references(() => users.id, { onDelete: "set null" }),
    connectedAt: time("connected_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("crm_connections_once").on(t.teamId, t.provider, t.externalId),
    index("crm_connections_due").on(t.nextSyncAt).where(sql`next_sync_at is not null`),
    index("crm_connections_of_connected_by").on(t.connectedBy),
  ],
);

const ofConnection = () => ({
  connectionId: uuid("connection_id")
    .notNull()
    .references(() => crmConnections.id, { onDelete: "cascade" }),
  teamId: uuid("team_id")
    .notNull()
    .references(() => teams.id, { onDelete: "cascade" }),
});

export const crmCompanies = pgTable(
  "crm_companies",
  {
    ...ofConnection(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    /** Lower case, such as acme.com. */
    domain: text("domain"),
    url: text("url"),
    /** The last pass that found it; see {@link KindCursor}. */
    pass: integer("pass").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.externalId] }),
    index("crm_companies_by_domain").on(t.teamId, t.domain),
  ],
);

export const crmContacts = pgTable(
  "crm_contacts",
  {
    ...ofConnection(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    jobTitle: text("job_title"),
    /** The company in words, if the CRM says no more. */
    companyName: text("company_name"),
    /** The id of its company, which may not be stored. */
    companyId: text("company_id"),
    url: text("url"),
    pass: integer("pass").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.externalId] }),
    index("crm_contacts_by_team").on(t.teamId),
  ],
);

/** What a message's sender can be recognized by: address in lower case, E.164 number, or handle. */
export const crmContactKeys = pgTable(
  "crm_contact_keys",
  {
    ...ofConnection(),
    contactId: text("contact_id").notNull(),
    key: text("key").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.contactId, t.key] }),
    index("crm_contact_keys_by_key").on(t.teamId, t.key),
  ],
);

export const crmDeals = pgTable(
  "crm_deals",
  {
    ...ofConnection(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    amount: numeric("amount"),
    /** ISO 4217; null if the CRM doesn't say. */
    currency: text("currency"),
    stage: text("stage").notNull(),
    status: text("status", { enum: ["open", "won", "lost"] }).notNull(),
    closeDate: time("close_date"),
    companyId: text("company_id"),
    url: text("url"),
    pass: integer("pass").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.externalId] }),
    index("crm_deals_open").on(t.teamId, t.name).where(sql`status = 'open'`),
    index("crm_deals_by_team").on(t.teamId),
    index("crm_deals_by_company").on(t.connectionId, t.companyId),
  ],
);

export const crmDealContacts = pgTable(
  "crm_deal_contacts",
  {
    ...ofConnection(),
    dealId: text("deal_id").notNull(),
    contactId: text("contact_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.dealId, t.contactId] }),
    index("crm_deal_contacts_by_contact").on(t.connectionId, t.contactId),
    index("crm_deal_contacts_by_team").on(t.teamId),
  ],
);

/** A task in Zippy that is also one in the CRM, or will be because it belongs to a deal. */
export const crmTaskLinks = pgTable(
  "crm_task_links",
  {
    ...ofConnection(),
    taskId: uuid("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** Null until the CRM has it. */
    externalId: text("external_id"),
    /** Where it was made; that side decides whether it exists. */
    origin: text("origin", { enum: ["crm", "zippy"] }).notNull(),
    dealId: text("deal_id"),
    contactId: text("contact_id"),
    /** What the CRM has, as far as we know. */
    base: jsonb("base").$type<CrmTaskFields>(),
    /** `updated_at` of the task when it was last compared. */
    taskVersion: time("task_version"),
    /** An attempt to create it in the CRM that didn't end. */
    creatingSince: time("creating_since"),
    /** Somebody took it off its deal; the next sync removes Zippy's copy from the CRM. */
    unlinkedAt: time("unlinked_at"),
    pass: integer("pass").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.taskId] }),
    uniqueIndex("crm_task_links_once").on(t.connectionId, t.externalId),
    index("crm_task_links_by_task").on(t.taskId),
    index("crm_task_links_by_team").on(t.teamId),
  ],
);
