import { afterEach, describe, expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../../test/stand-ins/telegram";
import { connectDirectly, messagesOf, query, syncSoon, until } from "../../../../test/support/collecting";
import { hold, startFaultProxy } from "../../../../test/support/fault-proxy";
import { startTestApp } from "../../../../test/support/test-app";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const settings = { TELEGRAM_BASE_URL: proxy.url };
// Two processes that sync the same accounts, and one that only serves requests.
const first = await startTestApp(settings);
const shared = { ...settings, DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir };
await startTestApp(shared);
const answering = await startTestApp({ ...shared, ROLE: "web" });

afterEach(() => proxy.heal());

async function connected() {
  const ana = await first.signIn();
  const { token, id: botId } = telegram.addBot();
  const account = await connectDirectly(ana, "telegram", { botToken: token });
  const state = async () => {
    const [row] = await query<Record<string, unknown>>(
      first,
      "select * from connections where account_id = $1",
      [account.id],
    );
    return row as Record<string, unknown>;
  };
  await until(state, ({ last_sync_at, claimed_by }) => last_sync_at !== null && claimed_by === null);
  return { ana, token, botId, id: account.id, state };
}

/** Runs a complete check of another account. Anything due or running before has been handled by then. */
async function checkAnother(): Promise<void> {
  await connected();
}

const polls = (botId: number) =>
  proxy.seen.filter(({ path }) => path.includes(`bot${botId}:`) && path.endsWith("getUpdates"));

describe("INT-8 background checks", () => {
  test("two processes never work on the same account at once", async () => {
    const { botId, id, state } = await connected();
    const before = polls(botId).length;
    const { fault, release } = hold();
    proxy.fail(new RegExp(`bot${botId}:.*getUpdates`), fault, 3);
    // Wakes the processes repeatedly while the response is pending.
    for (let n = 0; n < 5; n++) await syncSoon(first, id);
    await checkAnother();
    expect(polls(botId).length - before).toBe(1);
    release();
    await until(state, ({ claimed_by }) => claimed_by === null);
  });

  test("processes share many accounts; every account is checked once", async () => {
    const accounts = await Promise.all(Array.from({ length: 30 }, connected));
    const before = new Map(accounts.map(({ botId }) => [botId, polls(botId).length]));
    for (const { token } of accounts) await telegram.happen(token, { message: privateMessage() });
    const ids = accounts.map(({ id }) => id);
    await query(first, "update connections set next_sync_at = now() where account_id = any($1)", [ids]);
    await query(first, "notify zippy_sync");
    for (const { ana } of accounts) await messagesOf(ana, 1);
    expect(accounts.map(({ botId }) => polls(botId).length - (before.get(botId) ?? 0))).toEqual(
      ids.map(() => 1),
    );
  });

  test("an account claimed by a killed run is skipped until the claim expires, then checked", async () => {
    const { ana, token, id, state } = await connected();
    await telegram.happen(token, { message: privateMessage() });
    const claim = (until: string) =>
      query(
        first,
        `update connections set claimed_by = gen_random_uuid(), claimed_until = now() + $2::interval, next_sync_at = now()
         where account_id = $1`,
        [id, until],
      );
    await claim("90 seconds");
    await query(first, "notify zippy_sync");
    await checkAnother();
    expect((await state()).claimed_by).not.toBeNull();
    expect((await ana.get(`/api/teams/${ana.teamId}/messages`)).body).toEqual([]);
    await claim("-1 second");
    await query(first, "notify zippy_sync");
    expect(await messagesOf(ana, 1)).toHaveLength(1);
    expect(await until(state, ({ claimed_by }) => claimed_by === null)).toMatchObject({ failures: 0 });
  });

  test("a run whose claim was taken over stores nothing more", async () => {
    const { ana, token, botId, id, state } = await connected();
    await telegram.happen(token, { message: privateMessage() });
    const { fault, release } = hold();
    proxy.fail(new RegExp(`bot${botId}:.*getUpdates`), fault);
    await syncSoon(first, id);
    await until(state, ({ claimed_by }) => claimed_by !== null);
    await query(
      first,
      "update connections set claimed_by = gen_random_uuid(), claimed_until = now() + interval '1 minute' where account_id = $1",
      [id],
    );
    const { claimed_by: other } = await state();
    release();
    await checkAnother();
    expect((await ana.get(`/api/teams/${ana.teamId}/messages`)).body).toEqual([]);
    expect((await state()).claimed_by).toBe(other);
    await query(
      first,
      "update connections set claimed_by = null, claimed_until = null where account_id = $1",
      [id],
    );
    await syncSoon(first, id);
    expect(await messagesOf(ana, 1)).toHaveLength(1);
  });

  test("a manual check waits for the running one, even in a process without sync", async () => {
    const { ana, token, botId, id } = await connected();
    const path = `/api/integrations/${id}/sync`;
    proxy.fail(new RegExp(`bot${botId}:.*getUpdates`), { kind: "slow", ms: 600 });
    const before = polls(botId).length;
    await telegram.happen(token, { message: privateMessage() });
    const [one, other] = await Promise.all([
      ana.post<{ stored: number }>(path),
      fetch(`${answering.url}${path}`, { method: "POST", headers: { cookie: ana.cookie } }).then(
        async (response) => (await response.json()) as { stored: number },
      ),
    ]);
    expect(one.body.stored + other.stored).toBe(1);
    expect(polls(botId).length - before).toBe(2);
  });

  test("an account disconnected during a run stores nothing more", async () => {
    const { ana, token, botId, id, state } = await connected();
    await telegram.happen(token, { message: privateMessage() });
    const before = polls(botId).length;
    const { fault, release } = hold();
    proxy.fail(new RegExp(`bot${botId}:.*getUpdates`), fault);
    await syncSoon(first, id);
    await until(
      async () => polls(botId).length,
      (count) => count > before,
    );
    await ana.delete(`/api/integrations/${id}`);
    release();
    await checkAnother();
    expect((await ana.get(`/api/teams/${ana.teamId}/messages`)).body).toEqual([]);
    const left = await until(state, ({ claimed_by }) => claimed_by === null);
    expect(left).toMatchObject({ status: "disconnected", credentials: null });
  });

  test("an account planned by a clock that was wrong is checked once the clock is right; a provider's pause still holds", async () => {
    const plan = (id: string, hours: number, failure: object | null = null) =>
      query(
        first,
        `update connections set next_sync_at = now() + make_interval(hours => $2), last_failure = $3,
           last_sync_at = '2026-01-01' where account_id = $1`,
        [id, hours, failure && JSON.stringify(failure)],
      );
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const [late, paused, misled] = await Promise.all([connected(), connected(), connected()]);
    const limited = { kind: "rate_limited", message: "Telegram is limiting requests for now." };
    await plan(paused.id, 1, { ...limited, at: at(0), retryAt: at(1) });
    await plan(misled.id, 25, { ...limited, at: at(24), retryAt: at(25) });
    await plan(late.id, 1);
    await query(first, "notify zippy_sync");
    const isChecked = async ({ state }: typeof late) =>
      (await state()).last_sync_at?.toString() !== new Date("2026-01-01").toString();
    await until(
      async () => (await isChecked(late)) && (await isChecked(misled)),
      (checked) => checked,
    );
    expect(await isChecked(paused)).toBe(false);
  });

  test("INT-4 the interval is five minutes by default and at least one minute", async () => {
    const { ana, id, state } = await connected();
    expect((await state()).sync_interval).toBe(300);
    const set = (syncInterval: number) =>
      ana.patch<{ message: string }>(`/api/integrations/${id}`, { syncInterval });
    expect(await set(59)).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining("Sync interval must be at least 1 minute to prevent API abuse"),
      },
    });
    expect((await set(86_401)).status).toBe(400);
    expect(await set(60)).toMatchObject({ status: 200, body: { syncInterval: 60 } });
    const { next_sync_at } = await until(
      state,
      (row) => (row.next_sync_at as Date).getTime() > Date.now() + 30_000,
    );
    expect((next_sync_at as Date).getTime() - Date.now()).toBeLessThan(64_000);
  });
});
