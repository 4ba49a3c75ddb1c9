/** Longest response that is read (bytes). An analysis is a few hundred. */
export const maxAnswer = 256 * 1024;
/** The same for a response that arrives token by token, each in an event of its own. */
const maxGrowing = 2 * 1024 * 1024;

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
  /** The response was longer than we read. */
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
 * @param growing - passes the response on while it arrives, not when it is complete.
 */
export function watchTraffic(
  opened: (bytesSent: number) => Promise<string>,
  { growing = false }: { growing?: boolean } = {},
): Traffic {
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
      const pieces = piecesOf(response, seen, growing ? maxGrowing : maxAnswer);
      const body = growing && response.ok ? asStream(pieces) : await whole(pieces);
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

/** The pieces of a response as they arrive, counted. */
async function* piecesOf(
  response: Response,
  seen: { bytesReceived: number; tooLong: boolean; cut: boolean },
  longest: number,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response.body ?? []) {
      seen.bytesReceived += piece.byteLength;
      if (seen.bytesReceived > longest) {
        seen.tooLong = true;
        throw new RangeError(`the response is longer than ${longest} bytes`);
      }
      yield piece;
    }
  } catch (error) {
    seen.cut = isCut(error);
    throw error;
  }
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

const asStream = (pieces: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });

/** True if a failed request had reached the service, which then disconnected. */
function isCut(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE") return true;
    if (cause.message === "terminated") return true;
  }
  return false;
}
