import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { privateMessage, startTelegram } from "../stand-ins/telegram";
import { atEnd } from "../support/at-end";
import { connectDirectly, freePort, query, until } from "../support/collecting";
import { templateDatabase, withDatabase } from "../support/databases";
import { signIn } from "../support/person";
import { startServerProcess } from "../support/server-process";
import type { CrashCount } from "./import-crash";

/** Parallel deliveries. */
const atATime = 8;

/** What was left after the kills, and how many of the stored deliveries a kill left without a response. */
export interface WebhookCrashCount extends CrashCount {
  unanswered: number;
}

/** Delivers webhooks like a provider, and sends kill -9 to the server right at a commit. */
export async function crashWebhooks(kills: number, deliveries: number): Promise<WebhookCrashCount> {
  const telegram = await startTelegram();
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-webhooks-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const name = `webhooks_${randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const listener = new pg.Client({ connectionString: databaseUrl });
  await listener.connect();
  atEnd(() => listener.end());
  const port = await freePort();
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    TELEGRAM_BASE_URL: telegram.url,
  };
  const start = () => startServerProcess(dataDir, settings);
  let server = await start();
  atEnd(() => server.kill("SIGTERM"));
  const ana = await signIn(settings.PUBLIC_URL, "Ana");
  const { token } = telegram.addBot();
  await connectDirectly(ana, "telegram", { botToken: token });
  const webhook = await until(
    async () => telegram.webhookOf(token),
    (set) => set !== null,
  );

  const delivering = deliverAll(
    { url: webhook?.url as string, secret: webhook?.secret as string },
    deliveries,
  );
  await listener.query("listen zippy_webhooks");
  let killed = 0;
  for (; killed < kills && delivering.acknowledgedAt.size < deliveries; killed++) {
    // The commit itself notifies us, so the response is at most on its way.
    await new Promise((resolve) => listener.once("notification", resolve));
    await server.kill("SIGKILL");
    server = await start();
  }
  await delivering.done;

  // A killed process's claims expire after a minute. Skip that wait.
  await query({ databaseUrl }, "update webhook_events set not_before = now() where handled_at is null");
  await query({ databaseUrl }, "notify zippy_webhooks");
  await until(
    () => query({ databaseUrl }, "select 1 from webhook_events where handled_at is null"),
    ({ length }) => length === 0,
  );
  const [counts] = await query<{ messages: number; different: number }>(
    { databaseUrl },
    "select count(*)::int as messages, count(distinct external_id)::int as different from messages",
  );
  const { messages = 0, different = 0 } = counts ?? {};
  const stored = await query<{ event_id: string; received_at: Date }>(
    { databaseUrl },
    "select event_id, received_at from webhook_events",
  );
  return {
    kills: killed,
    lost: deliveries - different,
    doubled: messages - different,
    // Committed before the delivery that was acknowledged began.
    unanswered: stored.filter(
      ({ event_id, received_at }) =>
        received_at.getTime() < (delivering.acknowledgedAt.get(Number(event_id.split(":")[1])) ?? 0),
    ).length,
  };
}

/**
 * Delivers like a provider: each message repeatedly, until it is acknowledged.
 *
 * @returns `acknowledgedAt`: when the acknowledged attempt of each message began.
 */
function deliverAll({ url, secret }: { url: string; secret: string }, deliveries: number) {
  const acknowledgedAt = new Map<number, number>();
  async function deliver(n: number): Promise<void> {
    for (;;) {
      const began = Date.now();
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
        body: JSON.stringify({
          update_id: n,
          message: privateMessage({ message_id: n, text: `Report ${n}` }),
        }),
      }).catch(() => undefined);
      if (response?.status === 200) return void acknowledgedAt.set(n, began);
      await sleep(20);
    }
  }
  let next = 0;
  const done = Promise.all(
    Array.from({ length: atATime }, async () => {
      while (next < deliveries) await deliver(next++);
    }),
  );
  return { acknowledgedAt, done };
}
