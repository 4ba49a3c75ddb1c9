import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import type { RateLimit } from "../../server/http/rate-limit";
import { AppError } from "../../shared/app-error";
import {
  currentUser,
  type IdentitySettings,
  identitySettings,
  listSessions,
  localToken,
  logout,
  revokeAllSessions,
  revokeSession,
  verifyToken,
} from "./contract";
import type { LocalIdentity } from "./local-identity";
import { localPage } from "./local-page";
import type { AuthService } from "./service";
import { clearSessionCookie, sessionCookie, setSessionCookie } from "./session-cookie";

interface AuthRouteOptions {
  settings: IdentitySettings;
  /** Undefined when another provider signs people in. */
  local: LocalIdentity | undefined;
  /** How often one address may try to sign in per minute. */
  signInLimit: RateLimit;
  /** Whether the request came in under the server's own name. */
  isOwnHost: (request: FastifyRequest) => boolean;
}

export const authRoutes = (
  auth: AuthService,
  { settings, local, signInLimit, isOwnHost }: AuthRouteOptions,
): Route[] => [
  route(identitySettings, () => settings),
  route(
    verifyToken,
    async ({ body, request, reply }) => {
      const session = await auth.verify(body.idToken, {
        invitation: body.invitation,
        userAgent: request.headers["user-agent"],
        previous: request.cookies[sessionCookie],
      });
      setSessionCookie(request, reply, session);
      return session.user;
    },
    { limit: signInLimit },
  ),
  route(currentUser, ({ actor }) => auth.current(actor)),
  route(logout, async ({ request, reply }) => {
    const token = request.cookies[sessionCookie];
    if (token) await auth.logout(token);
    clearSessionCookie(reply);
    return { ok: true as const };
  }),
  route(listSessions, ({ actor }) => auth.sessions(actor)),
  route(revokeSession, async ({ actor, params, reply }) => {
    await auth.revoke(actor, params.id);
    if (params.id === actor.sessionId) clearSessionCookie(reply);
    return { ok: true as const };
  }),
  route(revokeAllSessions, async ({ actor, reply }) => {
    await auth.revokeAll(actor);
    clearSessionCookie(reply);
    return { ok: true as const };
  }),
  ...(local
    ? [
        route(
          localToken,
          async ({ body, request }) => {
            if (!isOwnHost(request))
              throw new AppError("forbidden", "The embedded identity serves only this machine.");
            return { idToken: await local.issue(body) };
          },
          { limit: { ...signInLimit, name: "local-token" } },
        ),
      ]
    : []),
];

/** The pages beside the contract: where a 401 leads, and the popup of the embedded identity. */
export function registerAuthPages(app: FastifyInstance, { local, isOwnHost }: AuthRouteOptions): void {
  app.get("/api/login", { schema: { hide: true } }, (_request, reply) => reply.redirect("/?signin=1"));
  if (local)
    app.get("/api/auth/local", { schema: { hide: true } }, (request, reply) => {
      if (!isOwnHost(request))
        throw new AppError("forbidden", "The embedded identity serves only this machine.");
      return reply
        .type("text/html; charset=utf-8")
        .send(localPage(reply.cspNonce.script, reply.cspNonce.style));
    });
}
