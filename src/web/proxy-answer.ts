/**
 * Whether a proxy in front of Zippy's server answered because the server doesn't respond, as while it restarts. The
 * server's own errors are JSON.
 */
export const isOfProxy = (status: number, contentType: string | null): boolean =>
  status >= 502 && !contentType?.includes("json");

/** A proxy's answer in place of the server's. Like no answer at all, except that a request may be its cause. */
export class ProxyAnswer extends TypeError {}
