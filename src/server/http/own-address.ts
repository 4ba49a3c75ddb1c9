import type { FastifyRequest } from "fastify";
import { isLoopback } from "../config";

/**
 * Whether a request was made to one of the server's own names: the public address, or this machine.
 *
 * A page elsewhere can make a browser resolve its own host name to this machine; such a request carries that name.
 */
export function ownHost(
  publicUrl: string | undefined,
  boundHost: string,
): (request: FastifyRequest) => boolean {
  const publicHost = publicUrl && new URL(publicUrl).hostname;
  return ({ hostname }) => isLoopback(hostname) || hostname === publicHost || hostname === boundHost;
}

/**
 * Whether a request comes from a page of this server. Requests without an Origin come from no browser page of another
 * site: browsers send it with everything that changes state.
 */
export function ownOrigin(publicUrl: string | undefined): (request: FastifyRequest) => boolean {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return request.headers["sec-fetch-site"] !== "cross-site";
    return origin === publicOrigin || origin === `${request.protocol}://${request.host}`;
  };
}
