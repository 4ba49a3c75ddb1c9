import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { publicLookup, refusePrivate } from "./typed-hosts";

export interface SinglePost {
  url: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | null;
  /** Refuse addresses of private networks. */
  publicOnly: boolean;
  signal: AbortSignal;
}

/**
 * Posts once to an address that came from outside. Follows no redirect, and ignores what the receiver writes.
 *
 * @returns the answer's status and headers.
 * @throws what the connection fails with; with the code `privateHost` of `typed-hosts.ts` on a private network.
 */
export async function postOnce({
  url,
  headers,
  body,
  publicOnly,
  signal,
}: SinglePost): Promise<IncomingMessage> {
  const address = new URL(url);
  if (publicOnly) refusePrivate(address.hostname);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (address.protocol === "https:" ? https : http).request(address, {
      method: "POST",
      signal,
      headers,
      ...(publicOnly && { lookup: publicLookup }),
    });
    request.once("response", resolve).once("error", reject).end(body);
  });
  response.destroy();
  return response;
}
