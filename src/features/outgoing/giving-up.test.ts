import { expect, test } from "vitest";
import { startReceiver } from "../../../test/stand-ins/webhook-receiver";
import { shortenPauses, startTestApp } from "../../../test/support/test-app";
import type { Delivery, OutgoingWebhook } from "./contract";

shortenPauses();
const app = await startTestApp();
const { pool } = app.running.services;

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000, interval: 20 });

/** A webhook about new tasks, whose receiver answers as the test says. */
async function watchTasks(statusOf: (type: string) => number) {
  const person = await app.signIn();
  const receiver = await startReceiver((response, nth) => {
    const { type } = JSON.parse(receiver.received[nth - 1]?.body ?? "") as { type: string };
    response.statusCode = statusOf(type);
    response.end();
  });
  const path = `/api/teams/${person.teamId}/webhooks`;
  const types = ["task.created", "task.completed"];
  const { id } = (await person.post<OutgoingWebhook>(path, { url: receiver.url, types })).body;
  return {
    person,
    path: `${path}/${id}`,
    log: async () => (await person.get<Delivery[]>(`${path}/${id}/deliveries`)).body,
    isOff: async () => (await person.get<OutgoingWebhook[]>(path)).body[0]?.disabledAt !== null,
    /** Three days of attempts pass; the next is the last. */
    threeDays: () =>
      pool.query(
        `update deliveries set attempts = 9, next_attempt_at = now(), created_at = now() - interval '3 days'
         where webhook_id = $1 and status = 'waiting'`,
        [id],
      ),
  };
}

test("BEY-18 a receiver that refuses one delivery for days, but accepts others, stays on", async () => {
  const { person, log, isOff, threeDays } = await watchTasks((type) => (type === "task.created" ? 400 : 204));
  const task = await person.buildTask();
  await person.patch(`/api/tasks/${task.id}`, { status: "resolved" });
  const statuses = async () => (await log()).map(({ status }) => status);
  const answers = async () => (await log()).map(({ answerStatus }) => answerStatus);
  await eventually(answers).toEqual([204, 400]);
  await threeDays();
  await eventually(statuses).toEqual(["delivered", "failed"]);
  expect(await isOff()).toBe(false);
});

test("BEY-18 replaying a delivery that was given up turns nothing off, however it ends", async () => {
  let status = 503;
  const { person, path, log, isOff, threeDays } = await watchTasks(() => status);
  await person.buildTask();
  await eventually(async () => (await log())[0]?.answerStatus).toBe(503);
  await threeDays();
  await eventually(isOff).toBe(true);
  await person.patch(path, { enabled: true });
  const [given] = await log();
  const replay = () => person.post<Delivery>(`${path}/deliveries/${given?.id}/replay`);
  expect((await replay()).body).toMatchObject({ status: "failed", attempts: 11, answerStatus: 503 });
  expect(await isOff()).toBe(false);
  status = 410;
  expect((await replay()).body.status).toBe("failed");
  expect(await isOff()).toBe(true);
});

test("BEY-18 posting an accepted delivery again, in vain, doesn't keep a receiver on that accepts nothing any more", async () => {
  let status = 204;
  const { person, path, log, isOff, threeDays } = await watchTasks(() => status);
  await person.buildTask();
  await eventually(async () => (await log())[0]?.status).toBe("delivered");
  const [accepted] = await log();
  status = 503;
  await person.buildTask();
  await eventually(async () => (await log())[0]?.answerStatus).toBe(503);
  await person.post<Delivery>(`${path}/deliveries/${accepted?.id}/replay`);
  await threeDays();
  await eventually(isOff).toBe(true);
});

test("BEY-18 a delivery that was accepted stays delivered when posting it again fails", async () => {
  let status = 204;
  const { person, path, log } = await watchTasks(() => status);
  await person.buildTask();
  await eventually(async () => (await log())[0]?.status).toBe("delivered");
  const [accepted] = await log();
  const replay = async () => (await person.post<Delivery>(`${path}/deliveries/${accepted?.id}/replay`)).body;
  status = 500;
  const refused = await replay();
  expect(refused).toMatchObject({
    ...{ status: "delivered", attempts: 2, answerStatus: 500, nextAttemptAt: null },
    problem: "The receiver answered with status 500.",
  });
  expect(await log()).toEqual([refused]);
  const webhooks = await person.get<OutgoingWebhook[]>(`/api/teams/${person.teamId}/webhooks`);
  expect(webhooks.body[0]).toMatchObject({ waiting: 0, failed: 0 });
  status = 204;
  expect(await replay()).toMatchObject({ status: "delivered", attempts: 3, problem: null });
});
