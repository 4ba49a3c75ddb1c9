import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Authenticate, type Route, requireDownloader, route } from "../../server/http/http";
import { AppError } from "../../shared/app-error";
import { listAuditEntries } from "./contract";
import type { AuditService } from "./service";

export const auditRoutes = (audit: AuditService): Route[] => [
  route(listAuditEntries, ({ actor, params, query }) => audit.list(actor, params.teamId, query)),
];

const Address = z.object({ teamId: z.uuid() });

/** The log as a table, which the browser visits directly; besides the contract, because its answer is no JSON. */
export function registerAuditDownload(
  app: FastifyInstance,
  audit: AuditService,
  authenticate: Authenticate,
): void {
  app.get<{ Params: { teamId: string } }>(
    "/api/teams/:teamId/audit-log/download",
    { schema: { hide: true } },
    async (request, reply) => {
      const actor = await requireDownloader(request, authenticate);
      const address = Address.safeParse(request.params);
      if (!address.success) throw new AppError("not_found", "Team not found.");
      const table = audit.download(actor, address.data.teamId);
      const name = `zippy-audit-log-${new Date().toISOString().slice(0, 10)}.csv`;
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(Readable.from(table, { objectMode: false }));
    },
  );
}
