import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

/** The CRMs that can be connected. `other`: any system with the calls of docs/crm-openapi.json. */
export const CrmProvider = z.enum(["hubspot", "salesforce", "pipedrive", "zoho", "other"]);
export type CrmProvider = z.infer<typeof CrmProvider>;

/** Seconds between two background syncs. Source: specification, section 9. */
export const crmIntervals = { least: 60, default: 300, most: 86_400 };

/** What is synced. Companies come with contacts. */
export const CrmSyncSettings = z.strictObject({
  syncContacts: z.boolean(),
  syncDeals: z.boolean(),
  syncTasks: z.boolean(),
});
export type CrmSyncSettings = z.infer<typeof CrmSyncSettings>;

/** What Zippy keeps of a CRM. */
export const RecordKind = z.enum(["companies", "contacts", "deals", "tasks"]);
export type RecordKind = z.infer<typeof RecordKind>;

const count = z.int();
const CrmCounts = z.object({ contacts: count, companies: count, deals: count, tasks: count });
export type CrmCounts = z.infer<typeof CrmCounts>;

/** A connected CRM. Times are ISO 8601 in UTC. */
export const CrmConnection = z.object({
  id: z.uuid(),
  provider: CrmProvider,
  /** The CRM's name for the account, such as its company. */
  accountName: z.string(),
  status: z.enum(["connected", "error"]),
  /** Null before the first complete sync. */
  lastSyncAt: z.iso.datetime().nullable(),
  nextSyncAt: z.iso.datetime().nullable(),
  /** Seconds. */
  syncInterval: z.int(),
  syncSettings: CrmSyncSettings,
  /** Why the last sync stopped, and what helps; null if it worked. */
  problem: z.object({ message: z.string(), advice: z.string() }).nullable(),
  /** What a running sync is working on, and how many records it has stored so far; null if none runs. */
  progress: z.object({ kind: RecordKind, done: count }).nullable(),
  counts: CrmCounts,
});
export type CrmConnection = z.infer<typeof CrmConnection>;

/** Records that stayed when their CRM was disconnected, or sample data. */
export const KeptCrm = z.object({
  id: z.uuid(),
  provider: CrmProvider,
  accountName: z.string(),
  sample: z.boolean(),
  counts: CrmCounts,
});
export type KeptCrm = z.infer<typeof KeptCrm>;

