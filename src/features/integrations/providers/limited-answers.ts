import { ProviderFailure } from "./provider";

/** Largest response that is read (bytes), decompressed. */
export const longestAnswer = 20 * 1024 * 1024;

/** A fetch that ends a response once it is longer than its limit. */
export interface LimitedFetch {
  fetch: typeof globalThis.fetch;
  /** A response was longer. The library that reads it says only that something failed. */
  readonly exceeded: boolean;
  /** HTTP status of the last response; 0 before. */
  readonly status: number;
}

/**
 * Limits the responses of a provider, which its own library, or `text()`, would collect in memory at any length.
 *
 * @param longest - bytes.
 */
export function limitAnswers(longest = longestAnswer): LimitedFetch {
  const state = { exceeded: false, status: 0 };
  const limit = () => {
    let length = 0;
    return new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        length += part.byteLength;
        if (length <= longest) return controller.enqueue(part);
        state.exceeded = true;
        controller.error(new RangeError(`the response is longer than ${longest} bytes`));
      },
    });
  };
  const limited: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    state.status = response.status;
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limit()), { status, statusText, headers });
  };
  return Object.assign(state, { fetch: limited });
}

/** A response that was longer than Zippy reads. */
export const tooLong = (who: string, status = 200): ProviderFailure =>
  new ProviderFailure("unavailable", `${who} answered with more data than Zippy reads at once.`, {
    status,
    problem: "unreadable",
  });
