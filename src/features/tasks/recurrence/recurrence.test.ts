import { describe, expect, test } from "vitest";
import { joinTeam } from "../../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import { day } from "../../../shared/durations";
import type { JournalEntry } from "../../journal/contract";
import type { Task } from "../contract";
import { nextOccurrence } from "./next-occurrence";

const app = await startTestApp();

const timeZone = "Europe/Berlin";
const fridays = "FREQ=WEEKLY;BYDAY=FR;BYHOUR=9;BYMINUTE=0";
const list = async (person: Person) =>
  (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?sort=created`)).body;
const undo = (person: Person, id?: string) =>
  person.post<JournalEntry & { message: string }>(
    `/api/teams/${person.teamId}/journal/undo`,
    id ? { id } : {},
  );
const iso = (time: number) => new Date(time).toISOString();

describe("WORK-3 the next time of a recurrence", () => {
  const next = (rule: string, at: string, now = at, zone = timeZone) =>
    nextOccurrence({ rule, timeZone: zone, at }, new Date(now))?.toISOString();

  test("keeps the hour of the wall across both changes of the clock", () => {
    const daily = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0";
    expect(next(daily, "2027-03-27T08:00:00.000Z")).toBe("2027-03-28T07:00:00.000Z");
    expect(next(fridays, "2027-10-29T07:00:00.000Z")).toBe("2027-11-05T08:00:00.000Z");
    expect(next(daily, "2027-03-13T14:00:00.000Z", undefined, "America/New_York")).toBe(
      "2027-03-14T13:00:00.000Z",
    );
  });

  test("is an hour later where the clock skips its hour, once where it repeats it, and back the day after", () => {
    const early = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30";
    expect(next(early, "2027-03-27T01:30:00.000Z")).toBe("2027-03-28T01:30:00.000Z");
    expect(next(early, "2027-03-28T01:30:00.000Z")).toBe("2027-03-29T00:30:00.000Z");
    expect(next(early, "2027-10-30T00:30:00.000Z")).toBe("2027-10-31T00:30:00.000Z");
    expect(next(early, "2027-10-31T00:30:00.000Z")).toBe("2027-11-01T01:30:00.000Z");
  });

  test("counts intervals from its time, uses the last day of short months, and skips what was missed", () => {
    const biweekly = "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=9;BYMINUTE=0";
    expect(next(biweekly, "2027-01-01T08:00:00.000Z", "2027-01-10T00:00:00.000Z")).toBe(
      "2027-01-15T08:00:00.000Z",
    );
    expect(next(biweekly, "2027-01-01T08:00:00.000Z", "2027-03-01T00:00:00.000Z")).toBe(
      "2027-03-12T08:00:00.000Z",
    );
    const last = "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0";
    expect(next(last, "2027-01-31T08:00:00.000Z")).toBe("2027-02-28T08:00:00.000Z");
    expect(next(last, "2027-02-28T08:00:00.000Z")).toBe("2027-03-31T07:00:00.000Z");
    const leap = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0";
    expect(next(leap, "2027-02-28T08:00:00.000Z")).toBe("2028-02-29T08:00:00.000Z");
    const first = "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9;BYMINUTE=0";
    expect(next(first, "2027-01-04T08:00:00.000Z")).toBe("2027-02-01T08:00:00.000Z");
  });

  test("is found at once although its time is 8,000 years past, and ends with the calendar", () => {
    expect(
      next("FREQ=DAILY;BYHOUR=9;BYMINUTE=0", "1000-01-01T09:00:00.000Z", "9000-01-01T10:00:00.000Z", "UTC"),
    ).toBe("9000-01-02T09:00:00.000Z");
    expect(
      next("FREQ=DAILY;BYHOUR=9;BYMINUTE=0", "9999-12-31T09:00:00.000Z", undefined, "UTC"),
    ).toBeUndefined();
  });
});

test("WORK-3 resolving adds the next one with the work to do again; one undo takes both back", async () => {
  const ana = await app.signIn();
  const dueDate = iso(Date.now() + 2 * day);
  const task = await ana.buildTask({
    ...{ title: "Report", description: "For Bo", dueDate, urgency: "urgent", assigneeId: ana.user.id },
    steps: [{ id: crypto.randomUUID(), title: "Collect", done: true }],
    recurrence: { rule: fridays, timeZone },
  });
  expect(task.recurrence).toEqual({ rule: fridays, timeZone, at: dueDate });

  const done = await ana.patch<Task>(`/api/tasks/${task.id}`, { status: "resolved" });
  expect(done.body).toMatchObject({ status: "resolved", recurrence: null });
  const [, next] = await list(ana);
  expect(next).toMatchObject({
    ...{ title: "Report", description: "For Bo", status: "new", urgency: "urgent", assigneeId: ana.user.id },
    ...{
      steps: [{ title: "Collect", done: false }],
      recurrence: { rule: fridays, timeZone, at: next?.dueDate },
    },
  });
  expect(Date.parse(next?.dueDate ?? "")).toBeGreaterThan(Date.parse(dueDate));
  // The screen that resolved it names that date.
  expect(done.headers.get("next-due")).toBe(next?.dueDate);
  // Reopened and resolved again, it adds no second one.
  await ana.patch(`/api/tasks/${task.id}`, { status: "new" });
  const again = await ana.patch(`/api/tasks/${task.id}`, { status: "resolved" });
  expect(again.headers.get("next-due")).toBeNull();
  expect(await list(ana)).toHaveLength(2);

  await undo(ana);
  await undo(ana);
  expect((await undo(ana, done.headers.get("journal-entry") ?? "")).status).toBe(200);
  expect(await list(ana)).toMatchObject([{ id: task.id, status: "new", recurrence: { rule: fridays } }]);
});

test("WORK-3 the next one isn't assigned to somebody who has left the team, however this one was resolved", async () => {
  const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
  await joinTeam(ana, bo);
  const build = (title: string) =>
    ana.buildTask({
      ...{ title, assigneeId: bo.user.id, dueDate: iso(Date.now() + day) },
      recurrence: { rule: fridays, timeZone },
    });
  const [stays, one, many] = [await build("While Bo is here"), await build("One"), await build("Many")];
  await ana.patch(`/api/tasks/${stays.id}`, { status: "resolved" });
  await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`);
  await ana.patch(`/api/tasks/${one.id}`, { status: "resolved" });
  await ana.post(`/api/teams/${ana.teamId}/tasks/change`, {
    ...{ target: { ids: [many.id] }, change: { status: "resolved" } },
  });
  const next = (await list(ana)).filter(({ status }) => status === "new");
  expect(next.map(({ title, assigneeId }) => [title, assigneeId])).toEqual([
    ["While Bo is here", bo.user.id],
    ["One", null],
    ["Many", null],
  ]);
});

