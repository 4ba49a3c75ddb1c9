import { shownAddress } from "../../server/http/shown-address";

/**
 * An entry as it may be read: older versions recorded a webhook's whole address, with the password it may carry, and
 * that somebody had joined “as member”.
 */
export function shownEntry<Row extends { action: string; detail: string | null }>(row: Row): Row {
  if (row.action.startsWith("webhook_") && row.detail) return { ...row, detail: shownAddress(row.detail) };
  const role = row.action === "member_joined" ? /^as (member|admin)$/.exec(row.detail ?? "")?.[1] : undefined;
  return role ? { ...row, detail: `as ${role === "admin" ? "an" : "a"} ${role}` } : row;
}
