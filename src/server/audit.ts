import type { AuditAction } from "../shared/audit-action";
import type { Executor } from "./database";

/** Something that matters for the security of a team's data. */
export interface AuditEntry {
  teamId: string;
  /** Who did it; null: Zippy itself. */
  userId: string | null;
  action: AuditAction;
  /** Whom it was done to. */
  aboutUserId?: string;
  /** What it was about, in a few words. Never a secret, and nothing of a private account. */
  detail?: string;
}

/** Records entries in the caller's transaction. */
export type RecordAudit = (tx: Executor, ...entries: AuditEntry[]) => Promise<void>;