test("WORK-3 one that is resolved late has one next task, in the future; two people resolving at once add one", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({
    dueDate: iso(Date.now() - 700 * day),
    recurrence: { rule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timeZone },
  });
  await Promise.all([1, 2, 3].map(() => ana.patch(`/api/tasks/${task.id}`, { status: "resolved" })));
  const tasks = await list(ana);
  expect(tasks).toHaveLength(2);
  const ahead = Date.parse(tasks[1]?.dueDate ?? "") - Date.now();
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(1.1 * day);
});

test("BEY-2 an undo doesn't take back a next task that somebody has changed", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ dueDate: iso(Date.now()), recurrence: { rule: fridays, timeZone } });
  const done = await ana.patch<Task>(`/api/tasks/${task.id}`, { status: "resolved" });
  const [, next] = await list(ana);
  await ana.patch(`/api/tasks/${next?.id}`, { title: "Changed" });
  const refused = await undo(ana, done.headers.get("journal-entry") ?? "");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "“Changed” has changed since, so this can't be undone.",
  ]);
  expect((await list(ana)).map(({ status }) => status)).toEqual(["resolved", "new"]);
});

test("WORK-3 one time is skipped with undo; moving it once doesn't move the series; without a due date it ends", async () => {
  const ana = await app.signIn();
  const at = "2027-01-01T08:00:00.000Z";
  const task = await ana.buildTask({ title: "Report", dueDate: at, recurrence: { rule: fridays, timeZone } });
  const path = `/api/tasks/${task.id}`;
  expect((await ana.post<Task>(`${path}/skip`)).body.dueDate).toBe("2027-01-08T08:00:00.000Z");
  expect((await undo(ana)).body.summary).toBe("Skipped “Report” once");
  expect((await ana.get<Task>(path)).body).toMatchObject({ dueDate: at, recurrence: { at } });

  // On Thursday this once: the next one isn't the day after.
  await ana.patch(path, { dueDate: "2026-12-31T08:00:00.000Z" });
  await ana.patch(path, { status: "resolved" });
  expect((await list(ana))[1]?.dueDate).toBe("2027-01-08T08:00:00.000Z");

  const plain = await ana.buildTask();
  const refused = await ana.post<{ message: string }>(`/api/tasks/${plain.id}/skip`);
  expect([refused.status, refused.body.message]).toEqual([409, "This task doesn't repeat."]);
  const next = (await list(ana))[1] as Task;
  expect((await ana.patch<Task>(`/api/tasks/${next.id}`, { dueDate: null })).body.recurrence).toBeNull();
});

test("BEY-2 many tasks that repeat are resolved in one step with their next ones, and one undo takes all back", async () => {
  const ana = await app.signIn();
  const dueDate = iso(Date.now());
  for (const title of ["One", "Two"])
    await ana.buildTask({ title, dueDate, recurrence: { rule: fridays, timeZone } });
  await ana.buildTask({ title: "Plain" });
  const ids = (await list(ana)).map(({ id }) => id);
  const step = (change: object) =>
    ana.post(`/api/teams/${ana.teamId}/tasks/change`, { target: { ids }, change });
  expect((await step({ status: "resolved" })).body).toEqual({ changed: 3 });
  expect((await list(ana)).map(({ title, status }) => `${title} ${status}`).sort()).toEqual([
    ...["One new", "One resolved", "Plain resolved", "Two new", "Two resolved"],
  ]);
  expect((await undo(ana)).status).toBe(200);
  expect((await list(ana)).map(({ status, recurrence }) => [status, recurrence?.rule])).toEqual([
    ["new", fridays],
    ["new", fridays],
    ["new", undefined],
  ]);
  await step({ dueDate: null });
  expect((await list(ana)).every(({ recurrence }) => recurrence === null)).toBe(true);
});

test("a rule by the second, an unknown zone and a missing due date are refused", async () => {
  const ana = await app.signIn();
  const add = (recurrence: object, dueDate: string | null = "2027-01-01T09:00:00Z") =>
    ana.post<{ message: string }>(`/api/teams/${ana.teamId}/tasks`, { title: "T", dueDate, recurrence });
  expect((await add({ rule: "FREQ=SECONDLY;BYHOUR=1;BYMINUTE=1", timeZone })).status).toBe(400);
  expect((await add({ rule: fridays, timeZone: "Mars/Phobos" })).status).toBe(400);
  expect((await add({ rule: fridays, timeZone }, null)).body.message).toBe(
    "recurrence: Give a task that repeats a due date.",
  );
});
