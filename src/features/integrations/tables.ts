import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { accounts } from "../inbox/tables";
import { teams } from "../teams/tables";
import { syncIntervals } from "./contract";
import type { AccountSettings, Cursor, FailureCause } from "./providers/provider";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** The latest failure. */
export interface LastFailure {
  kind: FailureCause | "unexpected";
  message: string;
  /** ISO 8601. */
  at: string;
  /** When the provider first rejected our access, if it has rejected every call since. ISO 8601. */
  rejectedSince?: string;
  /** The provider doesn't want to be asked before this time. ISO 8601. */
  retryAt?: string;
}

/** A round trip that waits for a message with the code. Times are ISO 8601. */
export interface StoredProof {
  code: string;
  startedAt: string;
  arrivedAt: string | null;
  messageId: string | null;
}

/** The connection behind a row of `accounts`. Separate, because messages only need the account. */
export const connections = pgTable(
  "connections",
  {
    accountId: uuid("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    address: text("address"),
    connectedBy: uuid("connected_by").references(() => users.id, { onDelete: "set null" }),
    /** The only user who sees its messages; null for the team. */
    visibleTo: uuid("visible_to"),
    status: text("status", { enum: ["connected", "reconnect", "disconnected"] })
      .notNull()
      .default("connected"),
    /** Sealed (server/secrets.ts); null once disconnected. */
    credentials: text("credentials"),
    settings: jsonb("settings").$type<AccountSettings>().notNull().default({}),
    /** Seconds. */
    syncInterval: integer("sync_interval").notNull().default(syncIntervals.default),
    /** The position to resume from; null starts from `historySince`. */
    cursor: jsonb("cursor").$type<Cursor>(),
    historySince: time("history_since").notNull(),
    historyDone: boolean("history_done").notNull().default(false),
    /** Sealed JSON of the provider's subscription. */
    subscription: text("subscription"),
    subscriptionEndsAt: time("subscription_ends_at"),
    /** Why the latest attempt to subscribe failed; null if it succeeded or there was none. */
    pushFailure: jsonb("push_failure").$type<LastFailure>(),
    /** Null: never polled, only pushed to. */
    nextSyncAt: time("next_sync_at"),
    /** The current run, and how long its claim is valid without renewal. */
    claimedBy: uuid("claimed_by"),
    claimedUntil: time("claimed_until"),
    /** Whether the provider reports changes over a connection that stays open. */
    watchable: boolean("watchable").notNull().default(false),
    /** The process that holds this connection open, and how long its claim is valid without renewal. */
    watchedBy: uuid("watched_by"),
    watchedUntil: time("watched_until"),
    /** Who is renewing the credentials, and how long nobody else may. */
    renewingBy: uuid("renewing_by"),
    renewingUntil: time("renewing_until"),
    lastSyncAt: time("last_sync_at"),
    lastMessageAt: time("last_message_at"),
    failures: integer("failures").notNull().default(0),
    lastFailure: jsonb("last_failure").$type<LastFailure>(),
    proof: jsonb("proof").$type<StoredProof>(),
    connectedAt: time("connected_at").notNull().defaultNow(),
  },
  (t) => [
    index("connections_due").on(t.nextSyncAt).where(sql`status = 'connected'`),
    index("connections_by_team").on(t.teamId),
    index("connections_by_external_id").on(t.provider, t.externalId),
    index("connections_by_grant").on(sql`(${t.settings} ->> 'grant')`),
    index("connections_of_connected_by").on(t.connectedBy),
  ],
);

/**
 * Pushed events, stored before the response and handled afterwards. The only table without a team, because an
 * event's teams are only known when it is handled.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text("provider").notNull(),
    /** The provider's id of the event, identical for every delivery. */
    eventId: text("event_id").notNull(),
    /** The provider's id of the account. */
    account: text("account").notNull(),
    payload: jsonb("payload").notNull(),
    receivedAt: time("received_at").notNull().defaultNow(),
    /** When its messages were stored, although names in them weren't known yet; null: they aren't, or all were. */
    storedAt: time("stored_at"),
    handledAt: time("handled_at"),
    tries: integer("tries").notNull().default(0),
    /** Not before this time; null: immediately. */
    notBefore: time("not_before"),
    failure: text("failure"),
  },
  (t) => [
    uniqueIndex("webhook_events_once").on(t.provider, t.eventId),
    index("webhook_events_to_store")
      .on(t.provider, t.account, t.seq)
      .where(sql`handled_at is null and stored_at is null`),
    index("webhook_events_to_name")
      .on(t.provider, t.account, t.seq)
      .where(sql`handled_at is null and stored_at is not null`),
    index("webhook_events_handled").on(t.handledAt).where(sql`handled_at is not null`),
  ],
);

