import type { AuditAction } from "../shared/audit-action";
import type { Executor } from "./database";

/** Something relevant to the security of a team's data. */
export interface AuditEntry {
  teamId: string;
  /** Who did it; null: Zippy itself. */
  userId: string | null;
  action: AuditAction;
  /** The user it was done to. */
  aboutUserId?: string;
  /** A few words about it. Never a secret, and nothing from a private account. */
  detail?: string;
}

/** Records entries in the caller's transaction. */
export type RecordAudit = (tx: Executor, ...entries: AuditEntry[]) => Promise<void>;
