import type { FastifyRequest } from "fastify";
import { isLoopback } from "../config";

/**
 * Checks that a request was sent to one of the server's own names: the public address or this machine.
 *
 * A malicious page can point its own host name at this machine. Its requests then carry that name.
 */
export function ownHost(
  publicUrl: string | undefined,
  boundHost: string,
): (request: FastifyRequest) => boolean {
  const publicHost = publicUrl && new URL(publicUrl).hostname;
  return ({ hostname }) => isLoopback(hostname) || hostname === publicHost || hostname === boundHost;
}

/**
 * Checks that a request comes from one of our own pages. Requests without an Origin pass, because browsers
 * always send it with cross-site requests that change state.
 */
export function ownOrigin(publicUrl: string | undefined): (request: FastifyRequest) => boolean {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return request.headers["sec-fetch-site"] !== "cross-site";
    return origin === publicOrigin || origin === `${request.protocol}://${request.host}`;
  };
}
