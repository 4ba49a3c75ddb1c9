import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { ProviderCategory, ProviderId } from "../channels/contract";

/** Seconds. Sources: specification, section 9. */
export const syncIntervals = { default: 300, least: 60, most: 86_400 };

/** One connected account. Times are ISO 8601 in UTC, `syncInterval` in seconds. */
export const IntegrationAccount = z.object({
  id: z.uuid(),
  /** Email address, phone number or handle; null if it has none. */
  accountEmail: z.string().nullable(),
  accountName: z.string(),
  lastSyncAt: z.iso.datetime().nullable(),
  syncInterval: z.int(),
  /** `reconnect`: the provider no longer accepts the grant. */
  status: z.enum(["connected", "reconnect"]),
  /** Only the person who connected it sees its messages. */
  onlyMe: z.boolean(),
  /** The selected conversations; null for all. */
  conversations: z.array(z.string()).nullable(),
  /** What the connect form already knows when you reconnect: values of its fields by name, never a secret. */
  known: z.record(z.string(), z.string()),
});
export type IntegrationAccount = z.infer<typeof IntegrationAccount>;

/** What a connect form fills in when a field's value ends with one of `endings`. */
export const ConnectSuggestion = z.object({
  endings: z.array(z.string()),
  /** Values of other fields by name; empty if the provider can't be connected this way. */
  values: z.record(z.string(), z.string()),
  /** What to do or know first, as a sentence. */
  note: z.string().nullable(),
});
export type ConnectSuggestion = z.infer<typeof ConnectSuggestion>;

export const ConnectField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["text", "password", "phone", "number"]),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  value: z.string().optional(),
  suggestions: z.array(ConnectSuggestion).optional(),
});

/** A provider and how to connect it. `account` is the first of `accounts`. */
export const IntegrationProvider = z.object({
  id: ProviderId,
  name: z.string(),
  description: z.string(),
  category: ProviderCategory,
  connected: z.boolean(),
  requiresOAuth: z.boolean(),
  account: IntegrationAccount.nullable(),
  accounts: z.array(IntegrationAccount),
  /** Missing server settings. If empty, it can be connected. */
  missing: z.array(z.object({ name: z.string(), where: z.string() })),
  /** The fields of the connect form; empty if you consent on the provider's page. */
  fields: z.array(ConnectField),
  /** The webhook's URL, to enter in the provider's settings; null if nobody has to. */
  webhookUrl: z.string().nullable(),
  /** Whether conversations can be selected. */
  choosesConversations: z.boolean(),
  /** Whether it is also polled at its interval. */
  syncs: z.boolean(),
  /** Whether the first sync includes earlier messages. */
  bringsHistory: z.boolean(),
  /** What disconnecting does to Zippy's access, and what is left for you to do, as sentences. */
  disconnectNote: z.string(),
});
export type IntegrationProvider = z.infer<typeof IntegrationProvider>;

/** The rules are in `health/health.ts`; docs/self-hosting.md explains them. */
export const HealthStatus = z.enum(["healthy", "warning", "error"]);
export type HealthStatus = z.infer<typeof HealthStatus>;

/**
 * The health of one connected account. Times are ISO 8601 in UTC; `timeSinceLastSync` and `syncInterval` in
 * seconds.
 */
export const HealthMetric = z.object({
  provider: z.string(),
  /** The account's id, or the attempt's if connecting stopped before there was an account. */
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
  /** Whether the account needs to be reconnected, or seems to. */
  needsReconnect: z.boolean(),
  /** How many events, messages and the like are set aside because they fail every time. */
  quarantined: z.int(),
  /** What was left out in the last 30 days because it isn't a message, by reason, the most frequent first. */
  ignored: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The first 30 days are still being fetched. */
  fetchingHistory: z.boolean(),
});
export type HealthMetric = z.infer<typeof HealthMetric>;

/** Why a consent failed, as a code in the URL of the integrations page. */
export const connectProblems = [
  /** The user declined at the provider. */
  "denied",
  /** Only an administrator of the user's organization may allow it. */
  "admin",
  /** The callback is unknown, already used, or too late. */
  "expired",
  "team",
  /** Zippy has no such provider. */
  "unknown",
  "forbidden",
  "limit",
  /** A server setting is missing. */
  "settings",
  /** Someone else on the team has connected it privately. */
  "taken",
  /** The user did not, or may not, grant a required permission. */
  "not_allowed",
  /** The user shared nothing that can be connected. */
  "nothing_shared",
  /** The provider doesn't recognize the server's client id or secret. */
  "client",
  /** Unreachable, slow or failing on its side. */
  "unavailable",
  /** Its answer isn't what it documents. */
  "unreadable",
  /** Any other refusal by the provider. */
  "provider",
  "unexpected",
] as const;
export type ConnectProblem = (typeof connectProblems)[number];

