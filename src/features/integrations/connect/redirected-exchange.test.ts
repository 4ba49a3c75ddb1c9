import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startReceiver } from "../../../../test/stand-ins/webhook-receiver";
import { atEnd } from "../../../../test/support/at-end";
import { startTestApp } from "../../../../test/support/test-app";

// What exchanges a code gets the client's secret. Nobody else may.

const elsewhere = await startReceiver();
const provider = createServer((_request, response) => {
  response.writeHead(307, { location: elsewhere.url }).end();
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
atEnd(() => void provider.close());
const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const app = await startTestApp({
  GOOGLE_CLIENT_ID: "client",
  GOOGLE_CLIENT_SECRET: "secret",
  GOOGLE_TOKEN_BASE_URL: address,
  META_APP_ID: "1",
  META_APP_SECRET: "secret",
  META_VERIFY_TOKEN: "token",
  META_GRAPH_BASE_URL: address,
  TELEGRAM_BASE_URL: address,
});

test.each(["gmail", "instagram"])(
  "INT-8 %s: the exchange of a code follows no redirect with the client's secret",
  async (id) => {
    const ana = await app.signIn();
    const visit = async (path: string) => {
      const options = { headers: { cookie: ana.cookie }, redirect: "manual" } as const;
      return (
        (await fetch(`${app.url}/api/integrations/${id}/${path}`, options)).headers.get("location") ?? ""
      );
    };
    const state = new URL(await visit(`connect?teamId=${ana.teamId}`)).searchParams.get("state");
    expect(await visit(`callback?code=c&state=${state}`)).toBe(
      `/integrations?failed=${id}&problem=unavailable`,
    );
    expect(elsewhere.received).toEqual([]);
  },
);

test("INT-8 telegram: connecting follows no redirect with the bot's token", async () => {
  const ana = await app.signIn();
  const { status } = await ana.post("/api/integrations/telegram/connect", {
    teamId: ana.teamId,
    botToken: `1:${"a".repeat(35)}`,
  });
  expect(status).toBe(502);
  expect(elsewhere.received).toEqual([]);
});
