import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { ProviderCategory, ProviderId } from "../channels/contract";

/** Seconds. Sources: specification, section 9. */
export const syncIntervals = { default: 300, least: 60, most: 86_400 };

/** One connected account. Times are ISO 8601 in UTC, `syncInterval` in seconds. */
export const IntegrationAccount = z.object({
  id: z.uuid(),
  /** Mail address, number or handle; null where there is none. */
  accountEmail: z.string().nullable(),
  accountName: z.string(),
  lastSyncAt: z.iso.datetime().nullable(),
  syncInterval: z.int(),
  /** `reconnect`: the provider no longer accepts the grant. */
  status: z.enum(["connected", "reconnect"]),
  /** Only the person who connected it sees its messages. */
  onlyMe: z.boolean(),
  /** The conversations chosen; null: all of them. */
  conversations: z.array(z.string()).nullable(),
});
export type IntegrationAccount = z.infer<typeof IntegrationAccount>;

export const ConnectField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["text", "password", "phone", "number"]),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  value: z.string().optional(),
});

/** A channel that can be connected, and how. `account` is the first of `accounts`. */
export const IntegrationProvider = z.object({
  id: ProviderId,
  name: z.string(),
  description: z.string(),
  category: ProviderCategory,
  connected: z.boolean(),
  requiresOAuth: z.boolean(),
  account: IntegrationAccount.nullable(),
  accounts: z.array(IntegrationAccount),
  /** Settings of the server that are missing; empty: it can be connected. */
  missing: z.array(z.object({ name: z.string(), where: z.string() })),
  /** What the connect dialog asks for; empty where consent is given at the provider's page. */
  fields: z.array(ConnectField),
  /** Where the provider pushes to; null when it never does. */
  webhookUrl: z.string().nullable(),
  /** Whether conversations can be chosen. */
  choosesConversations: z.boolean(),
  /** Whether it is also asked for news, by its interval. */
  syncs: z.boolean(),
  /** Whether the first connect brings messages that were sent before. */
  bringsHistory: z.boolean(),
});
export type IntegrationProvider = z.infer<typeof IntegrationProvider>;

export const HealthStatus = z.enum(["healthy", "warning", "error"]);
export type HealthStatus = z.infer<typeof HealthStatus>;

/** How one connected account is doing. Times are ISO 8601 in UTC; `timeSinceLastSync` and `syncInterval` in seconds. */
export const HealthMetric = z.object({
  provider: z.string(),
  accountId: z.uuid(),
  accountEmail: z.string().nullable(),
  accountName: z.string(),
  healthStatus: HealthStatus,
  healthMessage: z.string(),
  actionableAdvice: z.string().nullable(),
  lastSyncAt: z.iso.datetime().nullable(),
  timeSinceLastSync: z.int().nullable(),
  syncInterval: z.int(),
  lastMessageAt: z.iso.datetime().nullable(),
  /** Messages that arrived since midnight UTC. */
  messagesToday: z.int(),
  /** Null for accounts that are only pushed to. */
  nextSyncAt: z.iso.datetime().nullable(),
  /** The first 30 days are still being fetched. */
  fetchingHistory: z.boolean(),
});
export type HealthMetric = z.infer<typeof HealthMetric>;

/** Why a connect by consent failed, as the integrations page is told in its address. */
export const connectProblems = [
  /** The person said no at the provider. */
  "denied",
  /** The way back was not begun here, used before, or too late. */
  "expired",
  "team",
  "forbidden",
  "limit",
  /** A setting of the server is missing. */
  "settings",
  /** Somebody else of the team has it for themselves. */
  "taken",
  /** The person did not tick, or may not give, what is needed. */
  "not_allowed",
  /** Nothing that could be connected was shared. */
  "nothing_shared",
  /** The provider does not know this server: its client id or secret is wrong. */
  "client",
  /** Not reachable, slow, or broken on its side. */
  "unavailable",
  /** Whatever else the provider did not like. */
  "provider",
  "unexpected",
] as const;
export type ConnectProblem = (typeof connectProblems)[number];

