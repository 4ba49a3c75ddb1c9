import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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

/** What went wrong last. */
export interface LastFailure {
  kind: FailureCause | "unexpected";
  message: string;
  /** ISO 8601. */
  at: string;
}

/** A round trip: a message with the code is awaited. Times are ISO 8601. */
export interface StoredProof {
  code: string;
  startedAt: string;
  arrivedAt: string | null;
  messageId: string | null;
}

/** How an account is reached: the connection behind a row of `accounts`, kept apart from what its messages need. */
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
    /** The one person who sees its messages; null: the team. */
    visibleTo: uuid("visible_to"),
    status: text("status", { enum: ["connected", "reconnect", "disconnected"] })
      .notNull()
      .default("connected"),
    /** Sealed (server/secrets.ts); null once disconnected. */
    credentials: text("credentials"),
    settings: jsonb("settings").$type<AccountSettings>().notNull().default({}),
    /** Seconds. */
    syncInterval: integer("sync_interval").notNull().default(syncIntervals.default),
    /** Where the provider goes on; null: from `historySince`. */
    cursor: jsonb("cursor").$type<Cursor>(),
    historySince: time("history_since").notNull(),
    historyDone: boolean("history_done").notNull().default(false),
    /** Sealed JSON of the provider's promise to push. */
    subscription: text("subscription"),
    subscriptionEndsAt: time("subscription_ends_at"),
    /** Why the provider would not promise to push when it was last asked; null: it did, or was not asked. */
    pushFailure: jsonb("push_failure").$type<LastFailure>(),
    /** Null: never asked, only pushed to. */
    nextSyncAt: time("next_sync_at"),
    /** The run that works on it now, and until when its claim holds without being renewed. */
    claimedBy: uuid("claimed_by"),
    claimedUntil: time("claimed_until"),
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
  ],
);

/**
 * Events that providers pushed: stored before they are answered, and worked on after. The only table without a team:
 * whose account an event is about shows when it is worked on.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text("provider").notNull(),
    /** The provider's id of the event, the same for every delivery. */
    eventId: text("event_id").notNull(),
    /** The provider's id of the account. */
    account: text("account").notNull(),
    payload: jsonb("payload").notNull(),
    receivedAt: time("received_at").notNull().defaultNow(),
    handledAt: time("handled_at"),
    tries: integer("tries").notNull().default(0),
    /** Not to be tried before; null: at once. */
    notBefore: time("not_before"),
    failure: text("failure"),
  },
  (t) => [
    uniqueIndex("webhook_events_once").on(t.provider, t.eventId),
    index("webhook_events_waiting").on(t.seq).where(sql`handled_at is null`),
    index("webhook_events_handled").on(t.handledAt).where(sql`handled_at is not null`),
  ],
);

/** Where a mailbox keeps its messages: what it calls a message when it tells that it is gone. */
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
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.location] }),
    index("message_locations_by_external_id").on(t.accountId, t.externalId),
  ],
);

/** A connect that is under way: from the click to the way back from the provider, and until accounts are chosen. */
export const connectAttempts = pgTable("connect_attempts", {
  id: uuid("id").primaryKey().defaultRandom(),
  teamId: uuid("team_id")
    .notNull()
    .references(() => teams.id, { onDelete: "cascade" }),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  provider: text("provider").notNull(),
  onlyMe: boolean("only_me").notNull(),
  /** SHA-256 of the state the browser carries; null once it has been used. */
  stateHash: text("state_hash").unique(),
  /** Sealed. */
  codeVerifier: text("code_verifier"),
  /** Sealed: the accounts to choose from. */
  found: text("found"),
  expiresAt: time("expires_at").notNull(),
});
