import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { query, until } from "../../../../test/support/collecting";
import { startTestApp } from "../../../../test/support/test-app";
import { openSecrets } from "../../../server/secrets";
import { accountOf } from "../../inbox/ingest";
import { sealCredentials } from "../connect/session";
import type { Changes, Provider } from "../providers/provider";
import { createConnectionRepository } from "../repository";
import { createEventRepository } from "./event-repository";
import { startWebhookLoop } from "./webhook-loop";

const app = await startTestApp({ ROLE: "web" });
const ana = await app.signIn();
const { db, jobs, notifications } = app.running.services;
const secrets = await openSecrets(undefined, join(app.dataDir, "secret.key"));

const deliveries = { quiet: async () => undefined };
const log = (line: string) => void app.problems.push(line);
const nothing: Changes = { messages: [], removed: [] };
const reading = (
  id: string,
  read: (session: { externalId: string }, payload: unknown) => Promise<Changes | "sync">,
) =>
  [id, { id, webhook: { path: id, receive: async () => ({ kind: "events", events: [] }), read } }] as const;

async function connect(provider: string, externalId = "account"): Promise<void> {
  const { teamId } = ana;
  const accountId = await accountOf(db, teamId, provider, externalId);
  const credentials = sealCredentials(secrets, accountId, {});
  const row = { accountId, teamId, provider, externalId, name: provider, credentials };
  await createConnectionRepository(db).insert({ ...row, historySince: new Date() });
}

const deliver = (provider: string, account = "account", payload: object = {}) =>
  createEventRepository(db).store([{ provider, id: randomUUID(), account, payload }]);

test("a slow provider doesn't delay the events of others", async () => {
  await Promise.all([connect("slow"), connect("quick")]);
  let goOn: () => void = () => undefined;
  const answered = new Promise<Changes>((resolve) => {
    goOn = () => resolve(nothing);
  });
  const providers = new Map([
    reading("slow", () => answered),
    reading("quick", async () => nothing),
  ]) as unknown as ReadonlyMap<string, Provider>;
  await deliver("slow");
  await deliver("quick");
  const stop = await startWebhookLoop({ db, jobs, secrets, notifications, providers, deliveries, log });
  const handled = (provider: string, count: number) =>
    until(
      () =>
        query(app, "select 1 from webhook_events where provider = $1 and handled_at is not null", [provider]),
      ({ length }) => length === count,
    );
  await handled("quick", 1);
  // Later events aren't delayed either.
  await deliver("quick");
  await handled("quick", 2);
  await handled("slow", 0);
  goOn();
  await stop();
  await handled("slow", 1);
});

test("four slow accounts of a provider hold up only their own events, in order", async () => {
  await query(app, "delete from webhook_events");
  const slow = ["slow 1", "slow 2", "slow 3", "slow 4"];
  for (const account of [...slow, "quick"]) await connect("shared", account);
  let goOn: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const order: unknown[] = [];
  const read = async ({ externalId }: { externalId: string }, payload: unknown) => {
    if (slow.includes(externalId)) await answered;
    order.push(payload);
    return nothing;
  };
  const providers = new Map([reading("shared", read)]) as unknown as ReadonlyMap<string, Provider>;
  for (const account of slow) await deliver("shared", account, { account, at: 1 });
  const stop = await startWebhookLoop({ db, jobs, secrets, notifications, providers, deliveries, log });
  for (const account of slow) await deliver("shared", account, { account, at: 2 });
  await deliver("shared", "quick", { account: "quick", at: 1 });
  await until(
    () => query(app, "select account from webhook_events where handled_at is not null"),
    (rows) => rows.length === 1,
  );
  expect(order).toEqual([{ account: "quick", at: 1 }]);
  goOn();
  await until(
    () => query(app, "select 1 from webhook_events where handled_at is null"),
    ({ length }) => length === 0,
  );
  await stop();
  for (const account of slow)
    expect(order.filter((one) => (one as { account: string }).account === account)).toEqual([
      { account, at: 1 },
      { account, at: 2 },
    ]);
});

test.each([
  ["after a failed check", 1],
  ["after a check with partial progress", 0],
])("a push doesn't trigger a check before the provider allows it, %s", async (_name, failures) => {
  await query(app, "delete from connections where provider in ('patient', 'busy')");
  await query(app, "delete from webhook_events where provider in ('patient', 'busy')");
  await Promise.all([connect("patient"), connect("busy")]);
  const next = "date_trunc('second', now()) + interval '1 hour'";
  await query(app, `update connections set next_sync_at = ${next} where provider in ('patient', 'busy')`);
  await query(
    app,
    `update connections set failures = ${failures}, last_failure = '{"kind":"rate_limited","message":"","at":""}' where provider = 'busy'`,
  );
  const providers = new Map([
    reading("patient", async () => "sync"),
    reading("busy", async () => "sync"),
  ]) as unknown as ReadonlyMap<string, Provider>;
  await deliver("patient");
  await deliver("busy");
  const stop = await startWebhookLoop({ db, jobs, secrets, notifications, providers, deliveries, log });
  await until(
    () =>
      query(
        app,
        "select 1 from webhook_events where provider in ('patient', 'busy') and handled_at is not null",
      ),
    ({ length }) => length === 2,
  );
  await stop();
  expect(
    await query(
      app,
      "select provider, next_sync_at > now() as later from connections where provider in ('patient', 'busy') order by 1",
    ),
  ).toEqual([
    { provider: "busy", later: true },
    { provider: "patient", later: false },
  ]);
});
