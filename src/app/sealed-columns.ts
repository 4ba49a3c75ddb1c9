import type { SealedColumn } from "../server/reseal";

/** Every column with encrypted texts. A column without a line here loses its texts when the key changes. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "connections", column: "credentials", prefix: "connections", by: "account_id" },
  { table: "connections", column: "subscription", prefix: "connections", by: "account_id" },
  { table: "revocations", column: "credentials", prefix: "connections", by: "account_id" },
  { table: "revocations", column: "subscription", prefix: "connections", by: "account_id" },
  { table: "connect_attempts", column: "code_verifier", prefix: "connect_attempts", by: "team_id" },
  { table: "connect_attempts", column: "found", prefix: "connect_attempts", by: "team_id" },
  { table: "crm_connections", column: "credentials", prefix: "crm_connections", by: "id" },
  { table: "outgoing_webhooks", column: "secret", prefix: "outgoing_webhooks", by: "id" },
  { table: "push_keys", column: "private_key", prefix: "push_keys", by: "id" },
];
