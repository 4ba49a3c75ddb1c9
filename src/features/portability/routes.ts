import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  type Authenticate,
  type Route,
  requireDownloader,
  requireFreshSignIn,
  route,
} from "../../server/http/http";
import { AppError } from "../../shared/app-error";
import {
  deleteAccount,
  deleteTeam,
  listDeletedTeams,
  listExports,
  ownExportPath,
  prepareExport,
  prepareOwnExport,
  takeAccountBack,
  takeTeamBack,
} from "./contract";
import type { DeletionService } from "./deletion";
import type { PortabilityService } from "./service";

export const portabilityRoutes = (portability: PortabilityService, deletion: DeletionService): Route[] => [
  route(listExports, ({ actor, params }) => portability.list(actor, params.teamId)),
  route(prepareExport, ({ actor, params }) => portability.prepare(actor, params.teamId)),
  route(prepareOwnExport, ({ actor }) => portability.prepareOwn(actor)),
  route(deleteTeam, ({ actor, params, body }) => deletion.deleteTeam(actor, params.teamId, body.name)),
  route(listDeletedTeams, ({ actor }) => deletion.deletedTeams(actor)),
  route(takeTeamBack, async ({ actor, params }) => {
    await deletion.takeTeamBack(actor, params.teamId);
    return { ok: true as const };
  }),
  route(deleteAccount, ({ actor, body }) => deletion.deleteAccount(actor, body.email)),
  route(takeAccountBack, ({ actor }) => deletion.takeAccountBack(actor)),
];

const Address = z.object({ teamId: z.uuid(), id: z.uuid().optional() });

/** The downloads, which the browser visits directly; besides the contract, because their answers are no JSON. */
export function registerExportDownload(
  app: FastifyInstance,
  portability: PortabilityService,
  authenticate: Authenticate,
): void {
  app.get(ownExportPath, { schema: { hide: true } }, async (request, reply) => {
    const actor = await requireDownloader(request, authenticate);
    requireFreshSignIn(actor);
    const { name, zip } = portability.beginOwn(actor);
    return reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="${name}"`)
      .send(zip);
  });
  app.get<{ Params: { teamId: string }; Querystring: { id?: string } }>(
    "/api/teams/:teamId/export",
    { schema: { hide: true } },
    async (request, reply) => {
      const actor = await requireDownloader(request, authenticate);
      const address = Address.safeParse({ ...request.params, ...request.query });
      if (!address.success) throw new AppError("not_found", "Team not found.");
      requireFreshSignIn(actor);
      const { teamId, id } = address.data;
      const { name, zip } = await portability.begin(actor, teamId, id);
      return reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(zip);
    },
  );
}
