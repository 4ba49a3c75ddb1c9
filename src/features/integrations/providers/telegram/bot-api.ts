import { Api, GrammyError, HttpError } from "grammy";
import { z } from "zod";
import { type LimitedFetch, limitAnswers, tooLong } from "../limited-answers";
import { ProviderFailure, type Session } from "../provider";
import { unreachable } from "../provider-request";
import { isOfAnswer, unreadableAnswer, withoutValues } from "../readable-answers";

/** Longest wait for Telegram's response (milliseconds). */
const patience = 20_000;

const Credentials = z.object({ botToken: z.string() });

export const tokenOf = ({ credentials }: Pick<Session, "credentials">): string =>
  Credentials.parse(credentials).botToken;

/** Makes one call as a bot. */
export type TelegramCall = <T>(
  bot: { token: string; signal?: AbortSignal },
  call: (api: Api) => Promise<T>,
) => Promise<T>;

/** @param baseUrl - the Bot API's. Calls throw ProviderFailure, which never contains the token. */
export function createBotApi(baseUrl: string): TelegramCall {
  return async ({ token, signal }, call) => {
    const limit = AbortSignal.timeout(patience);
    const answers = limitAnswers();
    const during = signal ? AbortSignal.any([signal, limit]) : limit;
    const api = new Api(token, { apiRoot: baseUrl, fetch: fetchWith(answers, during) });
    try {
      return await call(api);
    } catch (error) {
      throw answers.exceeded ? tooLong("Telegram") : failureOf(error, answers.status);
    }
  };
}

type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Api>[1]>["fetch"]>;

/**
 * Uses the platform's fetch. The client's own misses a connection that is cut in the middle of a response, and follows
 * redirects, although a body has the webhook's secret.
 */
function fetchWith(answers: LimitedFetch, signal: AbortSignal): ClientFetch {
  const send = (url: string, { method, headers, body }: RequestInit) =>
    answers.fetch(url, {
      method: method ?? "GET",
      headers: headers ?? {},
      body: body ?? null,
      signal,
      redirect: "error",
    });
  return send as unknown as ClientFetch;
}

/** Translates an error. Drops the client's own error, because its URLs and values contain secrets. */
function failureOf(error: unknown, status: number): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  // The page of a proxy, for example.
  if (error instanceof HttpError && error.error instanceof SyntaxError) return unreadableAnswer("Telegram");
  // The client takes any JSON for the documented one.
  if (isOfAnswer(error)) return unreadableAnswer("Telegram", { cause: withoutValues(error) });
  if (!(error instanceof GrammyError)) return unreachable("Telegram", new Error("unreadable response"));
  const { error_code: code, description, parameters } = error;
  if (typeof code !== "number" && status < 500) return unreadableAnswer("Telegram");
  const options = { cause: new Error(`${code}: ${description}`) };
  // Telegram answers a malformed token with 404.
  if (code === 401 || code === 404)
    return new ProviderFailure(
      "rejected",
      "Telegram rejected the bot token. Copy the current one from @BotFather and connect the bot with it.",
      options,
    );
  if (code === 409)
    return new ProviderFailure(
      "refused",
      "Another program is receiving this bot's messages. Stop it, or connect a bot that only Zippy uses.",
      options,
    );
  if (code === 429)
    return new ProviderFailure("rate_limited", "Telegram is limiting requests for now.", {
      ...options,
      retryAfterSeconds: parameters.retry_after,
    });
  if (code >= 400 && code < 500)
    return new ProviderFailure("refused", `Telegram refused the request: ${description}.`, options);
  return new ProviderFailure("unavailable", "Telegram has a problem on its side.", options);
}
