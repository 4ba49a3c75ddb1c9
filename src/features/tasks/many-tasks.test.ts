import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { JournalEntry } from "../journal/contract";
import type { Task, TaskCounts } from "./contract";

const app = await startTestApp();
type Person = Awaited<ReturnType<typeof app.signIn>>;

const addMany = (person: Person, tasks: object[]) =>
  person.post<{ created: number; message: string }>(`/api/teams/${person.teamId}/tasks/many`, { tasks });
const undo = (person: Person) =>
  person.post<JournalEntry & { message: string }>(`/api/teams/${person.teamId}/journal/undo`, {});
const list = async (person: Person) =>
  (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body.map(({ title }) => title);

test("BEY-8 several tasks are one step: in their order, and one undo takes them back", async () => {
  const ana = await app.signIn();
  const { body } = await addMany(ana, [
    { title: "Milk" },
    { title: "Bread", urgency: "urgent", importance: "important" },
    { title: "Eggs", assigneeId: ana.user.id },
  ]);

  expect(body).toEqual({ created: 3 });
  expect(await list(ana)).toEqual(["Milk", "Bread", "Eggs"]);
  const { body: journal } = await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`);
  expect(journal.map(({ summary }) => summary)).toEqual(["Added 3 tasks"]);
  expect((await undo(ana)).status).toBe(200);
  expect(await list(ana)).toEqual([]);
});

test("BEY-8 BEY-2 undo keeps those that somebody has changed meanwhile, says how many, and that nothing is undone if that's all of them", async () => {
  const ana = await app.signIn();
  await addMany(ana, [{ title: "Milk" }, { title: "Bread" }, { title: "Salt" }]);
  const [milk, , salt] = (await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`)).body;
  const [entry] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;
  await ana.patch(`/api/tasks/${milk?.id}`, { title: "Oat milk" });
  // One that is gone already doesn't count.
  await ana.delete(`/api/tasks/${salt?.id}`);
  const undoAll = () =>
    ana.post<JournalEntry & { message: string }>(`/api/teams/${ana.teamId}/journal/undo`, { id: entry?.id });

  expect((await undoAll()).body.summary).toBe("Added 3 tasks, except 1 that has changed since");
  expect(await list(ana)).toEqual(["Oat milk"]);
  expect((await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body[0]?.summary).toBe(
    "Undid: Added 3 tasks, except 1 that has changed since",
  );

  await addMany(ana, [{ title: "Eggs" }]);
  const eggs = (await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`)).body.find(
    ({ title }) => title === "Eggs",
  );
  const [second] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;
  await ana.delete(`/api/tasks/${eggs?.id}`);
  const refused = await ana.post<{ message: string }>(`/api/teams/${ana.teamId}/journal/undo`, {
    id: second?.id,
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This task has changed since, so this can't be undone.",
  ]);
});

test("BEY-8 ANA-2 a task that is added resolved counts as completed, like one that is added alone", async () => {
  const ana = await app.signIn();
  await addMany(ana, [{ title: "Milk", status: "resolved" }, { title: "Bread" }]);
  const { rows } = await app.running.services.pool.query(
    "select type, count(*)::int from events where team_id = $1 group by type order by type",
    [ana.teamId],
  );
  expect(rows).toEqual([
    { type: "task_completed", count: 1 },
    { type: "task_created", count: 2 },
  ]);
});

test("BEY-8 ten thousand tasks are added and taken back in one step; more are refused", async () => {
  const ana = await app.signIn();
  const tasks = Array.from({ length: 10_000 }, (_, n) => ({ title: `Task ${n} ${"x".repeat(200)}` }));

  expect((await addMany(ana, tasks)).body).toEqual({ created: 10_000 });
  const { body } = await ana.get<TaskCounts>(`/api/teams/${ana.teamId}/tasks/counts`);
  expect(body.delete_defer).toBe(10_000);
  expect((await undo(ana)).status).toBe(200);
  expect(await list(ana)).toEqual([]);
  const refused = await addMany(ana, [...tasks, { title: "One more" }]);
  expect([refused.status, refused.body.message]).toEqual([400, "tasks: Send at most 10,000 tasks at once."]);
});

test("BEY-8 one line that isn't valid adds nothing, and neither does a stranger as assignee", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  expect((await addMany(ana, [{ title: "Milk" }, { title: " " }])).status).toBe(400);
  expect((await addMany(ana, [{ title: "Milk" }, { title: "Eggs", assigneeId: eve.user.id }])).status).toBe(
    400,
  );
  expect(await list(ana)).toEqual([]);
});
