import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http";
import { AppError } from "../../shared/app-error";
import {
  currentUser,
  type IdentitySettings,
  identitySettings,
  localToken,
  logout,
  verifyToken,
} from "./contract";
import type { LocalIdentity } from "./local-identity";
import { localPage } from "./local-page";
import type { AuthService } from "./service";

/** Name of the session cookie. */
export const sessionCookie = "zippy_session";

interface AuthRouteOptions {
  settings: IdentitySettings;
  /** Undefined when another provider signs people in. */
  local: LocalIdentity | undefined;
  /** Whether the request came in under the server's own name. */
  isOwnHost: (request: FastifyRequest) => boolean;
}

export const authRoutes = (auth: AuthService, { settings, local, isOwnHost }: AuthRouteOptions): Route[] => [
  route(identitySettings, () => settings),
  route(verifyToken, async ({ body, request, reply }) => {
    const previous = request.cookies[sessionCookie];
    const { user, token, expiresAt } = await auth.verify(body.idToken);
    if (previous) await auth.logout(previous);
    setCookie(reply, request, token, expiresAt);
    return user;
  }),
  route(currentUser, ({ actor }) => auth.current(actor)),
  route(logout, async ({ request, reply }) => {
    const token = request.cookies[sessionCookie];
    if (token) await auth.logout(token);
    reply.clearCookie(sessionCookie, { path: "/" });
    return { ok: true as const };
  }),
  ...(local
    ? [
        route(localToken, async ({ body, request }) => {
          if (!isOwnHost(request))
            throw new AppError("forbidden", "The embedded identity serves only this machine.");
          return { idToken: await local.issue(body) };
        }),
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

function setCookie(reply: FastifyReply, request: FastifyRequest, token: string, expiresAt: Date): void {
  reply.setCookie(sessionCookie, token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
    expires: expiresAt,
  });
}
