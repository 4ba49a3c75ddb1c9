import { z } from "zod";
import { type AuditAction, auditActions } from "../../shared/audit-action";
import { endpoint } from "../../shared/endpoint";
import { before, pageLimit } from "../../shared/paging";

export const AuditEntry = z.object({
  id: z.uuid(),
  /** The name at that time of the person who did it; null: Zippy itself. */
  person: z.string().nullable(),
  action: z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]),
  /** The name at that time of the person it was done to. */
  about: z.string().nullable(),
  /** A few words about it. */
  detail: z.string().nullable(),
  at: z.iso.datetime(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Entries per page. */
export const entriesPerPage = 50;

export const listAuditEntries = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/audit-log",
  summary: "Sign-ins, members, roles, accounts and deletions of the last year, newest first (owner).",
  params: z.object({ teamId: z.uuid() }),
  query: z.object({ limit: pageLimit(entriesPerPage), before }),
  response: z.array(AuditEntry),
  errors: ["forbidden"],
});
