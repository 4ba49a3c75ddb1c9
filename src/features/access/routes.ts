import { type Route, route } from "../../server/http/http";
import { createAccessToken, listAccessTokens, revokeAccessToken } from "./contract";
import type { AccessService } from "./service";

export const accessRoutes = (access: AccessService): Route[] => [
  route(listAccessTokens, ({ actor, params }) => access.list(actor, params.teamId)),
  route(createAccessToken, ({ actor, params, body }) => access.create(actor, params.teamId, body)),
  route(revokeAccessToken, async ({ actor, params }) => {
    await access.revoke(actor, params.teamId, params.id);
    return { ok: true as const };
  }),
];
