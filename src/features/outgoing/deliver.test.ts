import { expect, onTestFinished, test, vi } from "vitest";
import { startReceiver } from "../../../test/stand-ins/webhook-receiver";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Delivery, OutgoingWebhook } from "./contract";
import { attempt, queueDeliveries, startDelivering } from "./deliver";
import { createOutgoingRepository, type DeliveryRow } from "./repository";

// It only serves requests, so nothing else takes the deliveries.
const web = await startTestApp({ ROLE: "web" });
const { services } = web.running;
const repository = createOutgoingRepository(services.db);
const most = { perWebhook: 4, perTeam: 16 };

async function addWebhook(person: Person, url: string) {
  const path = `/api/teams/${person.teamId}/webhooks`;
  const { status, body } = await person.post<OutgoingWebhook>(path, { url, types: ["task.created"] });
  expect(status).toBe(200);
  return {
    id: body.id,
    enable: (enabled: boolean) => person.patch(`${path}/${body.id}`, { enabled }),
    log: async () => (await person.get<Delivery[]>(`${path}/${body.id}/deliveries`)).body,
    state: async () => (await person.get<OutgoingWebhook[]>(path)).body.find(({ id }) => id === body.id),
  };
}

test("BEY-18 processes that take deliveries at the same time take each once, a few of a webhook at a time", async () => {
  const ana = await web.signIn();
  const { url } = await startReceiver();
  const webhooks = [await addWebhook(ana, url), await addWebhook(ana, url)];
  const delivery = { teamId: ana.teamId, type: "task.created", body: "{}" };
  await repository.queue(
    webhooks.flatMap(({ id }) => Array.from({ length: 40 }, () => ({ ...delivery, webhookId: id }))),
  );
  const taken: DeliveryRow[] = [];
  const take = async () => {
    const rows = await repository.takeDue(100, [], most);
    taken.push(...rows);
    return rows.length;
  };
  const counts = await Promise.all(Array.from({ length: 8 }, take));
  expect(counts.every((count) => count <= 8)).toBe(true);
  while ((await take()) > 0);
  expect(taken).toHaveLength(80);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(80);
  expect(taken.every(({ attempts }) => attempts === 1)).toBe(true);

  const nextAttemptAt = new Date();
  await repository.finishAll(
    taken.map(({ id }, n) =>
      n % 2 === 0
        ? { id, status: "delivered", answerStatus: 200, problem: null, nextAttemptAt }
        : { id, status: "failed", answerStatus: null, problem: "No.", nextAttemptAt },
    ),
  );
  const log = (await Promise.all(webhooks.map((one) => one.log()))).flat();
  const count = (expected: Partial<Delivery>) => {
    const shows = Object.entries(expected) as [keyof Delivery, unknown][];
    return log.filter((one) => shows.every(([field, value]) => one[field] === value)).length;
  };
  expect(count({ status: "delivered", answerStatus: 200, problem: null })).toBe(40);
  expect(count({ status: "failed", answerStatus: null, problem: "No." })).toBe(40);
});

test("BEY-18 a stop in the middle of a delivery is no failed attempt, even of the last one", async () => {
  const ana = await web.signIn();
  const receiver = await startReceiver(() => undefined);
  const webhook = await addWebhook(ana, receiver.url);
  await ana.buildTask();
  await queueDeliveries(services.db);
  await services.pool.query(
    "update deliveries set attempts = 9, created_at = now() - interval '3 days' where webhook_id = $1",
    [webhook.id],
  );
  const { db, secrets } = services;
  const log = (line: string) => web.problems.push(line);
  const stop = await startDelivering({ db, secrets, publicOnly: false, log });
  await expect.poll(() => receiver.received.length).toBe(1);
  await stop();
  expect(await webhook.log()).toMatchObject([{ status: "waiting", attempts: 9, problem: null }]);
  expect(await webhook.state()).toMatchObject({ disabledAt: null });
  await webhook.enable(false);
});

test("BEY-18 a webhook is told what happened while it was on, however late that is looked at", async () => {
  const ana = await web.signIn();
  const { url } = await startReceiver();
  const first = await addWebhook(ana, url);
  const early = await ana.buildTask();
  await first.enable(false);
  await ana.buildTask();
  await first.enable(true);
  const between = await ana.buildTask();
  const second = await addWebhook(ana, url);
  const late = await ana.buildTask();
  await queueDeliveries(services.db);
  const subjects = async ({ log }: typeof first) =>
    (await log()).map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
  expect(await subjects(first)).toEqual([late.id, between.id, early.id]);
  expect(await subjects(second)).toEqual([late.id]);
});

test("BEY-18 a delivery of the test button is left to who asks for it", async () => {
  const ana = await web.signIn();
  const webhook = await addWebhook(ana, (await startReceiver()).url);
  const delivery = { teamId: ana.teamId, webhookId: webhook.id, type: "zippy.test", body: "{}" };
  const { id } = (await repository.add(delivery)) as DeliveryRow;
  expect((await repository.takeDue(100, [], most)).map((due) => due.id)).not.toContain(id);
  expect(await repository.take(ana.teamId, webhook.id, id)).toMatchObject({ id, attempts: 1 });
});

