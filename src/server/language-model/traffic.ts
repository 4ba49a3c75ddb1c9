/** Longest response that is read (bytes). An analysis is a few hundred. */
export const maxAnswer = 256 * 1024;

/** What one request sent and received, and how its connection ended. */
export interface Traffic {
  /** Sends the request after `opened` has recorded it. */
  fetch: typeof globalThis.fetch;
  /** Id of its record; null if nothing was sent. */
  readonly id: string | null;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** The connection ended before the response was complete. */
  readonly cut: boolean;
  /** The response was longer than {@link maxAnswer}. */
  readonly tooLong: boolean;
  /** Why recording failed. Nothing was sent then. */
  readonly unwritten: unknown;
}

/**
 * Observes one request from outside the SDK that makes it.
 *
 * Follows no redirects, so data only ever reaches the configured address.
 *
 * @param opened - records the request before it is sent. Receives its size in bytes.
 */
export function watchTraffic(opened: (bytesSent: number) => Promise<string>): Traffic {
  const seen = {
    id: null as string | null,
    bytesSent: 0,
    bytesReceived: 0,
    cut: false,
    tooLong: false,
    unwritten: undefined as unknown,
  };
  const watched: typeof globalThis.fetch = async (input, init) => {
    if (typeof init?.body !== "string")
      throw new TypeError("a request to a language model must be JSON text");
    seen.bytesSent = Buffer.byteLength(init.body);
    try {
      seen.id = await opened(seen.bytesSent);
    } catch (error) {
      seen.unwritten = error;
      throw error;
    }
    try {
      const response = await globalThis.fetch(input, { ...init, redirect: "error" });
      const body = await readWhole(response, seen);
      const { status, statusText, headers } = response;
      return new Response(withoutBody.has(status) ? null : body, { status, statusText, headers });
    } catch (error) {
      seen.cut = isCut(error);
      throw error;
    }
  };
  return Object.assign(seen, { fetch: watched });
}

const withoutBody = new Set([204, 205, 304]);

async function readWhole(
  response: Response,
  seen: { bytesReceived: number; tooLong: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) {
    seen.bytesReceived += piece.byteLength;
    if (seen.bytesReceived > maxAnswer) {
      seen.tooLong = true;
      throw new RangeError(`the response is longer than ${maxAnswer} bytes`);
    }
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** True if a failed request had reached the service, which then disconnected. */
function isCut(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE") return true;
    if (cause.message === "terminated") return true;
  }
  return false;
}
