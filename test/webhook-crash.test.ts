import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { privateMessage, startTelegram } from "./stand-ins/telegram";
import { connectDirectly, freePort, query, until } from "./support/collecting";
import { templateDatabase, withDatabase } from "./support/databases";
import { signIn } from "./support/person";
import { type ServerProcess, startServerProcess } from "./support/server-process";

const deliveries = 400;
const kills = 12;
/** Parallel deliveries. */
const atATime = 8;

const telegram = await startTelegram();
const dataDir = mkdtempSync(join(tmpdir(), "zippy-webhooks-"));
const databaseUrl = await withDatabase(inject("postgresUrl"), `webhooks_${process.pid}`, templateDatabase);
const listener = new pg.Client({ connectionString: databaseUrl });
await listener.connect();
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.kill("SIGTERM");
  await listener.end();
  rmSync(dataDir, { recursive: true, force: true });
});

test(`INT-8 after ${kills} kill -9 right at the commit, every acknowledged webhook delivery is a message exactly once`, {
  timeout: 180_000,
}, async () => {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    TELEGRAM_BASE_URL: telegram.url,
  };
  const start = () => startServerProcess(dataDir, settings);
  server = await start();
  const ana = await signIn(settings.PUBLIC_URL, "Ana");
  const { token } = telegram.addBot();
  await connectDirectly(ana, "telegram", { botToken: token });
  const webhook = await until(
    async () => telegram.webhookOf(token),
    (set) => set !== null,
  );

  const startedAt = new Map<number, number>();
  let acknowledged = 0;
  /** Delivers like a provider: repeatedly, until it is acknowledged. */
  async function deliver(n: number): Promise<void> {
    for (;;) {
      const began = Date.now();
      const response = await fetch(webhook?.url as string, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-telegram-bot-api-secret-token": webhook?.secret as string,
        },
        body: JSON.stringify({
          update_id: n,
          message: privateMessage({ message_id: n, text: `Report ${n}` }),
        }),
      }).catch(() => undefined);
      if (response?.status === 200) {
        startedAt.set(n, began);
        acknowledged++;
        return;
      }
      await sleep(20);
    }
  }
  let next = 0;
  const delivering = Promise.all(
    Array.from({ length: atATime }, async () => {
      while (next < deliveries) await deliver(next++);
    }),
  );

  await listener.query("listen zippy_webhooks");
  let killed = 0;
  for (; killed < kills && acknowledged < deliveries; killed++) {
    // The commit itself notifies us, so the response is at most on its way.
    await new Promise((resolve) => listener.once("notification", resolve));
    await server.kill("SIGKILL");
    server = await start();
  }
  await delivering;
  expect(killed).toBe(kills);

  // A killed process's claims expire after a minute. Skip that wait.
  await query({ databaseUrl }, "update webhook_events set not_before = now() where handled_at is null");
  await query({ databaseUrl }, "notify zippy_webhooks");
  await until(
    () => query({ databaseUrl }, "select 1 from webhook_events where handled_at is null"),
    ({ length }) => length === 0,
  );
  const [counts] = await query(
    { databaseUrl },
    "select count(*)::int as messages, count(distinct external_id)::int as different from messages",
  );
  expect(counts).toEqual({ messages: deliveries, different: deliveries });
  const stored = await query<{ event_id: string; received_at: Date }>(
    { databaseUrl },
    "select event_id, received_at from webhook_events",
  );
  expect(stored).toHaveLength(deliveries);
  // The kills hit their target: committed events that were delivered again because the response was lost.
  const unanswered = stored.filter(
    ({ event_id, received_at }) =>
      received_at.getTime() < (startedAt.get(Number(event_id.split(":")[1])) ?? 0),
  );
  expect(unanswered.length).toBeGreaterThan(0);
});