const accountParams = z.object({ accountId: z.uuid() });
const providerParams = z.object({ provider: z.string().max(40) });

export const listProviders = endpoint({
  method: "GET",
  path: "/api/integrations/providers",
  summary: "List all providers with the accounts that the current team has connected.",
  response: z.array(IntegrationProvider),
});

export const listHealth = endpoint({
  method: "GET",
  path: "/api/integrations/health",
  summary:
    "Get the health of each connected account of the current team, and of connects that stopped halfway.",
  response: z.array(HealthMetric),
});

/** The body contains the provider's own fields, as listed with the providers. */
export const connectDirectly = endpoint({
  method: "POST",
  path: "/api/integrations/:provider/connect",
  summary: "Connect an account with a form, for example with a phone number or a bot token.",
  params: providerParams,
  body: z.looseObject({ teamId: z.uuid(), onlyMe: z.boolean().default(false) }),
  response: IntegrationAccount,
  errors: ["conflict", "limit_reached", "provider_failed"],
});

export const disconnectAccount = endpoint({
  method: "DELETE",
  path: "/api/integrations/:accountId",
  summary: "Disconnect an account. Its messages and tasks stay; new messages no longer arrive.",
  params: accountParams,
  response: z.object({ id: z.uuid() }),
});

export const syncAccount = endpoint({
  method: "POST",
  path: "/api/integrations/:accountId/sync",
  summary: "Sync an account now and wait for the result.",
  params: accountParams,
  response: z.object({ stored: z.int() }),
  errors: ["provider_failed"],
});

export const updateAccount = endpoint({
  method: "PATCH",
  path: "/api/integrations/:accountId",
  summary: "Change how often an account is polled (seconds), or which conversations are collected.",
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

/** Something that fails every time. Times are ISO 8601 in UTC. */
export const QuarantinedItem = z.object({
  id: z.uuid(),
  /**
   * `source`: the provider fails on it; every check tries it again. `event`: a pushed event. `message`: a
   * message that couldn't be stored.
   */
  kind: z.enum(["source", "event", "message"]),
  /** The sender of the message, with its subject or text; null if unknown. */
  title: z.string().nullable(),
  reason: z.string(),
  tries: z.int(),
  since: z.iso.datetime(),
  lastTryAt: z.iso.datetime(),
});
export type QuarantinedItem = z.infer<typeof QuarantinedItem>;

const chosenItems = z.strictObject({
  /** Default: all. */
  ids: z.array(z.uuid()).min(1).max(200).optional(),
});

export const listQuarantine = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/quarantine",
  summary: "List what an account has set aside because it fails every time.",
  params: accountParams,
  response: z.array(QuarantinedItem),
  errors: ["forbidden"],
});

export const retryQuarantine = endpoint({
  method: "POST",
  path: "/api/integrations/:accountId/quarantine/retry",
  summary: "Try again what is set aside: events and messages at once, the rest with the next check.",
  params: accountParams,
  body: chosenItems,
  /** `checked`: tried with the check that starts now. `reason`: why the first one failed again. */
  response: z.object({
    stored: z.int(),
    checked: z.int(),
    failed: z.int(),
    reason: z.string().nullable(),
  }),
  errors: ["forbidden"],
});

export const dismissQuarantine = endpoint({
  method: "POST",
  path: "/api/integrations/:accountId/quarantine/dismiss",
  summary: "Take what is set aside off the list for good. It isn't tried again.",
  params: accountParams,
  body: chosenItems,
  response: z.object({ dismissed: z.int() }),
  errors: ["forbidden"],
});

export const testAccount = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/test",
  summary: "Make one call to the provider to check that the account responds.",
  params: accountParams,
  response: z.object({ success: z.boolean(), message: z.string() }),
});

export const listConversations = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/conversations",
  summary: "List the conversations of an account to choose from.",
  params: accountParams,
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: ["forbidden", "provider_failed"],
});

/** A running round trip, which waits for a message with `code`. `seconds`: time from sending to arrival. */
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
  summary: "Start a round trip. Returns a code to send to the account in a message.",
  params: accountParams,
  response: Proof,
});

export const getProof = endpoint({
  method: "GET",
  path: "/api/integrations/:accountId/proof",
  summary: "Get whether the message with the code has arrived.",
  params: accountParams,
  response: Proof.nullable(),
});

/** Accounts from a consent, to choose from. */
export const ConnectChoice = z.object({
  id: z.uuid(),
  provider: z.string(),
  accounts: z.array(z.object({ externalId: z.string(), name: z.string(), address: z.string().nullable() })),
});
export type ConnectChoice = z.infer<typeof ConnectChoice>;

export const getConnectChoice = endpoint({
  method: "GET",
  path: "/api/integrations/choices/:choiceId",
  summary: "List the accounts that can be connected after a consent.",
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
  errors: ["conflict", "limit_reached", "provider_failed"],
});
