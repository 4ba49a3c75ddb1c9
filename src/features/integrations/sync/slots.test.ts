import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startTelegram } from "../../../../test/stand-ins/telegram";
import { connectDirectly, healthOf, query } from "../../../../test/support/collecting";
import { startFaultProxy } from "../../../../test/support/fault-proxy";
import { startTestApp } from "../../../../test/support/test-app";
import { accountOf } from "../../inbox/storing/account-messages";
import { createConnectionRepository } from "../repository";
import { createScheduleRepository } from "./schedule-repository";
import { slotOf } from "./slots";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const app = await startTestApp({ TELEGRAM_BASE_URL: proxy.url });

test("INT-8 a tarpit host or a slow provider takes only its own slots", async () => {
  // A process that doesn't sync by itself.
  const web = await startTestApp({ ROLE: "web" });
  const ana = await web.signIn();
  const own = web.running.services.db;
  const connections = createConnectionRepository(own);
  const schedule = createScheduleRepository(own);
  const add = async (provider: string, count: number, host?: string) => {
    for (let n = 0; n < count; n++) {
      const externalId = randomUUID();
      const accountId = await accountOf(own, ana.teamId, provider, externalId);
      const fields = { accountId, teamId: ana.teamId, provider, externalId, name: provider };
      const settings = host ? { host } : {};
      await connections.insert({ ...fields, settings, historySince: new Date(), nextSyncAt: new Date(0) });
    }
  };
  await add("imap", 20, "tarpit.example");
  await add("slack", 30);
  await add("imap", 2, "quick.example");
  await add("outlook", 1);
  const claimed = await schedule.claimDue(randomUUID(), 60, {});
  const bySlot = (rows: typeof claimed) =>
    Object.fromEntries(
      [...new Set(rows.map(slotOf))]
        .sort()
        .map((slot) => [slot, rows.filter((row) => slotOf(row) === slot).length]),
    );
  expect(bySlot(claimed)).toEqual({
    "imap quick.example": 2,
    "imap tarpit.example": 3,
    outlook: 1,
    slack: 12,
  });
  const full = { "imap tarpit.example": 3, slack: 12 };
  expect(await schedule.claimDue(randomUUID(), 60, full)).toEqual([]);
  // What is due in a full slot doesn't keep the loop awake.
  expect(await schedule.nextDue(Object.keys(full))).toBeUndefined();
  expect(bySlot(await schedule.claimDue(randomUUID(), 60, { ...full, slack: 11 }))).toEqual({ slack: 1 });
});

test("INT-8 INT-5 Retry-After also binds Sync now and a changed interval, and says until when", async () => {
  const ana = await app.signIn();
  await ana.patch("/api/auth/user", { timeZone: "Asia/Kathmandu" });
  const { token } = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: token });
  await healthOf(ana, ({ lastSyncAt }) => lastSyncAt !== null);
  const parameters = { retry_after: 3600 };
  const body = { ok: false, error_code: 429, description: "Too Many Requests", parameters };
  proxy.fail(/getUpdates/, { kind: "status", status: 429, body });
  expect((await ana.post(`/api/integrations/${id}/sync`)).status).toBe(502);
  const [before] = await query<{ next_sync_at: Date }>(
    app,
    "select next_sync_at from connections where account_id = $1",
    [id],
  );
  const requests = proxy.seen.length;
  const again = await ana.post<{ message: string }>(`/api/integrations/${id}/sync`);
  const time = before?.next_sync_at.toLocaleString("en-US", {
    timeStyle: "short",
    timeZone: "Asia/Kathmandu",
  });
  expect(again.body.message).toBe(
    `Telegram has asked Zippy to wait. The next check is at ${time} (Asia/Kathmandu).`,
  );
  expect(again.status).toBe(429);
  await ana.patch(`/api/integrations/${id}`, { syncInterval: 60 });
  expect(await query(app, "select next_sync_at from connections where account_id = $1", [id])).toEqual([
    before,
  ]);
  expect(proxy.seen.length).toBe(requests);
});
