import type { FastifyReply, FastifyRequest } from "fastify";
import type { NewSession } from "./service";

/** Used over http, which only works on this machine. */
const plainName = "zippy_session";
/** Used over https. Browsers accept this name only from this exact host, so no neighboring domain can set it. */
const secureName = "__Host-zippy_session";

function cookieName({ overHttps }: FastifyRequest): string {
  return overHttps ? secureName : plainName;
}

/** The session token that the browser sent; undefined if there is none. */
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
