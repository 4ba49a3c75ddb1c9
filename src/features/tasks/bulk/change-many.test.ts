import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { JournalEntry } from "../../journal/contract";
import type { Task } from "../contract";

const app = await startTestApp();
const { pool } = app.running.services;

const path = ({ teamId }: Person, rest: string) => `/api/teams/${teamId}/${rest}`;
const list = async (person: Person, query = "") =>
  (await person.get<Task[]>(path(person, `tasks?${query}`))).body;
type StepAnswer = { changed: number; message?: string };
const change = (person: Person, target: object, fields: object) =>
  person.post<StepAnswer>(path(person, "tasks/change"), { target, change: fields });
const remove = (person: Person, target: object) =>
  person.post<StepAnswer>(path(person, "tasks/delete"), { target });
const undo = (person: Person, body: { id?: string } = {}) =>
  person.post<JournalEntry & { message: string }>(path(person, "journal/undo"), body);
const journal = async (person: Person) => (await person.get<JournalEntry[]>(path(person, "journal"))).body;

/** A second member of a person's team. */
async function colleague(person: Person): Promise<Person> {
  const other = await app.signIn();
  const { body } = await person.post<{ token: string }>(path(person, "invitations"), { role: "member" });
  await other.post(`/api/invitations/${body.token}/accept`);
  return other;
}

test("BEY-2 chosen tasks get the same fields in one step, and one undo gives each its own back", async () => {
  const ana = await app.signIn();
  const due = "2027-03-28T09:00:00.000Z";
  const one = await ana.buildTask({ title: "One", dueDate: due, urgency: "urgent" });
  const two = await ana.buildTask({ title: "Two", assigneeId: ana.user.id });
  const fields = {
    status: "resolved",
    priority: "high",
    urgency: "urgent",
    importance: "important",
    assigneeId: ana.user.id,
    dueDate: null,
    snoozedUntil: "2027-04-01T09:00:00.000Z",
  };

  const answer = await change(ana, { ids: [one.id, two.id] }, fields);

  expect(answer.body).toEqual({ changed: 2 });
  for (const { id } of [one, two]) expect((await ana.get(`/api/tasks/${id}`)).body).toMatchObject(fields);
  const [entry] = await journal(ana);
  expect(entry).toMatchObject({ summary: "Changed 2 tasks", id: answer.headers.get("journal-entry") });

  expect((await undo(ana)).status).toBe(200);
  const { updatedAt: _, ...before } = one;
  expect((await ana.get(`/api/tasks/${one.id}`)).body).toMatchObject(before);
  expect((await ana.get<Task>(`/api/tasks/${two.id}`)).body).toMatchObject({
    assigneeId: ana.user.id,
    status: "new",
    urgency: "not_urgent",
  });
  const { rows } = await pool.query(
    "select type, count(*)::int from events where team_id = $1 and type like 'task_%ed' and type <> 'task_created' group by type order by type",
    [ana.teamId],
  );
  expect(rows).toEqual([
    { type: "task_completed", count: 2 },
    { type: "task_reopened", count: 2 },
  ]);
});

test("BEY-2 the journal says what a step did, and a task that has the fields already doesn't count", async () => {
  const ana = await app.signIn();
  const tasks = [await ana.buildTask(), await ana.buildTask()];
  const ids = tasks.map(({ id }) => id);
  const said = async (fields: object) => {
    const { body } = await change(ana, { ids }, fields);
    return [body.changed, (await journal(ana))[0]?.summary];
  };
  expect(await said({ urgency: "urgent", importance: "important" })).toEqual([
    2,
    "Moved 2 tasks to Do First",
  ]);
  await ana.patch(`/api/tasks/${ids[0]}`, { status: "resolved" });
  expect(await said({ status: "resolved" })).toEqual([1, "Resolved 1 task"]);
  expect(await said({ assigneeId: ana.user.id })).toEqual([2, "Assigned 2 tasks"]);
  expect(await said({ assigneeId: null })).toEqual([2, "Unassigned 2 tasks"]);
  expect(await said({ dueDate: "2027-01-01T00:00:00Z" })).toEqual([2, "Changed the due date of 2 tasks"]);
  expect(await said({ dueDate: null })).toEqual([2, "Removed the due date of 2 tasks"]);
  expect(await said({ snoozedUntil: "2027-01-01T00:00:00Z" })).toEqual([2, "Snoozed 2 tasks"]);
  const entries = (await journal(ana)).length;
  expect((await change(ana, { ids }, { dueDate: null })).body).toEqual({ changed: 0 });
  expect(await journal(ana)).toHaveLength(entries);
});

