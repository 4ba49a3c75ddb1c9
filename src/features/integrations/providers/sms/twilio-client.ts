import type { Twilio } from "twilio";
import type RequestClient from "twilio/lib/base/RequestClient";
import { TokenRefused } from "../../connect/access-token";
import { ProviderFailure } from "../provider";
import { failureOf, unreachable } from "../provider-request";

export interface TwilioSettings {
  TWILIO_ACCOUNT_SID?: string | undefined;
  TWILIO_AUTH_TOKEN?: string | undefined;
  TWILIO_BASE_URL: string;
}

/** How long Twilio may take to answer (milliseconds). */
const patience = 20_000;

/**
 * A client of the server's account at Twilio. Made for each piece of work; the library itself is loaded when the first
 * is needed, since most servers never need one.
 */
export async function twilioClient(settings: TwilioSettings, signal: AbortSignal): Promise<Twilio> {
  const { default: twilio } = await import("twilio");
  const base = new URL(settings.TWILIO_BASE_URL);

  /** Sends requests to the address that the settings name, and turns answers that are no success into failures. */
  class Requests extends twilio.RequestClient {
    override async request<Data>(options: RequestClient.RequestOptions<Data>) {
      signal.throwIfAborted();
      const asked = new URL(options.uri);
      const uri = `${base.origin}${base.pathname.replace(/\/$/, "")}${asked.pathname}${asked.search}`;
      const response = await super.request<Data>({ ...options, uri }).catch((cause: unknown) => {
        throw unreachable("Twilio", cause);
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
      return response;
    }
  }

  return twilio(settings.TWILIO_ACCOUNT_SID ?? "", settings.TWILIO_AUTH_TOKEN ?? "", {
    accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
    httpClient: new Requests({ timeout: patience }),
  });
}

/** The access is the server's own: connecting again would not mend it, and once mended everything goes on by itself. */
function refusal(status: number, retryAfter: string | undefined, detail: string): ProviderFailure {
  const failure = failureOf("Twilio", status, retryAfter, detail);
  if (failure instanceof TokenRefused)
    return new ProviderFailure(
      "refused",
      "Twilio does not accept the server's access: TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN have to be those of the Twilio console.",
      { cause: failure },
    );
  return failure;
}
