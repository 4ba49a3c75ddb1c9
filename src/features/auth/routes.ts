import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import type { RateLimit } from "../../server/http/rate-limit";
import { AppError } from "../../shared/app-error";
import {
  confirmIdentity,
  currentUser,
  type IdentitySettings,
  identitySettings,
  listSessions,
  localToken,
  logout,
  revokeAllSessions,
  revokeSession,
  updateUser,
  verifyToken,
} from "./contract";
import type { LocalIdentity } from "./local-identity";
import type { AuthService } from "./service";
import { clearSessionCookie, sessionToken, setSessionCookie } from "./session-cookie";
import { signInPopup } from "./sign-in-popup";

interface AuthRouteOptions {
  settings: IdentitySettings;
  /** Undefined if another provider is used. */
  local: LocalIdentity | undefined;
  /** Sign-in attempts per address and minute. */
  signInLimit: RateLimit;
  /** Whether the request came from this machine. */
  isFromHere: (request: FastifyRequest) => boolean;
}

export const authRoutes = (
  auth: AuthService,
  { settings, local, signInLimit, isFromHere }: AuthRouteOptions,
): Route[] => [
  route(identitySettings, () => settings),
  route(
    verifyToken,
    async ({ body, request, reply }) => {
      const session = await auth.verify(body.idToken, {
        invitation: body.invitation,
        teamId: body.teamId,
        userAgent: request.headers["user-agent"],
        previous: sessionToken(request),
      });
      setSessionCookie(request, reply, session);
      return session.user;
    },
    { limit: signInLimit },
  ),
  route(
    confirmIdentity,
    async ({ actor, body, request, reply }) => {
      setSessionCookie(request, reply, await auth.confirm(actor, body.idToken));
      return { ok: true as const };
    },
    { limit: signInLimit },
  ),
  route(currentUser, ({ actor }) => auth.current(actor)),
  route(updateUser, ({ actor, body }) => auth.update(actor, body)),
  route(logout, async ({ request, reply }) => {
    const token = sessionToken(request);
    if (token) await auth.logout(token);
    clearSessionCookie(request, reply);
    return { ok: true as const };
  }),
  route(listSessions, ({ actor }) => auth.sessions(actor)),
  route(revokeSession, async ({ actor, params, request, reply }) => {
    await auth.revoke(actor, params.id);
    if (params.id === actor.sessionId) clearSessionCookie(request, reply);
    return { ok: true as const };
  }),
  route(revokeAllSessions, async ({ actor, request, reply }) => {
    await auth.revokeAll(actor);
    clearSessionCookie(request, reply);
    return { ok: true as const };
  }),
  ...(local
    ? [
        route(
          localToken,
          async ({ body, request }) => {
            if (!isFromHere(request)) throw notFromHere();
            return { idToken: await local.issue(body, body.key) };
          },
          { limit: { ...signInLimit, name: "local-token" } },
        ),
      ]
    : []),
];

/** The pages besides the contract: the redirect after a 401, and the popup of the embedded identity. */
export function registerAuthPages(app: FastifyInstance, { local, isFromHere }: AuthRouteOptions): void {
  app.get("/api/login", { schema: { hide: true } }, (_request, reply) => reply.redirect("/?signin=1"));
  if (local)
    app.get("/api/auth/local", { schema: { hide: true } }, (request, reply) => {
      if (!isFromHere(request)) throw notFromHere();
      return reply
        .type("text/html; charset=utf-8")
        .send(signInPopup(reply.cspNonce.script, reply.cspNonce.style));
    });
}

function notFromHere(): AppError {
  return new AppError(
    "forbidden",
    "You can only sign in at the machine that Zippy runs on, and not through a proxy. Your administrator can set up Google sign-in.",
  );
}
