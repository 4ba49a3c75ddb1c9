import type { FastifyReply, FastifyRequest } from "fastify";
import type { NewSession } from "./service";

/** Over http, which is only for this machine. */
const plainName = "zippy_session";
/** Over https. Browsers take this name only from this very host, so that no neighbouring domain can set it. */
const secureName = "__Host-zippy_session";

function cookieName({ overHttps }: FastifyRequest): string {
  return overHttps ? secureName : plainName;
}

/** The session token that the browser sent; undefined when there is none. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

/** Sets a new session's cookie, which scripts in the browser can't read. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt }: Pick<NewSession, "token" | "expiresAt">,
): void {
  reply.setCookie(cookieName(request), token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.overHttps,
    expires: expiresAt,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), { path: "/", secure: request.overHttps });
}
