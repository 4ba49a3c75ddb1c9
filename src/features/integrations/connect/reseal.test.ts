import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
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
  const [older, newer, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const before = await start([older], { ROLE: "web" });
  const ana = await before.signIn();
  const bot = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: bot.token });
  const other = await before.signIn();
  const unreadable = await connectDirectly(other, "telegram", { botToken: telegram.addBot().token });
  const sealed = createSecrets([lost]).seal("{}", locationOf(unreadable.id));
  await query(before, "update connections set credentials = $2 where account_id = $1", [
    unreadable.id,
    sealed,
  ]);

  const after = await start([newer, older], { DATABASE_URL: before.databaseUrl, DATA_DIR: before.dataDir });
  const location = locationOf(id);
  const opened = await until(
    () => sealedOf(after, id),
    (text) => !createSecrets([newer]).isOld(text),
  );
  expect(JSON.parse(createSecrets([newer]).open(opened, location))).toEqual({ botToken: bot.token });
  expect(() => createSecrets([older]).open(opened, location)).toThrow();
  expect(await sealedOf(after, unreadable.id)).toBe(sealed);

  // Collecting still works.
  await telegram.happen(bot.token, { message: privateMessage() });
  await syncSoon(before, id);
  await messagesOf(ana, 1);
  expect((await healthOf(other, ({ healthStatus }) => healthStatus === "error")).healthMessage).toBe(
    "Zippy can't read this account's stored credentials. Connect it again.",
  );
});
