import type { RecordKind } from "./contract";

/** What one record of a CRM is called, and several. */
export const recordNouns: Record<RecordKind, [one: string, many: string]> = {
  contacts: ["contact", "contacts"],
  companies: ["company", "companies"],
  deals: ["deal", "deals"],
  tasks: ["task", "tasks"],
};
