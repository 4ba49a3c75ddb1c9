import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** Longest answer that is read (bytes). An hour of speech is about 100 KB with its segments. */
const maxAnswer = 16 * 1024 ** 2;

/** The response, and its size in bytes. */
export interface PostAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Why nothing readable came back. */
export class PostFailure extends Error {
  override name = "PostFailure";
  constructor(
    readonly reason: "timed_out" | "cut" | "too_long" | "unreachable",
    readonly bytesReceived: number,
  ) {
    super(reason);
  }
}

/**
 * Sends bytes and reads the answer, with one limit for the whole exchange. `fetch` gives up after five minutes
 * without headers, which a long piece on a slow machine needs. Follows no redirects, so audio only ever
 * reaches the configured address.
 *
 * @throws PostFailure, or the signal's reason.
 */
export async function postBytes(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<PostAnswer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let received = 0;
    let timedOut = false;
    const send = url.startsWith("https:") ? requestHttps : requestHttp;
    const request = send(url, { method: "POST", headers: { ...headers, "content-length": body.length } });
    const clock = setTimeout(() => {
      timedOut = true;
      request.destroy();
    }, timeoutMs);
    const stop = () => request.destroy();
    signal.addEventListener("abort", stop, { once: true });
    const end = (act: () => void) => {
      clearTimeout(clock);
      signal.removeEventListener("abort", stop);
      act();
    };
    const fail = (reason: PostFailure["reason"]) =>
      end(() =>
        reject(signal.aborted ? signal.reason : new PostFailure(timedOut ? "timed_out" : reason, received)),
      );
    request.once("error", () => fail(received > 0 ? "cut" : "unreachable"));
    request.once("response", (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => {
        received += piece.length;
        if (received <= maxAnswer) return void pieces.push(piece);
        fail("too_long");
        request.destroy();
      });
      response.once("error", () => fail("cut"));
      response.once("close", () => {
        if (!response.complete) return fail("cut");
        const { statusCode: status = 0 } = response;
        const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        end(() =>
          resolve({
            status,
            headers: Object.fromEntries(flat),
            body: Buffer.concat(pieces).toString("utf8"),
          }),
        );
      });
    });
    request.end(body);
  });
}
