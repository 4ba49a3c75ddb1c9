import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import { query, until } from "../../../../test/support/collecting";
import { startTestApp } from "../../../../test/support/test-app";
import { openSecrets } from "../../../server/secrets";
import { accountOf } from "../../inbox/storing/account-messages";
import { sealCredentials } from "../connect/session";
import type { Provider, ReadEvent } from "../providers/provider";
import { createConnectionRepository } from "../repository";
import { createEventRepository } from "./event-repository";
import { startNamingLoop } from "./naming-loop";
import { startWebhookLoop } from "./webhook-loop";

const app = await startTestApp({ ROLE: "web" });
const ana = await app.signIn();
const { db, jobs, notifications } = app.running.services;
const secrets = await openSecrets(undefined, join(app.dataDir, "secret.key"));

const deliveries = { quiet: async () => undefined };
const log = (line: string) => void app.problems.push(line);
const nothing: ReadEvent = { messages: [], removed: [] };
type LookUp = (session: { externalId: string }, payload: unknown) => Promise<void>;

/** A provider whose events are read like this. With a `lookUp`, they lack names. */
function reading(id: string, read: ReadEvent | "sync", lookUp?: LookUp) {
  const receive = async () => ({ kind: "events", events: [] });
  return [id, { id, webhook: { path: id, receive, read: () => read, lookUp } }] as const;
}

/** Starts both loops. @returns a function that stops them. */
async function startLoops(...all: ReturnType<typeof reading>[]): Promise<() => Promise<void>> {
  const providers = new Map(all) as unknown as ReadonlyMap<string, Provider>;
  const tools = { db, jobs, secrets, notifications, providers, deliveries, log };
  const loops = [await startWebhookLoop(tools), await startNamingLoop(tools)];
  return async () => void (await Promise.all(loops.map((stop) => stop())));
}

const unnamed: ReadEvent = { ...nothing, unnamed: true };

async function connect(provider: string, externalId = "account"): Promise<void> {
  const { teamId } = ana;
  const accountId = await accountOf(db, teamId, provider, externalId);
  const credentials = sealCredentials(secrets, accountId, {});
  const row = { accountId, teamId, provider, externalId, name: provider, credentials };
  await createConnectionRepository(db).insert({ ...row, historySince: new Date() });
}

const deliver = (provider: string, account = "account", payload: object = {}) =>
  createEventRepository(db).store([{ provider, id: randomUUID(), account, payload }]);

test("INT-8 a provider that is slow to name people doesn't delay the names of others", async () => {
  await Promise.all([connect("slow"), connect("quick")]);
  let goOn: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await deliver("slow");
  await deliver("quick");
  const stop = await startLoops(
    reading("slow", unnamed, () => answered),
    reading("quick", unnamed, async () => undefined),
  );
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

test("INT-8 four accounts whose look-ups are slow hold up only their own names, in order; all messages are stored", async () => {
  await query(app, "delete from webhook_events");
  const slow = ["slow 1", "slow 2", "slow 3", "slow 4"];
  for (const account of [...slow, "quick"]) await connect("shared", account);
  let goOn: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const order: unknown[] = [];
  const lookUp: LookUp = async ({ externalId }, payload) => {
    if (slow.includes(externalId)) await answered;
    order.push(payload);
  };
  for (const account of slow) await deliver("shared", account, { account, at: 1 });
  const stop = await startLoops(reading("shared", unnamed, lookUp));
  for (const account of slow) await deliver("shared", account, { account, at: 2 });
  await deliver("shared", "quick", { account: "quick", at: 1 });
  await until(
    () => query(app, "select account from webhook_events where handled_at is not null"),
    (rows) => rows.length === 1,
  );
  expect(order).toEqual([{ account: "quick", at: 1 }]);
  await until(
    () => query(app, "select 1 from webhook_events where stored_at is null"),
    ({ length }) => length === 0,
  );
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

test("INT-8 an account with thousands of waiting events isn't read through to find another's", async () => {
  await query(app, "delete from webhook_events");
  await query(
    app,
    `insert into webhook_events (provider, event_id, account, payload)
     select 'shared', 'e' || n, 'busy', '{}' from generate_series(1, 5000) n`,
  );
  await deliver("shared", "quiet");
  await query(app, "analyze webhook_events");
  const limits = { accounts: 16, ofProvider: 8, each: 200 };
  const made: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => void made.push({ query: text, params }) };
  const watched = drizzle<Record<string, never>>(app.running.services.pool, { logger });
  const except = { accounts: ["shared busy"], ofProvider: {} };
  const claimed = await createEventRepository(watched).claim("store", limits, except);
  expect(claimed.map(({ account }) => account)).toEqual(["quiet"]);
  const [claim] = made;
  await query(app, "update webhook_events set not_before = null");
  const plan = await query<{ "QUERY PLAN": string }>(
    app,
    `explain (analyze, timing off, costs off) ${claim?.query}`,
    claim?.params,
  );
  const most = plan.flatMap((row) =>
    [...row["QUERY PLAN"].matchAll(/(?:rows=|Removed by \w+: )(\d+)/g)].map(([, count]) => Number(count)),
  );
  expect(Math.max(...most)).toBeLessThan(100);

  // Of both, each gets its part.
  await query(app, "update webhook_events set not_before = null");
  const both = await createEventRepository(db).claim("store", limits);
  expect(both.filter(({ account }) => account === "busy")).toHaveLength(200);
  expect(both.filter(({ account }) => account === "quiet")).toHaveLength(1);
  await query(app, "delete from webhook_events");
});

test("INT-8 accounts take turns: one with many events gives its slot to one that waits, before it goes on", async () => {
  const busy = Array.from({ length: 8 }, (_, n) => `busy ${n}`);
  for (const account of [...busy, "ninth"]) await connect("turns", account);
  await query(
    app,
    `insert into webhook_events (provider, event_id, account, payload, stored_at)
     select 'turns', account || n, account, jsonb_build_object('account', account, 'n', n), now()
     from unnest($1::text[]) account, generate_series(1, case account when 'busy 0' then 230 else 1 end) n`,
    [busy],
  );
  await query(
    app,
    `insert into webhook_events (provider, event_id, account, payload, stored_at)
     values ('turns', 'ninth', 'ninth', '{"account":"ninth","n":1}', now())`,
  );
  let goOn: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const order: string[] = [];
  const lookUp: LookUp = async (_, payload) => {
    const { account, n } = payload as { account: string; n: number };
    order.push(`${account} ${n}`);
    // The other slots stay taken.
    if (account !== "ninth" && account !== "busy 0") await over;
    if (account === "ninth" || n === 230) goOn();
  };
  const stop = await startLoops(reading("turns", unnamed, lookUp));
  await until(
    () => query(app, "select 1 from webhook_events where handled_at is null"),
    ({ length }) => length === 0,
  );
  await stop();
  const own = order.filter((one) => one.startsWith("busy 0"));
  expect(own).toEqual(Array.from({ length: 230 }, (_, n) => `busy 0 ${n + 1}`));
  expect(order.indexOf("ninth 1")).toBeLessThan(order.indexOf("busy 0 201"));
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
  await deliver("patient");
  await deliver("busy");
  const stop = await startLoops(reading("patient", "sync"), reading("busy", "sync"));
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
