import { expect, onTestFinished, test } from "vitest";
import { startTelegram } from "../../../../test/stand-ins/telegram";
import { connectDirectly } from "../../../../test/support/collecting";
import { startTestApp } from "../../../../test/support/test-app";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });

test("INT-6 choosing conversations changes nothing else that connecting again has set meanwhile", async () => {
  const ana = await app.signIn();
  const account = await connectDirectly(ana, "telegram", { botToken: telegram.addBot().token });
  const client = await app.running.services.pool.connect();
  // Whatever fails, the transaction doesn't keep others from their end.
  onTestFinished(() => client.release(true));
  const read = async (text: string) => (await client.query(text)).rows[0];
  const settings = `from connections where account_id = '${account.id}'`;
  await client.query("begin");
  await client.query(
    `update connections set settings = coalesce(settings, '{}') || '{"renewed": true}' where account_id = '${account.id}'`,
  );
  const choosing = ana.patch(`/api/integrations/${account.id}`, { conversations: ["1"] });
  const waits =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  // A sync of the account may wait, too.
  const waiting = async () => (await read(`${waits} and pid <> pg_backend_pid()`)).count;
  await expect.poll(waiting).toBeGreaterThan(0);
  await client.query("commit");
  expect((await choosing).status).toBe(200);
  expect(
    await read(`select settings->'renewed' as renewed, settings->'conversations' as chosen ${settings}`),
  ).toEqual({
    renewed: true,
    chosen: ["1"],
  });
});
