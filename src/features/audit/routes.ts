import { type Route, route } from "../../server/http/http";
import { listAuditEntries } from "./contract";
import type { AuditService } from "./service";

export const auditRoutes = (audit: AuditService): Route[] => [
  route(listAuditEntries, ({ actor, params, query }) => audit.list(actor, params.teamId, query)),
];