test("BEY-2 everything that a filter matches is changed, beyond the first page, unless more match by now", async () => {
  const ana = await app.signIn();
  await ana.post(path(ana, "tasks/many"), {
    tasks: Array.from({ length: 250 }, (_, n) => ({
      title: `Task ${n}`,
      urgency: n < 150 ? "urgent" : "not_urgent",
    })),
  });
  const filter = { quadrant: "delegate", status: "open" };
  const refused = await change(ana, { filter, expected: 149 }, { importance: "important" });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "1 more task matches now. Look at the list, then try again.",
  ]);
  expect((await remove(ana, { filter, expected: 140 })).body.message).toBe(
    "10 more tasks match now. Look at the list, then try again.",
  );
  expect((await change(ana, { filter, expected: 150 }, { importance: "important" })).body).toEqual({
    changed: 150,
  });
  expect((await ana.get(path(ana, "tasks/counts"))).body).toMatchObject({ do_first: 150, delegate: 0 });
  await undo(ana);
  expect((await ana.get(path(ana, "tasks/counts"))).body).toMatchObject({ do_first: 0, delegate: 150 });
});

test("BEY-2 TASK-4 chosen tasks are deleted in one step, and a colleague's undo restores them once", async () => {
  const ana = await app.signIn();
  const bo = await colleague(ana);
  const [one, two] = [await ana.buildTask({ title: "One" }), await ana.buildTask({ title: "Two" })];
  const ids = [one.id, two.id];
  expect((await remove(ana, { ids })).body).toEqual({ changed: 2 });
  expect((await remove(ana, { ids })).body).toEqual({ changed: 0 });
  const [entry] = await journal(ana);
  expect(entry?.summary).toBe("Deleted 2 tasks");
  expect((await undo(ana)).status).toBe(200);
  expect((await list(ana)).map(({ title }) => title)).toEqual(["One", "Two"]);

  const again = await remove(ana, { ids });
  const id = again.headers.get("journal-entry") as string;
  expect((await bo.post(path(ana, "journal/undo"), { id })).status).toBe(200);
  await bo.delete(`/api/tasks/${one.id}`);
  const late = await undo(ana, { id });
  expect([late.status, late.body.message]).toEqual([409, "That change has already been undone."]);
});

test("BEY-2 undo keeps what somebody else changed meanwhile, and says so if that's everything", async () => {
  const ana = await app.signIn();
  const bo = await colleague(ana);
  const [one, two] = [await ana.buildTask(), await ana.buildTask()];
  await change(ana, { ids: [one.id, two.id] }, { status: "in_progress" });
  await bo.patch(`/api/tasks/${one.id}`, { status: "blocked" });
  expect((await undo(ana)).status).toBe(200);
  const status = async (task: Task) => (await ana.get<Task>(`/api/tasks/${task.id}`)).body.status;
  expect([await status(one), await status(two)]).toEqual(["blocked", "new"]);

  await change(ana, { ids: [two.id] }, { status: "in_progress" });
  await bo.delete(`/api/tasks/${two.id}`);
  const refused = await undo(ana);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This task has changed since, so this can't be undone.",
  ]);
});

test("API-3 BEY-2 nobody changes or deletes another team's tasks, or assigns them to a stranger", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const task = await ana.buildTask();
  expect((await change(eve, { ids: [task.id] }, { status: "resolved" })).body).toEqual({ changed: 0 });
  expect((await remove(eve, { ids: [task.id] })).body).toEqual({ changed: 0 });
  expect((await eve.post(path(ana, "tasks/delete"), { target: { ids: [task.id] } })).status).toBe(404);
  expect((await change(ana, { ids: [task.id] }, { assigneeId: eve.user.id })).status).toBe(400);
  expect((await change(ana, { ids: [task.id] }, {})).body.message).toBe("change: Send a field.");
  expect((await change(ana, { ids: [] }, { status: "resolved" })).status).toBe(400);
  expect((await list(ana))[0]).toMatchObject({ status: "new", assigneeId: null });
});

test("MTX-6 a list is sorted by each column in both directions, and pages follow that order", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await colleague(ana);
  await ana.buildTask({ title: "beta", status: "blocked", importance: "important", assigneeId: ana.user.id });
  await ana.buildTask({ title: "Alpha", urgency: "urgent", dueDate: "2027-02-01T00:00:00Z" });
  await ana.buildTask({
    ...{ title: "gamma", urgency: "urgent", importance: "important", status: "resolved" },
    ...{ dueDate: "2027-01-01T00:00:00Z", assigneeId: bo.user.id },
  });
  const sorted = async (sort: string) =>
    (await list(ana, `sort=${sort}`)).map(({ title }) => title[0]).join("");

  expect(await sorted("due")).toBe("gAb");
  expect(await sorted("-due")).toBe("Agb");
  expect(await sorted("title")).toBe("Abg");
  expect(await sorted("-title")).toBe("gbA");
  expect(await sorted("quadrant")).toBe("gbA");
  expect(await sorted("-quadrant")).toBe("Abg");
  expect(await sorted("status")).toBe("Abg");
  expect(await sorted("-status")).toBe("gbA");
  expect(await sorted("assignee")).toBe("bgA");
  expect(await sorted("-assignee")).toBe("gbA");
  expect(await sorted("created")).toBe("bAg");
  expect(await sorted("-created")).toBe("gAb");
  const pages = [0, 1, 2].map((offset) => list(ana, `sort=title&limit=1&offset=${offset}`));
  expect((await Promise.all(pages)).flat().map(({ title }) => title)).toEqual(["Alpha", "beta", "gamma"]);
  expect((await ana.get(path(ana, "tasks?sort=color"))).status).toBe(400);
});
