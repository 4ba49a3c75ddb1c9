import { shownAddress } from "../../server/http/shown-address";

/** An entry as it may be read: older versions recorded a webhook's whole address, with the password it may carry. */
export function shownEntry<Row extends { action: string; detail: string | null }>(row: Row): Row {
  return row.action.startsWith("webhook_") && row.detail ? { ...row, detail: shownAddress(row.detail) } : row;
}
