import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { atEnd } from "../../../../test/support/at-end";
import { query } from "../../../../test/support/collecting";
import { startTestApp } from "../../../../test/support/test-app";

// Every provider at one address, whose answer to anything is what a test says. Nobody's library may take it for data,
// keep all of it in memory, or leave a connect that Health shows for a week.

let respond: (response: ServerResponse) => void;
const provider = createServer((request, response) => {
  if (request.url?.includes(".well-known")) return void response.end(JSON.stringify(microsoft));
  respond(response);
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
atEnd(() => {
  provider.closeAllConnections();
  provider.close();
});
const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const microsoft = { authorization_endpoint: `${address}/authorize`, token_endpoint: `${address}/token` };
const app = await startTestApp({
  GOOGLE_CLIENT_ID: "client",
  GOOGLE_CLIENT_SECRET: "secret",
  GOOGLE_TOKEN_BASE_URL: address,
  MICROSOFT_CLIENT_ID: "client",
  MICROSOFT_CLIENT_SECRET: "secret",
  MICROSOFT_LOGIN_BASE_URL: address,
  GRAPH_BASE_URL: address,
  SLACK_CLIENT_ID: "client",
  SLACK_CLIENT_SECRET: "secret",
  SLACK_SIGNING_SECRET: "secret",
  SLACK_BASE_URL: address,
  META_APP_ID: "1",
  META_APP_SECRET: "secret",
  META_VERIFY_TOKEN: "token",
  META_GRAPH_BASE_URL: address,
  TELEGRAM_BASE_URL: address,
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "token",
  TWILIO_BASE_URL: address,
});

const forms: Record<string, object> = {
  sms: { phoneNumber: "+15557654321" },
  telegram: { botToken: `1:${"a".repeat(35)}` },
};

/** Connects as a new person. @returns why it failed: a problem of the integrations page, or a sentence. */
async function failToConnect(id: (typeof channels)[number]): Promise<string | null | undefined> {
  const ana = await app.signIn();
  const form = forms[id];
  if (form) {
    const body = { teamId: ana.teamId, ...form };
    return (await ana.post<{ message?: string }>(`/api/integrations/${id}/connect`, body)).body.message;
  }
  const visit = async (path: string) => {
    const options = { headers: { cookie: ana.cookie }, redirect: "manual" } as const;
    const { headers } = await fetch(`${app.url}/api/integrations/${id}/${path}`, options);
    return new URL(headers.get("location") ?? "", app.url).searchParams;
  };
  const state = (await visit(`connect?teamId=${ana.teamId}`)).get("state");
  const problem = (await visit(`callback?code=c&state=${state}`)).get("problem");
  expect(await query(app, "select from connect_attempts where team_id = $1", [ana.teamId])).toEqual([]);
  return problem;
}

const channels = ["gmail", "outlook", "slack", "instagram", "facebook_messenger", "telegram", "sms"] as const;

const bodies = {
  page: "<!doctype html><title>Maintenance</title>",
  "broken JSON": '{"access_token":"a","expi',
  "a text": '"hello"',
  null: "null",
  "a list": "[]",
  "an object": '{"a":1}',
  "other types":
    '{"ok":true,"result":{"id":[1]},"access_token":{"a":1},"id_token":7,"token_type":"bearer","expires_in":"soon",' +
    '"team":"x","data":"x","id":1}',
  "types that differ further in":
    '{"ok":true,"result":"x","access_token":"a","id_token":"b.c.d","token_type":"bearer","expires_in":99,' +
    '"team":{"id":7},"url":7,"data":[1],"incoming_phone_numbers":[{"sid":7}]}',
};

test.each(channels)(
  "INT-8 %s: an answer of another kind is told as such, and leaves no connect",
  async (id) => {
    const found: Record<string, unknown> = {};
    for (const [name, body] of Object.entries(bodies)) {
      respond = (response) => {
        response.setHeader("content-type", name === "page" ? "text/html" : "application/json");
        response.end(body);
      };
      found[name] = await failToConnect(id);
    }
    const sentence = expect.stringMatching(/^unreadable$| answered with something Zippy can't read\.$/);
    expect(found).toEqual(Object.fromEntries(Object.keys(bodies).map((name) => [name, sentence])));
  },
);

test.each(channels)("INT-8 %s: an answer without end is read to its limit only", async (id) => {
  let ended: () => void;
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let sent = 0;
  respond = (response) => {
    response.setHeader("content-type", "application/json");
    const more = () => {
      while (!response.destroyed && response.write(letters)) sent += letters.length;
    };
    response.on("drain", more).once("close", ended);
    response.write('{"data":"');
    more();
  };
  expect(await failToConnect(id)).toMatch(/^unreadable$|answered with more data than Zippy reads at once\.$/);
  await closed;
  expect(sent).toBeLessThan(60e6);
});

const letters = Buffer.alloc(256 * 1024, "a");
