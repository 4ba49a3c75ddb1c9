import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { feedPath } from "../../src/features/feeds/service";
import { tokenOf } from "../stand-ins/assistant";
import { type Person, startTestApp } from "../support/test-app";
import { hostileTexts } from "./schema-values";

const app = await startTestApp();

let person: Person;
let meeting: string;
let token: string;
beforeAll(async () => {
  person = await app.signIn();
  const path = `/api/teams/${person.teamId}/meetings`;
  meeting = (await person.post<{ id: string }>(path, { title: "Weekly" })).body.id;
  token = await tokenOf(person);
});

/** Percent-encodes a text. Lone surrogates become the bytes they would have, which aren't valid UTF-8. */
const inAddress = (text: string): string =>
  [...text.slice(0, 2000)]
    .map((sign) => (/^\p{Surrogate}$/u.test(sign) ? "%ED%A0%80" : encodeURIComponent(sign)))
    .join("");

/** Fails only if the server does. Refusals are sentences. */
async function faultOf(method: string, address: string, init: RequestInit = {}): Promise<string[]> {
  const headers = { cookie: person.cookie, ...init.headers };
  const response = await fetch(app.url + address, { redirect: "manual", ...init, method, headers });
  const text = await response.text();
  return response.status >= 500 ? [`${response.status} ${address.slice(0, 200)} ${text.slice(0, 200)}`] : [];
}

test("API-3 nonsense in the addresses that the document leaves out is no fault of the server", async () => {
  const team = `/api/teams/${person.teamId}`;
  const addresses = [
    ...[
      "/*",
      "/matrix?task=*",
      "/inbox?q=*",
      "/invite/*",
      "/api/*",
      "/api/login?x=*",
      "/api/auth/local?origin=*",
    ],
    ...["/ws?x=*", `${feedPath}*`, `${feedPath}*.ics`, "/api/notifications/digest/unsubscribe?token=*"],
    ...["/api/teams/*/export", `${team}/export?id=*`, "/api/teams/*/audit-log/download"],
    ...[
      "/api/meetings/*/audio/x",
      `/api/meetings/${meeting}/audio/*`,
      `/api/meetings/${randomUUID()}/audio/*`,
    ],
    ...["/api/integrations/*/connect?teamId=x", "/api/integrations/slack/connect?teamId=*&onlyMe=*"],
    ...["/api/integrations/*/callback?code=*&state=*", "/api/integrations/gmail/callback?error=*&state=*"],
    ...["/api/integrations/webhooks/*", "/api/integrations/webhooks/telegram/*", "/api/billing/webhook?x=*"],
  ];
  const faults: string[] = [];
  for (const address of addresses)
    for (const text of [...hostileTexts.map(inAddress), "%", "%00", "%zz", "%ED%A0%80"]) {
      const filled = address.replaceAll("*", () => text);
      faults.push(...(await faultOf("GET", filled)), ...(await faultOf("POST", filled)));
    }
  expect(faults).toEqual([]);
});

test("API-3 nonsense in what assistants and billing send is no fault of the server", async () => {
  const toolCalls = (text: unknown) => [
    { name: text, arguments: text },
    { name: "search", arguments: { words: text } },
    { name: "why", arguments: { messageId: text } },
    { name: "create_task", arguments: { title: text, dueDate: text, quadrant: text } },
    { name: "undo", arguments: { entryId: text } },
  ];
  const rpc = (id: unknown, method: unknown, params: unknown) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const bodies = [
    ...["", "{", "null", "[]", "1e400", '"\\ud800"', "\0", "\ufeff{}", "[".repeat(50_000)],
    `"${"x".repeat(1_000_000)}"`,
    ...[...hostileTexts, null, 0.5, -1, 2 ** 53, [], {}].flatMap((text) => [
      JSON.stringify(text),
      rpc(text, text, text),
      rpc(1, "initialize", { protocolVersion: text, capabilities: text, clientInfo: { name: text } }),
      ...toolCalls(text).map((call) => rpc(1, "tools/call", call)),
    ]),
  ];
  const accept = "application/json, text/event-stream";
  const faults: string[] = [];
  for (const body of bodies)
    for (const [address, headers] of [
      ["/api/mcp", { authorization: `Bearer ${token}`, accept }],
      ["/api/billing/webhook", { "stripe-signature": "t=1,v1=x" }],
    ] as const) {
      const type = { "content-type": "application/json" };
      faults.push(...(await faultOf("POST", address, { body, headers: { ...type, ...headers } })));
    }
  expect(faults).toEqual([]);
});
