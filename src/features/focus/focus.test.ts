import { expect, test } from "vitest";
import {
  currentFocus,
  type FocusAnswer,
  focusFacts,
  focusPath,
  startFocus,
} from "../../../test/support/calls/focus";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { JournalEntry } from "../journal/contract";
import type { Task } from "../tasks/contract";

const app = await startTestApp();

const change = (person: Person, to: string) => person.patch<FocusAnswer>(focusPath(person), { to });
/** Moves the session into the past, as if time had passed. */
const passed = (person: Person, seconds: number) =>
  app.running.services.pool.query(
    `update focus_sessions set started_at = started_at - $2 * interval '1 second',
      paused_at = paused_at - $2 * interval '1 second' where user_id = $1 and ended_at is null`,
    [person.user.id, seconds],
  );

test("BEY-4 the session's time is the server's: it goes on through a reload, and a pause stops it", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  expect((await startFocus(ana, task, { mode: "cycles" })).body.session).toMatchObject({
    taskId: task.id,
    workMinutes: 25,
    restMinutes: 5,
    pausedAt: null,
  });
  await passed(ana, 600);
  expect(Math.floor(((await currentFocus(ana))?.elapsedMs ?? 0) / 1000)).toBeGreaterThanOrEqual(600);

  const paused = (await change(ana, "paused")).body.session;
  const { rows } = await app.running.services.pool.query(
    "update focus_sessions set paused_at = paused_at - interval '1 hour', started_at = started_at - interval '1 hour' where user_id = $1 returning id",
    [ana.user.id],
  );
  expect(rows).toHaveLength(1);
  // An hour of pause doesn't count.
  const resumed = (await change(ana, "running")).body.session;
  expect(Math.abs((resumed?.elapsedMs ?? 0) - (paused?.elapsedMs ?? 0))).toBeLessThan(5000);
  expect(resumed?.pausedAt).toBeNull();
});

test.each(["read", "resumed"] as const)(
  "BEY-4 a session whose task was deleted has ended with it, once it is %s",
  async (how) => {
    const ana = await app.signIn();
    const task = await ana.buildTask();
    await startFocus(ana, task);
    await passed(ana, 3600);
    await ana.delete(`/api/tasks/${task.id}`);
    // As if a while had passed since.
    const { rows } = await app.running.services.pool.query<{ deleted_at: Date }>(
      "update tasks set deleted_at = deleted_at - interval '10 minutes' where id = $1 returning deleted_at",
      [task.id],
    );
    expect(how === "read" ? await currentFocus(ana) : (await change(ana, "running")).body.session).toBeNull();
    const ended = await app.running.services.pool.query<{ at: Date }>(
      "select at from events where team_id = $1 and type = 'focus_ended'",
      [ana.teamId],
    );
    expect(ended.rows.map(({ at }) => at.getTime())).toEqual([rows[0]?.deleted_at.getTime()]);
    await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
    expect(await currentFocus(ana)).toBeNull();
    expect((await startFocus(ana, task)).body.session?.taskId).toBe(task.id);
  },
);

test("BEY-4 a session that was paused for months goes on", async () => {
  const ana = await app.signIn();
  await startFocus(ana, await ana.buildTask());
  await change(ana, "paused");
  await passed(ana, 90 * 86_400);
  const { status, body } = await change(ana, "running");
  expect(status).toBe(200);
  expect(body.session?.pausedAt).toBeNull();
});

test("BEY-3 BEY-4 focused time is recorded as facts, without the pauses, and a repeated press changes nothing", async () => {
  const ana = await app.signIn();
  await startFocus(ana, await ana.buildTask());
  for (const to of ["paused", "paused", "running", "running", "paused", "ended", "ended"])
    await change(ana, to);
  const facts = await focusFacts(app, ana);
  expect(facts.map(({ type }) => type)).toEqual([
    ...["focus_started", "focus_ended"],
    ...["focus_started", "focus_ended"],
  ]);
  expect(new Set(facts.map(({ subject_id }) => subject_id)).size).toBe(1);
  expect(await currentFocus(ana)).toBeNull();
});

test("BEY-4 a new session ends the one before; everybody has their own", async () => {
  const ana = await app.signIn();
  const [first, second] = [await ana.buildTask(), await ana.buildTask()];
  await startFocus(ana, first);
  await startFocus(ana, second, { mode: "custom", workMinutes: 50, restMinutes: 10 });
  expect(await currentFocus(ana)).toMatchObject({ taskId: second.id, workMinutes: 50, restMinutes: 10 });
  expect((await focusFacts(app, ana)).map(({ type }) => type)).toEqual([
    "focus_started",
    "focus_ended",
    "focus_started",
  ]);
  // Two at once, as from two tabs: one is left.
  await Promise.all([startFocus(ana, first), startFocus(ana, second)]);
  expect(await currentFocus(ana)).not.toBeNull();
});

