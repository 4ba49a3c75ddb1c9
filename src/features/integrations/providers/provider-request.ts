import { retryAfterSecondsOf } from "../../../server/retry-after";
import { TokenRefused } from "../connect/access-token";
import { limitAnswers, tooLong } from "./limited-answers";
import { ProviderFailure } from "./provider";
import { unreadableAnswer } from "./readable-answers";

/** Longest wait for a provider's response (milliseconds). */
const patience = 20_000;

/** Interprets a refusal from its headers and its body as text. */
export type Explain = (response: Response, text: string) => ProviderFailure | undefined;

/**
 * Makes one call to a provider's API and parses the response as JSON; null if it is empty. Follows no redirect, which
 * could lead a token or a secret elsewhere.
 *
 * @param who - the provider's name, for error sentences.
 * @param explain - interprets refusals that say more than their status. Undefined: use the defaults.
 * @throws TokenRefused on 401; ProviderFailure for any other failure.
 */
export async function requestProvider(
  who: string,
  url: string | URL,
  { signal, explain, ...init }: RequestInit & { signal?: AbortSignal; explain?: Explain } = {},
): Promise<unknown> {
  const limit = AbortSignal.timeout(patience);
  const answers = limitAnswers();
  try {
    const response = await answers.fetch(url, {
      ...init,
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await response.text();
    if (!response.ok)
      throw (
        explain?.(response, text) ??
        failureOf(who, response.status, response.headers.get("retry-after"), text)
      );
    return parseJson(who, text, response.status);
  } catch (cause) {
    if (cause instanceof ProviderFailure || cause instanceof TokenRefused) throw cause;
    throw answers.exceeded ? tooLong(who) : unreachable(who, cause);
  }
}

/**
 * Parses a successful response; null if it is empty.
 *
 * @throws ProviderFailure for anything but JSON, such as the page of a proxy or of a vendor's maintenance.
 */
export function parseJson(who: string, text: string, status = 200): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadableAnswer(who, { status });
  }
}

/** Translates an unsuccessful response into a failure. `retryAfter`: the Retry-After header. */
export function failureOf(
  who: string,
  status: number,
  retryAfter: string | null | undefined,
  detail: string,
): ProviderFailure | TokenRefused {
  if (status === 401) return new TokenRefused(detail.slice(0, 500));
  const options = { cause: new Error(`${status}: ${detail.slice(0, 500)}`) };
  if (status === 429)
    return new ProviderFailure("rate_limited", `${who} is limiting requests for now.`, {
      ...options,
      retryAfterSeconds: retryAfterSecondsOf(retryAfter),
    });
  if (status >= 500)
    return new ProviderFailure("unavailable", `${who} has a problem on its side (${status}).`, {
      ...options,
      status,
      retryAfterSeconds: retryAfterSecondsOf(retryAfter),
    });
  return new ProviderFailure("refused", `${who} refused the request (${status}).`, options);
}

/** For a network that fails, as opposed to a service that answers with an error. */
export const unreachable = (who: string, cause: unknown): ProviderFailure =>
  new ProviderFailure("unavailable", `${who} could not be reached.`, { cause });
