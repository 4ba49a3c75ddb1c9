import { expect, test } from "vitest";
import { startTelegram } from "../../../../test/stand-ins/telegram";
import {
  connectDirectly,
  healthOf,
  query,
  startReachableApp,
  syncSoon,
  until,
} from "../../../../test/support/collecting";
import { hold, startFaultProxy } from "../../../../test/support/fault-proxy";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const app = await startReachableApp({ TELEGRAM_BASE_URL: proxy.url });

async function connected() {
  const ana = await app.signIn();
  const { token, id: botId } = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: token });
  const state = async () => {
    const columns = "subscription, claimed_by, failures, last_sync_at, push_failure";
    const [row] = await query(app, `select ${columns} from connections where account_id = $1`, [id]);
    return row as Record<string, unknown>;
  };
  const settled = () => until(state, (row) => row.last_sync_at !== null && row.claimed_by === null);
  await settled();
  const set = (fields: string) => query(app, `update connections set ${fields} where account_id = $1`, [id]);
  const subscribeCalls = () =>
    proxy.seen.filter(({ path }) => path.includes(`bot${botId}:`) && path.endsWith("setWebhook"));
  return { ana, token, botId, id, state, settled, set, subscribeCalls };
}

test.each([
  [
    "another run has claimed it",
    "claimed_by = gen_random_uuid(), claimed_until = now() + interval '1 minute'",
  ],
  [
    "the account was reconnected and is unclaimed",
    "claimed_by = null, claimed_until = null, next_sync_at = now() + interval '5 minutes'",
  ],
  ["it was disconnected", "status = 'disconnected'"],
])("INT-8 a run that lost its claim stores no subscription: %s", async (_name, taken) => {
  const { botId, id, state, set, subscribeCalls } = await connected();
  const before = subscribeCalls().length;
  await set("subscription = null");
  const { fault, release } = hold();
  proxy.fail(new RegExp(`bot${botId}:.*setWebhook`), fault);
  await syncSoon(app, id);
  await until(
    async () => subscribeCalls().length,
    (count) => count > before,
  );
  await set(`subscription = 'newer', ${taken}`);
  const { claimed_by } = await state();
  release();
  // A complete check of another account takes longer than the end of this one.
  await connected();
  // It releases its own claim, and leaves another's.
  const left = taken.startsWith("status") ? null : claimed_by;
  expect(await until(state, (row) => row.claimed_by === left)).toMatchObject({
    subscription: "newer",
    failures: 0,
  });
});

test("INT-5 an account whose subscription is refused is polled; once subscribed, no trace of the failure is left", async () => {
  const { ana, botId, id, state, settled, set } = await connected();
  await set("subscription = null, last_sync_at = null");
  proxy.fail(new RegExp(`bot${botId}:.*setWebhook`), {
    kind: "status",
    status: 500,
    body: { ok: false, error_code: 500, description: "Internal Server Error" },
  });
  await syncSoon(app, id);
  expect(await settled()).toMatchObject({ failures: 0, push_failure: { kind: "unavailable" } });
  expect(await healthOf(ana)).toMatchObject({
    healthStatus: "warning",
    healthMessage: "Telegram doesn't push new messages. Zippy checks for them every 5 minutes instead.",
  });
  await ana.post(`/api/integrations/${id}/sync`);
  expect(await state()).toMatchObject({ push_failure: null, subscription: expect.any(String) });
  expect((await healthOf(ana)).healthStatus).toBe("healthy");
});
