import { expect, test } from "vitest";
import { shortenPauses, startTestApp } from "../../../test/support/test-app";
import { hour } from "../../shared/durations";
import { wakeMessages } from "../inbox/service";
import { wakeTasks } from "../tasks/service";
import type { NotificationList } from "./contract";
import { createNotificationRepository } from "./repository";

shortenPauses();
const app = await startTestApp({ ROLE: "web" });
const { db, pool, notices } = app.running.services;
const repository = createNotificationRepository(db);
const soon = { timeout: 20_000 };
type Person = Awaited<ReturnType<typeof app.signIn>>;

/** Two people of one team. */
async function pair() {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { teamId } = ana;
  const { body } = await ana.post<{ token: string }>(`/api/teams/${teamId}/invitations`, { role: "member" });
  expect((await bo.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  const bell = async (person: Person) =>
    (await person.get<NotificationList>(`/api/teams/${teamId}/notifications`)).body.items.map(
      ({ type, title, count }) => `${type}: ${title} ×${count}`,
    );
  return { ana, bo, bell };
}

/** Runs a worker while something happens, until it is done with all of it. */
async function whileWorking(happens: () => Promise<unknown>): Promise<void> {
  const problems: string[] = [];
  const stop = await notices.work((line) => problems.push(line));
  await happens();
  await expect.poll(kept, soon).toEqual(await latest());
  await stop();
  expect(problems).toEqual([]);
}

async function latest() {
  const { journal, facts } = await repository.position();
  return { journal, facts };
}

async function kept() {
  const { rows } = await pool.query("select journal::int, facts::int from notification_position");
  return rows[0];
}

test("BEY-9 a worker that starts again goes on where it was: what came meanwhile is notified, what was off isn't", async () => {
  const { ana, bo, bell } = await pair();
  const assign = (title: string) => ana.buildTask({ title, assigneeId: bo.user.id });
  const turnOff = (off: string[]) => bo.patch("/api/notifications/choice", { off, quiet: null });
  await pool.query("delete from notification_position");
  await assign("Before the first start");
  await whileWorking(async () => {
    await turnOff(["assigned"]);
    await assign("Quiet");
  });
  await turnOff([]);
  await assign("Missed");
  await whileWorking(() => assign("Heard"));
  expect((await bell(bo)).sort()).toEqual(["assigned: Heard ×1", "assigned: Missed ×1"]);
});

test("BEY-9 what is older than an hour is notified to nobody, and no process puts another back", async () => {
  const { ana } = await pair();
  await ana.buildTask();
  const end = await latest();
  await repository.keep(end);
  await repository.keep({ journal: 0, facts: 0 });
  expect(await kept()).toEqual(end);
  await pool.query("update notification_position set journal = 1, facts = 1");
  expect(await repository.start()).toEqual({ journal: 1, facts: 1 });
  await pool.query("update journal set created_at = now() - interval '2 hours'");
  await pool.query("update events set at = now() - interval '2 hours'");
  expect(await repository.start()).toEqual(end);
});

test("BEY-9 that a snooze has ended is told once, to whom it concerned then", async () => {
  const { ana, bo, bell } = await pair();
  const task = await ana.buildTask({ title: "Call the bank", assigneeId: bo.user.id });
  const [message] = await ana.buildMessages([{ subject: "Quote" }]);
  const until = (ms: number) => new Date(Date.now() + ms).toISOString();
  const snooze = (person: Person, ms: number) =>
    person.post(`/api/messages/${message?.id}/snooze`, { until: until(ms) });
  await ana.patch(`/api/tasks/${task.id}`, { snoozedUntil: until(hour) });
  expect((await snooze(bo, hour)).status).toBe(200);
  const { facts } = await latest();
  await pool.query("update tasks set snoozed_until = now() where id = $1", [task.id]);
  await pool.query("update messages set snoozed_until = now() where id = $1", [message?.id]);
  await wakeTasks(db);
  await wakeMessages(db);
  const look = async () => repository.collectEvents({ ...(await latest()), facts });
  await look();
  const woken = ["snooze_back: Call the bank ×1", "snooze_back: Send the revised quote ×1"];
  expect((await bell(bo)).sort()).toEqual(woken);

  await ana.patch(`/api/tasks/${task.id}`, { assigneeId: ana.user.id });
  expect((await snooze(ana, 2 * hour)).status).toBe(200);
  await look();
  expect(await bell(ana)).toEqual([]);
  // Nor is it said of what sleeps again before the first look.
  await pool.query("delete from notifications where team_id = $1", [ana.teamId]);
  await ana.patch(`/api/tasks/${task.id}`, { snoozedUntil: until(hour) });
  await look();
  expect([await bell(ana), await bell(bo)]).toEqual([[], []]);
});
