import { expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../../../test/stand-ins/telegram";
import {
  connectDirectly,
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  until,
} from "../../../../../test/support/collecting";
import { startFaultProxy } from "../../../../../test/support/fault-proxy";
import { type Person, startTestApp, type TestApp } from "../../../../../test/support/test-app";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const polling = await startTestApp({ TELEGRAM_BASE_URL: proxy.url });
const reachable = await startReachableApp({ TELEGRAM_BASE_URL: telegram.url });

/** Two teams with the same bot. The second one connected last. */
async function twoTeams(app: TestApp) {
  const { token } = telegram.addBot();
  const connect = async (person: Person) => {
    const { id } = await connectDirectly(person, "telegram", { botToken: token });
    await healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);
    return { person, id };
  };
  return { token, ana: await connect(await app.signIn()), bo: await connect(await app.signIn()) };
}

const say = (token: string, message_id: number, text: string) =>
  telegram.happen(token, { message: privateMessage({ message_id, text }) });

const contents = async (person: Person, count: number) =>
  (await messagesOf(person, count)).map(({ content }) => content);

test("INT-8 Telegram: updates that one team polls reach every team with that bot, each once", async () => {
  const { token, ana, bo } = await twoTeams(polling);
  const sync = ({ person, id }: typeof ana) => person.post(`/api/integrations/${id}/sync`);
  await say(token, 1, "Please call me.");
  expect((await sync(ana)).body).toEqual({ stored: 1 });
  // The second poll makes Telegram drop the updates.
  expect((await sync(ana)).body).toEqual({ stored: 0 });
  expect(await contents(bo.person, 1)).toEqual(["Please call me."]);
  expect((await sync(bo)).body).toEqual({ stored: 0 });

  await say(token, 2, "Please write me.");
  await Promise.all([sync(ana), sync(bo)]);
  for (const { person } of [ana, bo])
    expect((await contents(person, 2)).sort()).toEqual(["Please call me.", "Please write me."]);
  const waiting = () => query(polling, "select 1 from webhook_events where handled_at is null");
  await until(waiting, ({ length }) => length === 0);
  for (const { person } of [ana, bo]) expect(await contents(person, 2)).toHaveLength(2);
});

test("INT-8 Telegram: when two teams poll at the same moment, the rejected one retries", async () => {
  const { token, ana } = await twoTeams(polling);
  await say(token, 1, "Please call me.");
  /** Source: core.telegram.org/bots/api#getupdates. */
  const description = "Conflict: terminated by other getUpdates request";
  const body = { ok: false, error_code: 409, description };
  proxy.fail(new RegExp(`bot${token}/getUpdates`), { kind: "status", status: 409, body });
  expect((await ana.person.post(`/api/integrations/${ana.id}/sync`)).body).toEqual({ stored: 1 });
});

test("INT-8 Telegram: an account that doesn't share its bot stores no events", async () => {
  const ana = await polling.signIn();
  const { token, id: botId } = telegram.addBot();
  await say(token, 1, "Please call me.");
  await connectDirectly(ana, "telegram", { botToken: token });
  await messagesOf(ana, 1);
  expect(await query(polling, "select 1 from webhook_events where account = $1", [String(botId)])).toEqual(
    [],
  );
});

test("INT-8 Telegram: deliveries reach every team with that bot, even if another connects later or leaves", async () => {
  const { token, ana, bo } = await twoTeams(reachable);
  await say(token, 1, "Please call me.");
  for (const { person } of [ana, bo]) expect(await contents(person, 1)).toEqual(["Please call me."]);
  await bo.person.delete(`/api/integrations/${bo.id}`);
  await say(token, 2, "Please write me.");
  expect((await contents(ana.person, 2)).sort()).toEqual(["Please call me.", "Please write me."]);
  expect(await contents(bo.person, 1)).toEqual(["Please call me."]);
});
