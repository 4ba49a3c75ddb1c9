import { type AuditAction, auditActions } from "../../../shared/audit-action";
import type { AuditEntry } from "../contract";

/** Actions whose detail continues their sentence, such as “Joined the team as a member”. */
const continued: ReadonlySet<AuditAction> = new Set(["member_joined", "invitation_created", "plan_changed"]);

/** What an entry says of what was done. */
export function entryWords({
  action,
  about,
  detail,
}: Pick<AuditEntry, "action" | "about" | "detail">): string {
  const said = [about, detail].filter(Boolean).join(", ");
  return [auditActions[action], said].filter(Boolean).join(continued.has(action) ? " " : ": ");
}
