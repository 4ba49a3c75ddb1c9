import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { googleClient, startGoogle } from "./stand-ins/google";
import { atEnd } from "./support/at-end";
import { consentTo, freePort, healthOf, query, until } from "./support/collecting";
import { templateDatabase, withDatabase } from "./support/databases";
import { hold, startFaultProxy } from "./support/fault-proxy";
import { signIn } from "./support/person";
import { startServerProcess } from "./support/server-process";

test("INT-3 INT-5 a connect that kill -9 ends during the token exchange is in Health until it is done again", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const google = await startGoogle(["ana@example.com"], `${url}/api/integrations/gmail/callback`);
  const proxy = await startFaultProxy(google.url);
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-connect-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const name = `connect_${randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ACCOUNTS_BASE_URL: proxy.url,
    GOOGLE_TOKEN_BASE_URL: proxy.url,
    GMAIL_BASE_URL: proxy.url,
  };
  const first = await startServerProcess(dataDir, settings);
  const ana = await signIn(url, "Ana");
  const connect = () =>
    consentTo({ url }, ana, "gmail", (address) => google.consent(address, "ana@example.com"));

  const exchange = hold();
  proxy.fail(/^POST \/token/, exchange.fault);
  const cut = connect().catch(() => "cut off");
  await until(
    async () => proxy.seen.map(({ path }) => path),
    (paths) => paths.some((path) => path.startsWith("/token")),
  );
  await first.kill("SIGKILL");
  exchange.release();
  expect(await cut).toBe("cut off");

  const second = await startServerProcess(dataDir, settings);
  atEnd(() => second.kill("SIGTERM"));
  // It could still be running until every limit of its calls is over.
  expect((await ana.get("/api/integrations/health")).body).toEqual([]);
  await query({ databaseUrl }, "update connect_attempts set exchanged_at = now() - interval '3 minutes'");
  expect(await healthOf(ana)).toMatchObject({
    provider: "gmail",
    accountName: "Gmail",
    healthStatus: "warning",
    healthMessage: "Connecting Gmail stopped halfway: access was allowed, but no account was stored.",
    actionableAdvice: expect.stringMatching(
      /^The person who started can connect Gmail again, or remove Zippy's access at Gmail\./,
    ),
    needsReconnect: true,
  });

  expect(await connect()).toBe("/integrations?connected=gmail");
  const { body } = await ana.get<{ accountEmail: string }[]>("/api/integrations/health");
  expect(body.map(({ accountEmail }) => accountEmail)).toEqual(["ana@example.com"]);
});
