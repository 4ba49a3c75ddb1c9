import { Api, GrammyError } from "grammy";
import { z } from "zod";
import { ProviderFailure, type Session } from "../provider";
import { unreachable } from "../provider-request";

/** How long Telegram may take to answer (milliseconds). */
const patience = 20_000;

const Credentials = z.object({ botToken: z.string() });

export const tokenOf = ({ credentials }: Pick<Session, "credentials">): string =>
  Credentials.parse(credentials).botToken;

/** Makes one call in the name of a bot. */
export type TelegramCall = <T>(
  bot: { token: string; signal?: AbortSignal },
  call: (api: Api) => Promise<T>,
) => Promise<T>;

/** @param baseUrl - of the Bot API. Calls throw ProviderFailure, never with the token in it. */
export function createBotApi(baseUrl: string): TelegramCall {
  return async ({ token, signal }, call) => {
    const limit = AbortSignal.timeout(patience);
    const during = signal ? AbortSignal.any([signal, limit]) : limit;
    const api = new Api(token, { apiRoot: baseUrl, fetch: fetchWith(during) });
    try {
      return await call(api);
    } catch (error) {
      throw failureOf(error);
    }
  };
}

type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Api>[1]>["fetch"]>;

/** The platform's own fetch: the client's does not notice a connection that is cut in the middle of an answer. */
function fetchWith(signal: AbortSignal): ClientFetch {
  const send = (url: string, { method, headers, body }: RequestInit) =>
    fetch(url, { method: method ?? "GET", headers: headers ?? {}, body: body ?? null, signal });
  return send as unknown as ClientFetch;
}

/** What went wrong. The client's own error is left behind: it names addresses and values that carry secrets. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof GrammyError))
    return unreachable("Telegram", new Error("no answer that could be read"));
  const { error_code: code, description, parameters } = error;
  const options = { cause: new Error(`${code}: ${description}`) };
  // A token of another form than Telegram's is answered by 404.
  if (code === 401 || code === 404)
    return new ProviderFailure(
      "reconnect",
      "Telegram does not accept the bot's token. Copy the current one from @BotFather and connect the bot with it.",
      options,
    );
  if (code === 409)
    return new ProviderFailure(
      "refused",
      "Another program collects this bot's messages. Stop it there, or connect a bot that only Zippy uses.",
      options,
    );
  if (code === 429)
    return new ProviderFailure("rate_limited", "Telegram asks to wait before the next request.", {
      ...options,
      retryAfterSeconds: parameters.retry_after,
    });
  if (code >= 400 && code < 500)
    return new ProviderFailure("refused", `Telegram refused the request: ${description}.`, options);
  return new ProviderFailure("unavailable", "Telegram has a problem on its side.", options);
}
