import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "../free-port";

const accountSid = `AC${"0123456789abcdef".repeat(2)}`;
const authToken = "bench-token";

/** A Twilio account that owns every number and contains no messages. */
export interface TwilioAccount {
  /** For the one server that uses it. */
  settings: Record<string, string>;
  /** When each number's messages were listed (milliseconds since 1970), in order. */
  polls: Map<string, number[]>;
  /** A signed delivery of a text message. */
  delivery(message: { to: string; id: number }): { headers: Record<string, string>; body: string };
  stop(): void;
}

/** The path that deliveries are posted to. */
export const webhookPath = "/api/integrations/webhooks/sms";

export async function openTwilioAccount(): Promise<TwilioAccount> {
  const port = await freePort();
  // Deliveries are signed for the server's public address.
  const publicUrl = `http://127.0.0.1:${port}`;
  const polls = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://twilio");
    const number = searchParams.get("To");
    if (number) polls.set(number, [...(polls.get(number) ?? []), Date.now()]);
    const owned = {
      sid: `PN${"0".repeat(32)}`,
      phone_number: searchParams.get("PhoneNumber"),
      friendly_name: "Bench",
    };
    const list = pathname.endsWith("/Messages.json")
      ? { messages: [] }
      : { ...owned, incoming_phone_numbers: [owned] };
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...list, uri: pathname, next_page_uri: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    polls,
    settings: {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    delivery({ to, id }) {
      const form = new URLSearchParams({
        AccountSid: accountSid,
        ApiVersion: "2010-04-01",
        Body: `Hello, this is about order ${id}. Could you please send me the corrected invoice by Friday? Thank you!`,
        From: `+1555${String(1_000_000 + (id % 500))}`,
        MessageSid: `SM${String(id).padStart(32, "0")}`,
        NumMedia: "0",
        NumSegments: "1",
        SmsStatus: "received",
        To: to,
      });
      // The form's names above are already in signing order.
      const signed = [...form].map(([name, value]) => name + value).join("");
      const signature = createHmac("sha1", authToken)
        .update(`${publicUrl}${webhookPath}${signed}`)
        .digest("base64");
      return {
        headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
        body: form.toString(),
      };
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
