import { shownEntry } from "../audit/service";

/**
 * What the walk over the tables can't find out by itself. A test compares these lists with the database, so
 * that a new table is exported and deleted with its team, or its absence has a reason here.
 */

/** Tables without rows of a team, with the reason. */
export const notOfTeams: Record<string, string> = {
  users: "People belong to no team. The export lists those that its rows name in people.jsonl.",
  identities: "How a person signs in. It is deleted with the person.",
  sessions: "Where a person is signed in; its team is only the one in use. It is deleted with the person.",
  used_tokens: "Names no person and no team.",
  rate_limits: "Counts attempts per network address, for minutes.",
  deletion_reports: "Counts what was deleted, without naming whose it was.",
  notification_choices:
    "What a person wants to be notified of, in all their teams. It is deleted with the person.",
  digests: "Whether a person wants a mail about all their teams. It is deleted with the person.",
  notification_position: "How far this installation has read its own ledgers for notifications.",
  push_keys: "The keys that sign push notifications; they work only in this installation.",
  push_subscriptions:
    "A person's browsers, which get notifications of all their teams. They are deleted with the session.",
  webhook_events:
    "Which teams an event concerns is only known once it is handled, and then its content is deleted.",
};

/** Tables of a team that the export leaves out, with the reason. They are deleted with the team. */
export const notExported: Record<string, string> = {
  calendar_feeds: "The hashes of calendar links that open only this installation.",
  access_tokens: "The hashes of tokens that open only this installation.",
  tool_calls: "Which tools assistants called, for 30 days, with the names of tokens that aren't exported.",
  invitations: "The hashes of links that work only in this installation.",
  revocations: "Encrypted access to disconnected accounts, until their providers have ended it.",
  outgoing_webhooks: "Their signing secrets stay here, and without one a receiver trusts nothing.",
  deliveries: "What was posted to the webhooks, for their log.",
  fact_followers: "That a team has outgoing webhooks, which aren't exported.",
  followed_facts: "What waits to be posted to them, and is taken at any moment.",
  connect_attempts: "Unfinished connects with encrypted access; they end after minutes.",
  passages: "The search index, which follows from messages, tasks and meetings as they are restored.",
  message_counts: "The counts of the inbox, which follow from messages as they are restored.",
  refinements:
    "A language model's answers by question, so that none is asked twice. They don't say whose messages they are about.",
  pending_pushes: "What waits to be sent to browsers that are signed in here; the bell shows it anyway.",
  team_deletions: "A team that is being deleted isn't exported.",
  team_exports: "The downloads of the export itself.",
};

/**
 * Columns that may hold a secret, by their name. They are never exported and are empty after a restore, so they
 * must be nullable or have a default, or else their table must be in {@link notExported}.
 */
const secretName =
  /secret|credential|password|passphrase|token(?!s)|_hash$|_key_hash|private_key|signing|sealed|subscription$|p256dh|^auth$|code_verifier/;

/** Columns with such a name that are no secret. */
const harmless = new Set<string>([]);

/** True if a column must not leave the installation. */
export const isSecret = (table: string, column: string): boolean =>
  secretName.test(column) && !harmless.has(`${table}.${column}`);

/** Columns that are exported as something else than they are, as SQL over the row `t`, by table and column. */
export const exportedAs: Record<string, string> = {
  // Its access is left out, so it has to be connected again.
  "connections.status": "case when t.status = 'connected' then 'reconnect' else t.status end",
  "crm_connections.status": "'disconnected'",
};

/** Tables whose rows are exported otherwise than they are stored. Takes and returns a row as a JSON text. */
export const exportedLine: Record<string, (line: string) => string> = {
  audit_log: (line) => JSON.stringify(shownEntry(JSON.parse(line))),
};

/**
 * Rows that only one person may see, besides those with `visible_to` and those that belong to such rows. SQL
 * conditions over the row `t`; `$2` is the person who exports.
 */
export const privateRows: Record<string, string> = {
  chat_messages: "t.user_id = $2",
  consents: "t.user_id = $2",
  // They say when something private arrived and was done, and when somebody focused.
  events: `(t.user_id = $2 or t.type not like 'focus%')
    and not exists (select from messages m
      where m.team_id = t.team_id and m.id = t.subject_id and m.visible_to <> $2)
    and not exists (select from connections c where c.account_id = t.subject_id and c.visible_to <> $2)`,
  focus_sessions: "t.user_id = $2",
  // An upload belongs to who made it until they start its import; imports/repository.ts lists them in the same way.
  imports: `(t.user_id = $2
    or not (t.status in ('counting', 'ready') or t.status = 'failed' and t.found = 0))`,
  // A change of many messages names them inside it.
  journal: `not exists (select from jsonb_array_elements(t.changes) c
    cross join jsonb_path_query(c, '$.** ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') named(id)
    join messages m on m.team_id = t.team_id and m.id = (named.id #>> '{}')::uuid
    where c->>'type' in ('message', 'messages', 'area_item', 'area_fact') and m.visible_to <> $2)`,
  muted_senders: "t.user_id = $2",
  notifications: "t.user_id = $2",
  saved_filters: "t.user_id = $2",
};

/**
 * Rows that are private, but that other people's rows need, as SQL conditions over the row `t`: when an account becomes
 * private, what its team has seen stays the team's.
 */
export const sharedRows: Record<string, string> = {
  accounts: `exists (select from messages m where m.account_id = t.id and m.visible_to is null)
    or exists (select from message_copies m where m.account_id = t.id and m.visible_to is null)`,
};
