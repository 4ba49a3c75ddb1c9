import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ShortcutKeys } from "../../shared/shortcut-keys";

export const users = pgTable("users", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Lower case; one person per address. */
  email: text("email").notNull().unique(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull().default(""),
  profileImageUrl: text("profile_image_url"),
  /** IANA name; null until a browser has sent one. */
  timeZone: text("time_zone"),
  /** Changed shortcut keys by their defaults; null: none. */
  shortcutKeys: jsonb("shortcut_keys").$type<ShortcutKeys>(),
  /** When a demo visitor is deleted with their team; null for everybody else. */
  demoEndsAt: timestamp("demo_ends_at", { withTimezone: true }),
  /** When the person is deleted, if they asked for it; until then, they can take it back. */
  deletesAt: timestamp("deletes_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The person for a provider's subject, so that they keep their account when their address changes. */
export const identities = pgTable(
  "identities",
  {
    /** `local` or `firebase`. */
    provider: text("provider").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index("identities_by_user").on(t.userId)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the cookie's token; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique(),
    /** The User-Agent header, for the list of sessions. */
    userAgent: text("user_agent"),
    /** The identity provider it began with; null for a demo, and for sessions from before this was noted. */
    provider: text("provider"),
    /** The session's current team, if one was chosen. */
    teamId: uuid("team_id"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When the person last signed in or confirmed their identity. */
    signedInAt: timestamp("signed_in_at", { withTimezone: true }).notNull().defaultNow(),
    /** Accurate to a few minutes, because not every call writes it. */
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (t) => [index("sessions_by_user").on(t.userId)],
);

/** Used ID tokens; each works once. */
export const usedTokens = pgTable("used_tokens", {
  id: text("id").primaryKey(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});
