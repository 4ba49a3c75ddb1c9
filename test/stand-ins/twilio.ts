import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { atEnd } from "../support/at-end";
import { freePort } from "../support/collecting";

/** A message as Twilio lists it. Source: twilio.com/docs/messaging/api/message-resource */
interface ListedMessage {
  sid: string;
  from: string;
  to: string;
  body: string;
  /** RFC 2822. */
  date_sent: string | null;
  date_created: string;
  status: string;
  num_media: string;
}

export interface PastMessage {
  from: string;
  to: string;
  body: string;
  sentAt: Date;
  status?: string;
  /** The media types of its files. */
  media?: string[];
}

export interface TwilioStandIn {
  url: string;
  accountSid: string;
  authToken: string;
  /** Buys a number for the account. */
  addNumber(): Promise<string>;
  /** Sends a text message to a number. It is pushed to the number's webhook. */
  receive(message: { from: string; to: string; body: string }): Promise<{ sid: string }>;
  /** Sends a text message from one of the account's numbers. */
  send(message: { from: string; to: string; body: string }): Promise<{ sid: string }>;
  /** Adds past messages, newest last. They are only listed. */
  addPast(messages: PastMessage[]): void;
  /** The webhook URL of a number. */
  smsUrl(number: string): Promise<string>;
}

const accountSid = `AC${"0123456789abcdef".repeat(2)}`;
const authToken = "twilio-stand-in-token";

/**
 * Twilio on this machine: emulate's, with a message list that is filtered, sorted and paged like Twilio's. It
 * stops with the test file.
 */
export async function startTwilio(): Promise<TwilioStandIn> {
  const emulator = await createEmulator({
    service: "twilio",
    port: await freePort(),
    seed: { twilio: { account: { sid: accountSid, auth_token: authToken } } },
  });
  let numbers = 0;
  const past: (ListedMessage & { media: string[] })[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const authorized = request.headers.authorization === authorization;
    const mediaOf = /\/Messages\/(\w+)\/Media\.json$/.exec(url.pathname)?.[1];
    if (authorized && request.method === "GET" && url.pathname.endsWith("/Messages.json"))
      return sendJson(response, await listMessages(url));
    const owner = past.find(({ sid }) => sid === mediaOf);
    if (authorized && owner) return sendJson(response, listMedia(url, owner.media));
    const passedOn = await fetch(`${emulator.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: {
        ...(request.headers.authorization && { authorization: request.headers.authorization }),
        "content-type": request.headers["content-type"] ?? "application/x-www-form-urlencoded",
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(passedOn.status, { "content-type": "application/json" });
    response.end(await passedOn.text());
  }

  async function listMessages(url: URL): Promise<object> {
    const sent = await fetch(`${emulator.url}${url.pathname}?PageSize=1000`, { headers: { authorization } });
    const { messages } = (await sent.json()) as { messages: ListedMessage[] };
    const wanted = (message: ListedMessage) =>
      ["To", "From"].every(
        (end) =>
          (url.searchParams.get(end) ?? message[end === "To" ? "to" : "from"]) ===
          message[end === "To" ? "to" : "from"],
      ) && timeOf(message) >= Date.parse(url.searchParams.get("DateSent>") ?? new Date(0).toISOString());
    const all = [...messages, ...past].filter(wanted).sort((a, b) => timeOf(b) - timeOf(a));
    const size = Number(url.searchParams.get("PageSize") ?? 50);
    const page = Number(url.searchParams.get("Page") ?? 0);
    const next = new URL(url);
    next.searchParams.set("Page", String(page + 1));
    next.searchParams.set("PageToken", `PA${page + 1}`);
    const more = all.length > (page + 1) * size;
    return {
      messages: all.slice(page * size, (page + 1) * size),
      page,
      page_size: size,
      uri: url.pathname,
      next_page_uri: more ? `${next.pathname}${next.search}` : null,
    };
  }

  const call = async (path: string, form?: Record<string, string>): Promise<Record<string, unknown>> => {
    const response = await fetch(`${emulator.url}${path}`, {
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid,
    authToken,
    async addNumber() {
      const number = `+1555124${4567 + numbers++}`;
      await call(`/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json`, {
        PhoneNumber: number,
        FriendlyName: "Front desk",
        SmsUrl: "https://demo.twilio.com/welcome/sms/reply",
      });
      return number;
    },
    receive: async ({ from, to, body }) =>
      (await call("/_twilio/simulate/inbound-message", { From: from, To: to, Body: body })) as {
        sid: string;
      },
    async send({ from, to, body }) {
      const messages = `/2010-04-01/Accounts/${accountSid}/Messages`;
      const { sid } = (await call(`${messages}.json`, { From: from, To: to, Body: body })) as { sid: string };
      await call(`${messages}/${sid}.json`, { Status: "delivered" });
      return { sid };
    },
    addPast(messages) {
      for (const { sentAt, media = [], status = "received", ...message } of messages)
        past.push({
          ...message,
          media,
          status,
          sid: `${media.length > 0 ? "MM" : "SM"}${String(past.length).padStart(32, "0")}`,
          date_sent: rfc2822(sentAt),
          date_created: rfc2822(sentAt),
          num_media: String(media.length),
        });
    },
    async smsUrl(number) {
      const { incoming_phone_numbers: found } = await call(
        `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(number)}`,
      );
      return (found as { sms_url: string | null }[])[0]?.sms_url ?? "";
    },
  };
}

const rfc2822 = (date: Date): string => date.toUTCString().replace("GMT", "+0000");
const timeOf = (message: ListedMessage): number => Date.parse(message.date_sent ?? message.date_created);

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Source: twilio.com/docs/messaging/api/media-resource */
function listMedia(url: URL, types: string[]): object {
  return {
    media_list: types.map((content_type, index) => ({ sid: `ME${index}`, content_type })),
    uri: url.pathname,
    next_page_uri: null,
  };
}
