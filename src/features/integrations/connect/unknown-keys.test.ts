import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../../test/stand-ins/telegram";
import {
  connectDirectly,
  healthOf,
  messagesOf,
  query,
  syncSoon,
  until,
} from "../../../../test/support/collecting";
import { startTestApp, type TestApp } from "../../../../test/support/test-app";
import { createSecrets } from "../../../server/secrets";
import { locationOf } from "./session";

const telegram = await startTelegram();

const start = (keys: Buffer[], settings: Record<string, string> = {}) =>
  startTestApp({
    TELEGRAM_BASE_URL: telegram.url,
    SECRET_KEY: keys.map((key) => key.toString("base64")).join(","),
    ...settings,
  });

const sealedOf = async (app: TestApp, id: string): Promise<string> => {
  const rows = await query<{ credentials: string }>(
    app,
    "select credentials from connections where account_id = $1",
    [id],
  );
  return rows[0]?.credentials ?? "";
};

test("INT-8 API-6 after a key rotation, stored secrets are encrypted again and the old key can be removed", async () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const before = await start([older], { ROLE: "web" });
  const ana = await before.signIn();
  const bot = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: bot.token });
  const after = await start([newer, older], { DATABASE_URL: before.databaseUrl, DATA_DIR: before.dataDir });
  const location = locationOf(id);
  const opened = await until(
    () => sealedOf(after, id),
    (text) => text.split(".")[1] === createSecrets([newer]).keys[0],
  );
  expect(JSON.parse(createSecrets([newer]).open(opened, location))).toEqual({ botToken: bot.token });
  expect(() => createSecrets([older]).open(opened, location)).toThrow();

  // Collecting still works.
  await telegram.happen(bot.token, { message: privateMessage() });
  await syncSoon(before, id);
  await messagesOf(ana, 1);
});

describe("access that is encrypted with a key this server doesn't have", () => {
  const lost = randomBytes(32);
  const connected = async () => {
    const before = await start([lost], { ROLE: "web" });
    const ana = await before.signIn();
    const bot = telegram.addBot();
    const { id } = await connectDirectly(ana, "telegram", { botToken: bot.token });
    return { before, ana, bot, id, at: { DATABASE_URL: before.databaseUrl, DATA_DIR: before.dataDir } };
  };

  test("INT-8 API-6 prevents the start, with a sentence that names the keys and what to do; nothing is lost", async () => {
    const { before, bot, id, at } = await connected();
    const sealed = await sealedOf(before, id);
    const other = randomBytes(32);
    const keyOf = (key: Buffer) => createSecrets([key]).keys[0];
    await expect(start([other], at)).rejects.toThrow(
      `The access to 1 connected account is encrypted with the key ${keyOf(lost)}, but this server only has the key ${keyOf(other)}.`,
    );
    await expect(start([other], { ...at, SECRET_KEY: "" })).rejects.toThrow("SECRET_KEY_LOST=yes");
    expect(await sealedOf(before, id)).toBe(sealed);

    await start([other, lost], at);
    await until(
      () => sealedOf(before, id),
      (text) => text.split(".")[1] === createSecrets([other]).keys[0],
    );
    const [row] = await query(before, "select status from connections where account_id = $1", [id]);
    expect([row, bot.token.length > 0]).toEqual([{ status: "connected" }, true]);
  });

  test("INT-8 API-6 is given up with SECRET_KEY_LOST=yes, and those accounts ask to be connected again", async () => {
    const { ana, bot, id, at } = await connected();
    const known = randomBytes(32);
    const after = await start([known], { ...at, SECRET_KEY_LOST: "yes" });
    expect(await healthOf(ana)).toMatchObject({ healthStatus: "error", needsReconnect: true });
    expect(await sealedOf(after, id)).toBe("");
    const reconnected = await fetch(`${after.url}/api/integrations/telegram/connect`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: ana.cookie },
      body: JSON.stringify({ teamId: ana.teamId, botToken: bot.token }),
    });
    expect(await reconnected.json()).toMatchObject({ id });

    // Afterwards, the server starts without it.
    await start([known], { ...at, ROLE: "web" });
    await telegram.happen(bot.token, { message: privateMessage() });
    await syncSoon(after, id);
    await messagesOf(ana, 1);
  });
});