const line = (name: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Keep the ${name} within ${most} characters.` })
    .regex(/^[^\0\r\n]*$/, { error: `The ${name} must be a single line.` });

/** What gives Zippy access. Which fields a CRM needs besides the key is in `crm-facts.ts`. */
export const CrmCredentials = z.strictObject({
  apiKey: line("API key", 4000).min(1, { error: "Enter the API key." }),
  /** The address of the Salesforce organization, or the base URL of another system. */
  instanceUrl: line("address", 500).optional(),
  clientId: line("client ID", 500).optional(),
  clientSecret: line("client secret", 500).optional(),
  /** Where Zoho keeps the account: the end of its address. */
  dataCenter: z.enum(["com", "eu", "in", "com.au", "jp", "zohocloud.ca", "sa"]).optional(),
});
export type CrmCredentials = z.infer<typeof CrmCredentials>;

/** A deal in a CRM. */
export const CrmDealView = z.object({
  connectionId: z.uuid(),
  /** The CRM's id. */
  dealId: z.string(),
  provider: CrmProvider,
  name: z.string(),
  companyName: z.string().nullable(),
  stage: z.string(),
  status: z.enum(["open", "won", "lost"]),
  amount: z.number().nullable(),
  /** ISO 4217; null if the CRM doesn't say. */
  currency: z.string().nullable(),
  /** Its page in the CRM. */
  url: z.string().nullable(),
});
export type CrmDealView = z.infer<typeof CrmDealView>;

/**
 * What the CRM has of a task. `waiting`: the next sync writes it there; `changed`: the next sync writes what changed
 * here; `open` and `done`: it has the task as it is here; `leaving`: the next sync removes it there; `paused`: its CRM
 * isn't connected or doesn't sync tasks, so nothing is written.
 */
export const TaskDealState = z.enum(["waiting", "changed", "open", "done", "leaving", "paused"]);
export type TaskDealState = z.infer<typeof TaskDealState>;

/** The deal a task belongs to, and what its CRM has of the task. */
export const TaskDeal = z.object({
  deal: CrmDealView.nullable(),
  provider: CrmProvider.nullable(),
  written: z.boolean(),
  /** Where the task was made; only Zippy's own can be linked and unlinked here. Null without a link. */
  origin: z.enum(["crm", "zippy"]).nullable(),
  state: TaskDealState.nullable(),
  /** Whether the CRM's records are sample data. */
  sample: z.boolean(),
  /** Whether the team has deals to choose from. */
  choices: z.boolean(),
});
export type TaskDeal = z.infer<typeof TaskDeal>;

const teamParams = z.object({ teamId: z.uuid() });
const crmParams = z.object({ teamId: z.uuid(), id: z.uuid() });

export const listCrm = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/crm",
  summary: "A team's connected CRMs.",
  params: teamParams,
  response: z.array(CrmConnection),
});

export const listKeptCrm = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/crm/kept",
  summary: "Records of CRMs that are no longer connected.",
  params: teamParams,
  response: z.array(KeptCrm),
});

export const connectCrm = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/crm",
  summary:
    "Connect a CRM. Its key is tried before it is stored. Connecting the same account again renews it.",
  params: teamParams,
  body: z.strictObject({
    provider: CrmProvider,
    credentials: CrmCredentials,
    syncSettings: CrmSyncSettings,
    /** What the caller expects; the server decides it. */
    status: z.string().max(40).optional(),
  }),
  response: CrmConnection,
  errors: ["provider_failed"],
});

export const syncCrm = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/crm/:id/sync",
  summary: "Sync a CRM now. A long sync continues in the background.",
  params: crmParams,
  response: z.object({ message: z.string() }),
  errors: ["provider_failed", "too_many_requests"],
});

export const updateCrm = endpoint({
  method: "PATCH",
  path: "/api/teams/:teamId/crm/:id",
  summary: "Change how often a CRM is synced (seconds), and what.",
  params: crmParams,
  body: z.strictObject({
    syncInterval: z
      .int()
      .min(crmIntervals.least, { error: "Sync interval must be at least 1 minute to prevent API abuse" })
      .max(crmIntervals.most, { error: "Sync interval must be at most 24 hours" })
      .optional(),
    syncSettings: CrmSyncSettings.optional(),
  }),
  response: CrmConnection,
});

export const disconnectCrm = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/crm/:id",
  summary: "Disconnect a CRM and delete its key. What was synced is kept or removed.",
  params: crmParams,
  query: z.object({ records: z.enum(["keep", "remove"]).default("keep") }),
  response: z.object({ id: z.uuid() }),
});

export const listCrmDeals = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/crm/deals",
  summary: "Up to 20 open deals whose name or company contains the words, by name.",
  params: teamParams,
  query: z.object({ q: z.string().max(200).optional() }),
  response: z.array(CrmDealView),
});

const taskParams = z.object({ teamId: z.uuid(), taskId: z.uuid() });
const dealLink = { connectionId: z.uuid(), dealId: z.string().max(200) };

export const getTaskDeal = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/crm/tasks/:taskId",
  summary: "The deal that a task belongs to.",
  params: taskParams,
  response: TaskDeal,
});

export const setTaskDeal = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/crm/tasks/:taskId",
  summary:
    "Say which deal a task belongs to. The next sync writes the task and its outcome into the CRM, or removes it " +
    "there if it belongs to none any more. With `expected`, 409 if it belongs to another deal by now.",
  params: taskParams,
  body: z.strictObject({
    /** Null: none. */
    deal: z.strictObject(dealLink).nullable(),
    /** The deal that the caller saw. */
    expected: z.strictObject({ deal: z.object(dealLink).nullable() }).optional(),
  }),
  response: TaskDeal,
  errors: ["conflict", "changed_since"],
});
