import type { Twilio } from "twilio";
import type RequestClient from "twilio/lib/base/RequestClient";
import { TokenRefused } from "../../connect/access-token";
import { longestAnswer, tooLong } from "../limited-answers";
import { ProviderFailure } from "../provider";
import { failureOf, parseJson, unreachable } from "../provider-request";
import { unreadableAnswer } from "../readable-answers";

export interface TwilioSettings {
  TWILIO_ACCOUNT_SID?: string | undefined;
  TWILIO_AUTH_TOKEN?: string | undefined;
  TWILIO_BASE_URL: string;
}

/** Longest wait for Twilio's response (milliseconds). */
const patience = 20_000;

/**
 * Creates a client for the server's Twilio account. Loads the library on first use, because most servers
 * never need it.
 */
export async function twilioClient(settings: TwilioSettings, signal: AbortSignal): Promise<Twilio> {
  const { default: twilio } = await import("twilio");
  const base = new URL(settings.TWILIO_BASE_URL);

  /** Sends requests to the configured address and turns unsuccessful responses into failures. */
  class Requests extends twilio.RequestClient {
    constructor() {
      super({ timeout: patience });
      this.axios.interceptors.request.use((request) => ({
        ...request,
        maxContentLength: longestAnswer,
        // The library's own limit starts again with each byte that arrives.
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      }));
    }

    override async request<Data>(options: RequestClient.RequestOptions<Data>) {
      signal.throwIfAborted();
      const requested = new URL(options.uri);
      const uri = `${base.origin}${base.pathname.replace(/\/$/, "")}${requested.pathname}${requested.search}`;
      const response = await super.request<Data>({ ...options, uri }).catch((cause: unknown) => {
        throw isTooLong(cause) ? tooLong("Twilio") : unreachable("Twilio", cause);
      });
      const { statusCode, headers, body } = response as {
        statusCode: number;
        headers: Record<string, string | undefined>;
        body: unknown;
      };
      if (statusCode >= 400)
        throw refusal(
          statusCode,
          headers?.["retry-after"],
          typeof body === "string" ? body : JSON.stringify(body),
        );
      // The library has parsed JSON. What it left as a text may be the page of a proxy.
      if (typeof body === "string") parseJson("Twilio", body, statusCode);
      else if (typeof body !== "object" || body === null || Array.isArray(body))
        throw unreadableAnswer("Twilio", { status: statusCode });
      return response;
    }
  }

  return twilio(settings.TWILIO_ACCOUNT_SID ?? "", settings.TWILIO_AUTH_TOKEN ?? "", {
    accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
    httpClient: new Requests(),
  });
}

/** A list of Twilio. @throws ProviderFailure if the answer has none; the library throws a plain error then. */
export function listed<Items>(list: Promise<Items>): Promise<Items> {
  return list.catch((error: unknown) => {
    const hasNone = error instanceof Error && error.message.startsWith("Page Records ");
    throw hasNone ? unreadableAnswer("Twilio", { cause: error }) : error;
  });
}

const isTooLong = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.startsWith("maxContentLength size of ");

/**
 * The credentials are the server's own, so connecting again would not help. Once fixed, syncing resumes by
 * itself.
 */
function refusal(status: number, retryAfter: string | undefined, detail: string): ProviderFailure {
  const failure = failureOf("Twilio", status, retryAfter, detail);
  if (failure instanceof TokenRefused)
    return new ProviderFailure(
      "refused",
      "Twilio rejected the server's credentials. TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must match the Twilio console.",
      { cause: failure },
    );
  return failure;
}