test("BEY-4 a double press on Start starts one session, without an error", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  const answers = await Promise.all(Array.from({ length: 6 }, () => startFocus(ana, task)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await currentFocus(ana)).not.toBeNull();
});

test("API-3 a session needs a task of the same team", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const task = await ana.buildTask();
  expect((await startFocus(eve, task)).status).toBe(404);
  expect((await eve.post(`/api/tasks/${task.id}/breakdown`, { steps: 3 })).status).toBe(404);
});

test("BEY-5 a breakdown is only a draft; its steps are the task's checklist, added and undone in one step", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  const { body: task } = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
  });
  const { body: draft } = await ana.post<{ steps: string[]; by: string }>(`/api/tasks/${task.id}/breakdown`, {
    steps: 5,
  });
  expect(draft.by).toBe("templates");
  expect(draft.steps).toHaveLength(5);
  expect(draft.steps[0]).toBe("Reread what Jonas Weber wrote: “Please send me the revised quote by Fr”");
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.steps).toEqual([]);

  const steps = draft.steps.map((title) => ({ id: crypto.randomUUID(), title, done: false }));
  expect((await ana.patch<Task>(`/api/tasks/${task.id}`, { steps })).body.steps).toEqual(steps);
  const undone = await ana.post<JournalEntry>(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(undone.body.summary).toBe("Changed the steps of “Send the revised quote”");
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.steps).toEqual([]);
});

test("BEY-4 Now is one task: what is due first, then by quadrant, and never somebody else's or a snoozed one", async () => {
  const ana = await app.signIn();
  const now = async () =>
    (await ana.get<{ task: Task | null; overdue: number }>(`/api/teams/${ana.teamId}/tasks/now`)).body;
  expect(await now()).toEqual({ task: null, overdue: 0 });
  await ana.buildTask({ title: "Low" });
  // A date far away says nothing about now.
  await ana.buildTask({ title: "Later", dueDate: "2098-01-01T09:00:00Z" });
  const urgent = await ana.buildTask({ title: "Urgent", urgency: "urgent", importance: "important" });
  expect((await now()).task?.title).toBe("Urgent");
  await ana.patch(`/api/tasks/${urgent.id}`, { snoozedUntil: "2099-01-01T09:00:00Z" });
  expect((await now()).task?.title).toBe("Later");
  await ana.buildTask({ title: "Late", dueDate: "2026-01-01T09:00:00Z" });
  expect(await now()).toMatchObject({ task: { title: "Late" }, overdue: 1 });
});

test("BEY-4 Replan moves everything overdue in one step, and undo gives each its own date back", async () => {
  const ana = await app.signIn();
  const late = [
    await ana.buildTask({ title: "A", dueDate: "2026-01-01T09:00:00.000Z" }),
    await ana.buildTask({ title: "B", dueDate: "2026-02-01T09:00:00.000Z" }),
  ];
  const later = await ana.buildTask({ title: "C", dueDate: "2098-01-01T09:00:00.000Z" });
  const dates = async () =>
    Promise.all(
      [...late, later].map(async ({ id }) => (await ana.get<Task>(`/api/tasks/${id}`)).body.dueDate),
    );
  const dueDate = "2099-01-01T09:00:00.000Z";
  const { body } = await ana.post(`/api/teams/${ana.teamId}/tasks/replan`, { dueDate });

  expect(body).toEqual({ changed: 2 });
  expect(await dates()).toEqual([dueDate, dueDate, later.dueDate]);
  await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(await dates()).toEqual([late[0]?.dueDate, late[1]?.dueDate, later.dueDate]);
});

test("BEY-4 when the server's clock jumps, a session neither breaks nor counts backwards, and a pause over the jump counts nothing", async () => {
  const ana = await app.signIn();
  await startFocus(ana, await ana.buildTask(), { mode: "cycles" });
  // The clock was an hour ahead when it began, and is set right: it seems to begin in an hour.
  await passed(ana, -3600);
  expect((await currentFocus(ana))?.elapsedMs).toBe(0);
  expect((await change(ana, "paused")).body.session?.elapsedMs).toBe(0);
  expect((await change(ana, "running")).body.session?.elapsedMs).toBe(0);
  await change(ana, "ended");

  await startFocus(ana, await ana.buildTask());
  await passed(ana, 600);
  await change(ana, "paused");
  // During the pause, the clock goes back an hour: what was recorded lies an hour ahead of it.
  await passed(ana, -3600);
  const seconds = Math.round(((await change(ana, "running")).body.session?.elapsedMs ?? 0) / 1000);
  expect(seconds).toBeGreaterThanOrEqual(600);
  expect(seconds).toBeLessThan(660);
});