/**
 * What failed every time and is set aside until it works or someone dismisses it. `source`: what a provider
 * fails on, by its id there. `event`: a pushed event. `message`: a message that could not be stored.
 */
export const quarantine = pgTable(
  "quarantine",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["source", "event", "message"] }).notNull(),
    ref: text("ref").notNull(),
    /** A sentence. */
    reason: text("reason").notNull(),
    /** What is needed to try it again; null once dismissed. */
    payload: jsonb("payload"),
    tries: integer("tries").notNull(),
    since: time("since").notNull().defaultNow(),
    lastTryAt: time("last_try_at").notNull().defaultNow(),
    /** Not before this time; null: with the next check. */
    retryAt: time("retry_at"),
    dismissedAt: time("dismissed_at"),
  },
  (t) => [
    uniqueIndex("quarantine_once").on(t.accountId, t.kind, t.ref),
    index("quarantine_by_team").on(t.teamId, t.accountId).where(sql`dismissed_at is null`),
    index("quarantine_of_team").on(t.teamId),
  ],
);

/** How often something that a provider sent was left out, by reason and day (UTC). */
export const ignoredParts = pgTable(
  "ignored_parts",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    day: date("day").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.reason, t.day] }),
    index("ignored_parts_by_team").on(t.teamId, t.day),
  ],
);

/** Where a mailbox stores its messages. Some mailboxes only report the location of a deleted message. */
export const messageLocations = pgTable(
  "message_locations",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    location: text("location").notNull(),
    externalId: text("external_id").notNull(),
    /** Opens it at the provider; null if the provider gave none. */
    webUrl: text("web_url"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.location] }),
    index("message_locations_by_external_id").on(t.accountId, t.externalId),
    index("message_locations_of_team").on(t.teamId),
  ],
);

/**
 * Access to a disconnected account that hasn't ended at its provider yet. Sealed like that of a connection
 * (server/secrets.ts).
 */
export const revocations = pgTable(
  "revocations",
  {
    accountId: uuid("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    credentials: text("credentials").notNull(),
    subscription: text("subscription"),
    subscriptionEndsAt: time("subscription_ends_at"),
    attempts: integer("attempts").notNull(),
    nextAt: time("next_at").notNull(),
    /** Why the last attempt failed; null before that. */
    failure: text("failure"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("revocations_by_team").on(t.teamId), index("revocations_due").on(t.nextAt)],
);

/** An unfinished connect: from the click, through the provider's page, to the choice of accounts. */
export const connectAttempts = pgTable(
  "connect_attempts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    onlyMe: boolean("only_me").notNull(),
    /** SHA-256 of the state in the browser; null once used. */
    stateHash: text("state_hash").unique(),
    /** Sealed. */
    codeVerifier: text("code_verifier"),
    /** Sealed: the accounts to choose from. */
    found: text("found"),
    /** When the state was used and the exchange of the code began; null before. */
    exchangedAt: time("exchanged_at"),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("connect_attempts_of_team").on(t.teamId), index("connect_attempts_of_user").on(t.userId)],
);
