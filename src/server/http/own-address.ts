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

/** Headers that proxies and tunnels add. A browser at this machine sends none of them. */
const proxyHeaders = [
  /^(?:x-)?(?:original-)?forwarded(?:-|$)/,
  /^(?:via|cdn-loop|true-client-ip|x-original-(?:host|url)|x-amzn-trace-id)$/,
  /^(?:x-)?(?:[a-z]+-)*(?:real|client|clientip|connecting|user)-?ip$/,
  /^(?:cf|x-envoy|x-azure|x-arr|fly|ngrok|tailscale)-/,
];

/** True if a request came through a proxy or a tunnel, even one that the settings don't mention. */
export function isForwarded({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.some((pattern) => pattern.test(name)));
}

/** Checks whether a request reached Zippy over https, including through a proxy whose headers aren't trusted. */
export function overHttps(publicUrl: string | undefined): (request: FastifyRequest) => boolean {
  const secure = publicUrl?.startsWith("https:") ? new URL(publicUrl).host : undefined;
  return ({ protocol, host }) => protocol === "https" || host === secure;
}

/**
 * True if a page of another origin made a browser send a request. A neighboring subdomain, or another program at a port
 * of this machine, is the same site to browsers, so they send it the cookie.
 */
export function isFromElsewhere({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/**
 * Checks that a request comes from one of our own pages. Requests without an Origin pass, because browsers
 * always send it with cross-site requests that change state.
 */
export function ownOrigin(publicUrl: string | undefined): (request: FastifyRequest) => boolean {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return !isFromElsewhere(request);
    return origin === publicOrigin || origin === `${request.protocol}://${request.host}`;
  };
}