test("BEY-18 teams with many slow receivers leave room for others, and a receiver for the others of its team", async () => {
  const addSome = async (receivers: number, count: number) => {
    const person = await web.signIn();
    const { url } = await startReceiver();
    const ids: string[] = [];
    for (let n = 0; n < receivers; n++) ids.push((await addWebhook(person, url)).id);
    const { teamId } = person;
    await repository.queue(
      ids.flatMap((webhookId) =>
        Array.from({ length: count }, () => ({ teamId, webhookId, type: "task.created", body: "{}" })),
      ),
    );
    return { teamId, ids };
  };
  const slow = [await addSome(10, 100), await addSome(10, 100)];
  const late = await addSome(1, 3);
  // Nothing that was taken ends.
  const running: DeliveryRow[] = [];
  for (let round = 0; round < 20; round++)
    running.push(...(await repository.takeDue(128 - running.length, running, most)));
  const countOf = (webhookId: string) => running.filter((one) => one.webhookId === webhookId).length;
  expect(countOf(late.ids[0] as string)).toBe(3);
  for (const { teamId, ids } of slow) {
    // Its most, and one for each receiver that came too late for that.
    const ofTeam = running.filter((one) => one.teamId === teamId).length;
    expect(ofTeam).toBeGreaterThanOrEqual(16);
    expect(ofTeam).toBeLessThan(16 + ids.length);
    for (const id of ids) expect([1, 2, 3, 4]).toContain(countOf(id));
  }
});

test("BEY-18 a receiver that answers 500 for a day is tried again as its waits grow, for days if need be", async () => {
  /** What the receiver has got, by the hours since the delivery was queued. */
  const hours: number[] = [];
  let clock = 0;
  let returnsAt = 24;
  const { url } = await startReceiver((response) => {
    hours.push(clock);
    response.statusCode = clock < returnsAt ? 500 : 204;
    response.end();
  });
  const ana = await web.signIn();
  const webhook = await addWebhook(ana, url);
  // What other tests have left waiting would be taken too.
  await services.pool.query("update deliveries set status = 'failed' where status = 'waiting'");

  /** Makes each attempt when it is due by a clock that jumps there. @returns the delivery as it ends. */
  async function untilSettled(): Promise<Delivery> {
    await repository.queue([{ teamId: ana.teamId, webhookId: webhook.id, type: "task.created", body: "{}" }]);
    for (;;) {
      const [taken] = await repository.takeDue(1, [], most);
      if (taken) await attempt({ ...services, publicOnly: false }, taken, AbortSignal.timeout(60_000));
      const [delivery] = await webhook.log();
      if (delivery?.status !== "waiting") return delivery as Delivery;
      const wait = Date.parse(delivery.nextAttemptAt ?? "") - Date.now();
      clock += wait / 3_600_000;
      await services.pool.query("update deliveries set next_attempt_at = now() where status = 'waiting'");
    }
  }

  const returned = await untilSettled();
  expect(returned).toMatchObject({ status: "delivered", answerStatus: 204, problem: null });
  expect(hours.filter((hour) => hour < 24).length).toBeGreaterThanOrEqual(6);
  expect(hours.at(-1)).toBeLessThan(36);
  expect(await webhook.state()).toMatchObject({ disabledAt: null, failed: 0 });

  [clock, returnsAt, hours.length] = [0, Number.POSITIVE_INFINITY, 0];
  const givenUp = await untilSettled();
  expect(givenUp).toMatchObject({ status: "failed", attempts: 10, answerStatus: 500 });
  expect(hours.at(-1)).toBeGreaterThan(72 * 0.95);
  expect(hours.at(-1)).toBeLessThan(80);
  expect(await webhook.state()).toMatchObject({ failed: 1, disabledAt: expect.any(String) });
});

/** Time limits that pass only as this clock does (milliseconds). */
function holdTimeLimits() {
  let passed = 0;
  const limits: { at: number; controller: AbortController }[] = [];
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
    const controller = new AbortController();
    limits.push({ at: passed + limit, controller });
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return (time: number) => {
    passed += time;
    for (const { at, controller } of limits)
      if (at <= passed) controller.abort(new DOMException("It took too long", "TimeoutError"));
  };
}

test("BEY-18 a receiver that hangs has 15 seconds to answer, and is tried again", async () => {
  const pass = holdTimeLimits();
  const ana = await web.signIn();
  const { url, received } = await startReceiver(() => undefined);
  const webhook = await addWebhook(ana, url);
  const path = `/api/teams/${ana.teamId}/webhooks/${webhook.id}/test`;
  const tested = ana.post<Delivery>(path);
  await expect.poll(() => received.length).toBe(1);
  pass(14_999);
  expect(await webhook.log()).toMatchObject([{ status: "waiting", attempts: 1, problem: null }]);
  pass(1);
  expect((await tested).body).toMatchObject({
    ...{ status: "waiting", attempts: 1, answerStatus: null, nextAttemptAt: expect.any(String) },
    problem: "The receiver didn't answer within 15 seconds.",
  });
  expect(received).toHaveLength(1);
});

test("BEY-18 a receiver that takes too long is a failed attempt, also if the process slept past all limits", async () => {
  const pass = holdTimeLimits();
  const ana = await web.signIn();
  const { url, received } = await startReceiver(() => undefined);
  const webhook = await addWebhook(ana, url);
  const late = { attempts: 1, problem: "The receiver didn't answer within 15 seconds." };
  const tested = ana.post<Delivery>(`/api/teams/${ana.teamId}/webhooks/${webhook.id}/test`);
  await expect.poll(() => received.length).toBe(1);
  pass(60_000);
  expect((await tested).body).toMatchObject(late);

  await ana.buildTask();
  const { db, secrets } = services;
  const log = (line: string) => web.problems.push(line);
  const stop = await startDelivering({ db, secrets, publicOnly: false, log });
  onTestFinished(stop);
  await expect.poll(() => received.length).toBe(2);
  pass(60_000);
  await expect.poll(webhook.log).toMatchObject([late, late]);
});
