import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { createGmailConsent } from "./providers/gmail/consent";
import { gmailSettings } from "./providers/gmail/settings";
import { createOutlookConsent } from "./providers/outlook/consent";
import { outlookSettings } from "./providers/outlook/settings";
import type { OAuthConnect } from "./providers/provider";

/** The token endpoint's response; null cuts the connection. */
let answer: { status: number; body: object } | null = null;
const server = createServer((request, response) => {
  if (request.url?.includes("well-known")) {
    const addresses = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
    return void response.end(JSON.stringify(addresses));
  }
  if (!answer) return void request.socket.destroy();
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let written = "";
function write(line: string): void {
  written += line;
}
const { log } = Fastify({ logger: { stream: { write } } });

const secret = "the-client-secret";
const google = createGmailConsent(
  z.object(gmailSettings).parse({
    GOOGLE_CLIENT_ID: "client",
    GOOGLE_CLIENT_SECRET: secret,
    GOOGLE_TOKEN_BASE_URL: url,
  }),
);
const microsoft = createOutlookConsent(
  z.object(outlookSettings).parse({
    MICROSOFT_CLIENT_ID: "client",
    MICROSOFT_CLIENT_SECRET: secret,
    MICROSOFT_LOGIN_BASE_URL: url,
    GRAPH_BASE_URL: url,
  }),
);

const exchange = (connect: OAuthConnect) =>
  connect.exchange({
    callback: new URL("http://localhost/callback?code=the-code&state=the-state"),
    state: "the-state",
    redirectUri: "http://localhost/callback",
    codeVerifier: "the-verifier-the-verifier-the-verifier-the-verifier",
  });
const tokens = { accessToken: "the-access-token", refreshToken: "the-refresh-token", expiresAt: null };

test.each([
  ["refused", { status: 400, body: { error: "invalid_request", error_description: "no" } }],
  ["withdrawn", { status: 400, body: { error: "invalid_grant", error_description: "gone" } }],
  ["an unknown client", { status: 401, body: { error: "invalid_client" } }],
  ["broken", { status: 500, body: {} }],
  ["cut off", null],
])("API-6 a token request that is %s leaves no secret in the log", async (_name, answered) => {
  answer = answered;
  written = "";
  const failures = [
    () => exchange(google.connect),
    () => google.refresh(tokens),
    () => exchange(microsoft.connect),
    () => microsoft.refresh(tokens),
  ];
  // Google's client retries by itself, with pauses.
  await Promise.all(failures.map((fail) => fail().catch((err: unknown) => log.error({ err }, "it failed"))));
  expect(written.match(/it failed/g)).toHaveLength(failures.length);
  expect(written).toContain("ProviderFailure");
  expect(written).not.toMatch(/the-(client-secret|code|verifier|access-token|refresh-token)/);
});
