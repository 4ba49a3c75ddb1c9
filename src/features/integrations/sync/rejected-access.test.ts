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
import { startFaultProxy } from "../../../../test/support/fault-proxy";
import { accountOf } from "../../../../test/support/mail-journey";
import { startTestApp } from "../../../../test/support/test-app";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const app = await startTestApp({ TELEGRAM_BASE_URL: proxy.url });
const unauthorized = { ok: false, error_code: 401, description: "Unauthorized" };

async function connectBot() {
  const ana = await app.signIn();
  const { token, id: botId } = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: token });
  await healthOf(ana, ({ lastSyncAt }) => lastSyncAt !== null);
  const reject = (times = Number.POSITIVE_INFINITY) =>
    proxy.fail(new RegExp(`bot${botId}:`), { kind: "status", status: 401, body: unauthorized }, times);
  const failures = async () =>
    (
      await query<{ failures: number }>(app, "select failures from connections where account_id = $1", [id])
    )[0]?.failures ?? 0;
  const failAgain = async () => {
    const before = await failures();
    await syncSoon(app, id);
    await until(failures, (count) => count > before);
  };
  return { ana, token, id, reject, failAgain };
}

test("INT-8 a single rejection doesn't end an account: the next check continues", async () => {
  const { ana, token, id, reject, failAgain } = await connectBot();
  reject(1);
  await failAgain();
  expect((await accountOf(ana, "telegram")).status).toBe("connected");
  expect(await healthOf(ana)).toMatchObject({ healthStatus: "warning", needsReconnect: true });

  await telegram.happen(token, { message: privateMessage({ text: "Sent meanwhile." }) });
  await syncSoon(app, id);
  expect(await messagesOf(ana, 1)).toMatchObject([{ content: "Sent meanwhile." }]);
  expect(await healthOf(ana)).toMatchObject({ healthStatus: "healthy", needsReconnect: false });
});

test("INT-8 rejections over 24 hours end an account; a Test that succeeds brings it back", async () => {
  const { ana, token, id, reject, failAgain } = await connectBot();
  reject();
  await failAgain();
  const since = (hours: number) =>
    query(
      app,
      `update connections set last_failure = jsonb_set(last_failure, '{rejectedSince}', to_jsonb(to_char(
        (now() - $2 * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) where account_id = $1`,
      [id, hours],
    );
  await since(23);
  await failAgain();
  expect((await accountOf(ana, "telegram")).status).toBe("connected");
  await since(24);
  await failAgain();
  expect((await accountOf(ana, "telegram")).status).toBe("reconnect");
  expect(await healthOf(ana)).toMatchObject({ healthStatus: "error", nextSyncAt: null });

  const test = () => ana.get<{ success: boolean }>(`/api/integrations/${id}/test`);
  expect((await test()).body.success).toBe(false);
  expect((await accountOf(ana, "telegram")).status).toBe("reconnect");

  proxy.heal();
  await telegram.happen(token, { message: privateMessage({ text: "Sent meanwhile." }) });
  expect((await test()).body.success).toBe(true);
  expect(await messagesOf(ana, 1)).toMatchObject([{ content: "Sent meanwhile." }]);
  expect((await accountOf(ana, "telegram")).status).toBe("connected");
});
