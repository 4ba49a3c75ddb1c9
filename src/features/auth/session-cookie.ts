import type { FastifyReply, FastifyRequest } from "fastify";
import type { NewSession } from "./service";

/** Name of the session cookie. */
export const sessionCookie = "zippy_session";

/** Hands a new session to the browser, which cannot read it. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt }: Pick<NewSession, "token" | "expiresAt">,
): void {
  reply.setCookie(sessionCookie, token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
    expires: expiresAt,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: "/" });
}
