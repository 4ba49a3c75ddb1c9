import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { hostGuard } from "./typed-hosts";

/** A post to an address that came from outside. */
export interface SinglePost {
  url: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | null;
  /** Refuse addresses of private networks. */
  publicOnly: boolean;
  signal: AbortSignal;
}

/** A receiver's connection is kept for the next post this long (milliseconds). */
const keptFor = 2000;
/** The most of an answer that is read, only to keep its connection (bytes), and how long it may take (milliseconds). */
const mostRead = 64 * 1024;
const longestRead = 1000;

const options = { keepAlive: true, timeout: keptFor, maxFreeSockets: 64 };
const agents = {
  // Connections that may be private are never used for a post that must not reach a private network.
  public: { http: new http.Agent(options), https: new https.Agent(options) },
  any: { http: new http.Agent(options), https: new https.Agent(options) },
};

/**
 * Posts once to an address that came from outside. Follows no redirect, and ignores what the receiver writes.
 *
 * @returns the answer's status and headers.
 * @throws what the connection fails with; with a code of `typed-hosts.ts` if its address is out of bounds.
 */
export async function postOnce(post: SinglePost): Promise<IncomingMessage> {
  const address = new URL(post.url);
  hostGuard(post.publicOnly).refuse(address.hostname);
  const answer = await send(address, post, true);
  const response = answer ?? ((await send(address, post, false)) as IncomingMessage);
  ignoreBody(response);
  return response;
}

/** @returns undefined if the receiver had closed a kept connection, so that it has to be opened again. */
function send(
  address: URL,
  { headers, body, publicOnly, signal }: SinglePost,
  kept: boolean,
): Promise<IncomingMessage | undefined> {
  const protocol = address.protocol === "https:" ? "https" : "http";
  return new Promise((resolve, reject) => {
    const request = { http, https }[protocol].request(address, {
      method: "POST",
      signal,
      headers,
      agent: kept ? agents[publicOnly ? "public" : "any"][protocol] : false,
      lookup: hostGuard(publicOnly).lookup,
    });
    request
      .on("response", resolve)
      // Nobody asked for another protocol. Without a listener, neither an answer nor an error would follow.
      .on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response);
      })
      .on("close", () => reject(new Error("the connection ended without an answer")))
      .on("error", (error: NodeJS.ErrnoException) =>
        kept && request.reusedSocket && error.code === "ECONNRESET" ? resolve(undefined) : reject(error),
      )
      .end(body);
  });
}

/** Reads a short answer to its end, so that the next post finds the connection open, and ends a long one. */
function ignoreBody(response: IncomingMessage): void {
  let bytes = 0;
  const end = () => response.destroy();
  response
    .on("error", () => undefined)
    .on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostRead) end();
    });
  const late = setTimeout(end, longestRead);
  response.once("close", () => clearTimeout(late));
}