const accountParams = z.object({ accountId: z.uuid() });
const providerParams = z.object({ provider: z.string().max(40) });

export const listProviders = endpoint({
  method: "GET",
  path: "/api/integrations/providers",
  summary: "The channels there are, with the accounts the team in use has connected.",
  response: z.array(IntegrationProvider),
});

export const listHealth = endpoint({
  method: "GET",
  path: "/api/integrations/health",
  summary: "How each connected account of the team in use is doing.",
  response: z.array(HealthMetric),
});

/** The fields are the provider's own: what its entry in the list of providers asks for. */
export const connectDirectly = endpoint({
  method: "POST",
  path: "/api/integrations/:provider/connect",
  summary: "Connect an account by what the person typed in, such as a phone number or a bot's token.",
  params: providerParams,
  body: z.looseObject({ teamId: z.uuid(), onlyMe: z.boolean().default(false) }),
  response: IntegrationAccount,
});

export const disconnectAccount = endpoint({
  method: "DELETE",
  path: "/api/integrations/:accountId",
  summary: "Disconnect an account: messages and tasks stay, new messages no longer come.",
  params: accountParams,
  response: z.object({ id: z.uuid() }),
});

export const syncAccount = endpoint({
  method: "POST",
  path: "/api/integrations/:accountId/sync",
  summary: "Ask the provider for news now, and wait for the answer.",
  params: accountParams,
  response: z.object({ stored: z.int() }),
});

export const updateAccount = endpoint({
  method: "PATCH",
  path: "/api/integrations/:accountId",
  summary: "Change how often an account is asked for news (seconds), or which conversations are collected.",
  params: accountParams,
  body: z.strictObject({
    syncInterval: z
      .int()
      .min(syncIntervals.least, {
        error: "Sync interval must be at least 1 minute to prevent API abuse",
      })
      .max(syncIntervals.most, { error: "Sync interval must be at most 24 hours" })
      .optional(),
    /** Null: all. */
    conversations: z.array(z.string().max(200)).max(1000).nullable().optional(),
  }),
  response: IntegrationAccount,
});

export const testAccount = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/test",
  summary: "Make one call to the provider to see whether the account answers.",
  params: accountParams,
  response: z.object({ success: z.boolean(), message: z.string() }),
});

export const listConversations = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/conversations",
  summary: "The conversations of an account that can be chosen from.",
  params: accountParams,
  response: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** A round trip under way: a message with `code` is awaited at the account. `seconds`: how long it took from sending. */
export const Proof = z.object({
  code: z.string(),
  startedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  arrivedAt: z.iso.datetime().nullable(),
  messageId: z.uuid().nullable(),
});
export type Proof = z.infer<typeof Proof>;

export const startProof = endpoint({
  method: "POST",
  path: "/api/integrations/:accountId/proof",
  summary: "Start a round trip: names a code that a message to the account is to carry.",
  params: accountParams,
  response: Proof,
});

export const getProof = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/proof",
  summary: "Whether the message with the code has arrived.",
  params: accountParams,
  response: Proof.nullable(),
});

/** Accounts that a consent has made available, of which the person chooses. */
export const ConnectChoice = z.object({
  id: z.uuid(),
  provider: z.string(),
  accounts: z.array(z.object({ externalId: z.string(), name: z.string(), address: z.string().nullable() })),
});
export type ConnectChoice = z.infer<typeof ConnectChoice>;

export const getConnectChoice = endpoint({
  method: "GET",
  path: "/api/integrations/choices/:choiceId",
  summary: "The accounts that can be connected after consent at the provider.",
  params: z.object({ choiceId: z.uuid() }),
  response: ConnectChoice,
});

export const chooseAccounts = endpoint({
  method: "POST",
  path: "/api/integrations/choices/:choiceId",
  summary: "Connect the chosen accounts.",
  params: z.object({ choiceId: z.uuid() }),
  body: z.strictObject({ externalIds: z.array(z.string()).min(1).max(50) }),
  response: z.array(IntegrationAccount),
});
