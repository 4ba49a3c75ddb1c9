import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { JournalEntry } from "../journal/contract";
import { type Task, type TaskCounts, TaskFields } from "./contract";

const app = await startTestApp();

test("MTX-4 a patch of urgency and importance moves the task and keeps the rest", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({
    title: "Renew contract",
    assigneeId: ana.user.id,
    description: "By post",
  });

  const moved = await ana.patch<Task>(`/api/tasks/${task.id}`, {
    urgency: "not_urgent",
    importance: "important",
  });

  expect(moved.status).toBe(200);
  expect(moved.body).toMatchObject({
    title: "Renew contract",
    description: "By post",
    assigneeId: ana.user.id,
    urgency: "not_urgent",
    importance: "important",
  });
  const counts = await ana.get<TaskCounts>(`/api/teams/${ana.teamId}/tasks/counts`);
  expect(counts.body).toEqual({ do_first: 0, schedule: 1, delegate: 0, delete_defer: 0 });
});

test("TASK-3 the eight fields are saved, and the due date can be removed", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  const fields = {
    title: "Call the printer",
    description: "Ask for 500",
    status: "in_progress",
    priority: "high",
    urgency: "urgent",
    importance: "important",
    assigneeId: ana.user.id,
    dueDate: "2026-12-01T09:30:00.000Z",
  };

  expect((await ana.patch<Task>(`/api/tasks/${task.id}`, fields)).body).toMatchObject(fields);
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body).toMatchObject(fields);
  expect((await ana.patch<Task>(`/api/tasks/${task.id}`, { dueDate: null })).body.dueDate).toBeNull();
});

test("TASK-4 a deleted task is removed from list and counts, and returns 404", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();

  expect((await ana.delete(`/api/tasks/${task.id}`)).status).toBe(200);

  expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(404);
  expect((await ana.delete(`/api/tasks/${task.id}`)).status).toBe(404);
  expect((await ana.get(`/api/teams/${ana.teamId}/tasks`)).body).toEqual([]);
});

test("MTX-6 tasks come in pages of 100, by due date, then creation, and the last page is not full", async () => {
  const ana = await app.signIn();
  for (let n = 0; n < 103; n++)
    await ana.buildTask({
      title: `Task ${n}`,
      dueDate: n % 2 ? new Date(Date.UTC(2027, 0, 120 - n)).toISOString() : null,
    });

  const first = await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks?limit=100&offset=0`);
  const second = await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks?limit=100&offset=100`);

  expect(first.body).toHaveLength(100);
  expect(second.body).toHaveLength(3);
  const all = [...first.body, ...second.body];
  expect(new Set(all.map((task) => task.id)).size).toBe(103);
  const dated = all.filter((task) => task.dueDate);
  expect(dated.map((task) => task.dueDate)).toEqual(dated.map((task) => task.dueDate as string).toSorted());
  expect(all.slice(0, dated.length)).toEqual(dated);
});

test("MTX-1 filters apply to the whole list: mine, the team's, one quadrant, open tasks, words", async () => {
  const ana = await app.signIn();
  const mine = await ana.buildTask({ title: "Mine 100%", assigneeId: ana.user.id });
  const free = await ana.buildTask({ title: "Free_text", urgency: "urgent" });
  const done = await ana.buildTask({ title: "Done", status: "resolved" });
  const list = async (query: string) =>
    (await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks?${query}`)).body.map((task) => task.id);

  expect(await list("assignee=me")).toEqual([mine.id]);
  expect(await list("assignee=others")).toEqual([free.id, done.id]);
  expect(await list("quadrant=delegate")).toEqual([free.id]);
  expect(await list("status=open")).toEqual([mine.id, free.id]);
  expect(await list("q=100%25")).toEqual([mine.id]);
  expect(await list("q=free_")).toEqual([free.id]);
  expect((await ana.get(`/api/teams/${ana.teamId}/tasks/counts?assignee=me`)).body).toMatchObject({
    delete_defer: 1,
  });
});

test("MTX-1 a task says that its assignee has left the team, and such tasks are found by themselves", async () => {
  const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
  const path = `/api/teams/${ana.teamId}`;
  const { body } = await ana.post<{ token: string }>(`${path}/invitations`, { role: "member" });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const task = await ana.buildTask({ title: "Paint the fence", assigneeId: bo.user.id });
  await ana.buildTask({ title: "Mine", assigneeId: ana.user.id });
  await ana.buildTask({ title: "Nobody's" });
  const seen = async () => ({
    one: (await ana.get<Task>(`/api/tasks/${task.id}`)).body.assignee?.left,
    changed: (await ana.patch<Task>(`/api/tasks/${task.id}`, { priority: "high" })).body.assignee?.left,
    found: (await ana.get<Task[]>(`${path}/tasks?assignee=left`)).body.map((one) => [
      one.id,
      one.assignee?.left,
    ]),
    counts: (await ana.get<TaskCounts>(`${path}/tasks/counts?assignee=left`)).body.delete_defer,
  });
  expect(await seen()).toEqual({ one: false, changed: false, found: [], counts: 0 });
  await ana.delete(`${path}/members/${bo.user.id}`);
  expect(await seen()).toEqual({ one: true, changed: true, found: [[task.id, true]], counts: 1 });
});

test("API-3 reading, changing or deleting another team's task returns 404", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const task = await ana.buildTask();

  expect((await eve.get(`/api/tasks/${task.id}`)).status).toBe(404);
  expect((await eve.get(`/api/tasks/${task.id}/context`)).status).toBe(404);
  expect((await eve.patch(`/api/tasks/${task.id}`, { title: "Mine now" })).status).toBe(404);
  expect((await eve.delete(`/api/tasks/${task.id}`)).status).toBe(404);
  expect((await eve.get(`/api/teams/${ana.teamId}/tasks`)).status).toBe(404);
  expect((await eve.post(`/api/teams/${ana.teamId}/tasks`, { title: "x" })).status).toBe(404);
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe(task.title);
});

test("a malformed body returns the wrong field's name and changes nothing", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "Whole" });
  const refused = async (patch: unknown) => (await ana.patch(`/api/tasks/${task.id}`, patch)).body;

  expect(await refused({ title: "  " })).toMatchObject({ code: "invalid_input", field: "body.title" });
  expect(await refused({ dueDate: "tomorrow" })).toMatchObject({ field: "body.dueDate" });
  expect(await refused({ urgency: "very" })).toMatchObject({ field: "body.urgency" });
  expect(await refused({ teamId: ana.teamId })).toMatchObject({ code: "invalid_input" });
  expect((await ana.get("/api/tasks/not-an-id")).status).toBe(400);
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body).toEqual(task);
});

test("an assignee must be a member of the team", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const task = await ana.buildTask();

  const answer = await ana.patch(`/api/tasks/${task.id}`, { assigneeId: eve.user.id });

  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ message: "assigneeId: Choose a member of this team." });
});

test("TASK-3 TASK-4 a change names its journal entry, so that undo reverts exactly it", async () => {
  const ana = await app.signIn();
  const [first, second] = [await ana.buildTask(), await ana.buildTask()];
  const change = (task: Task, method: "PATCH" | "DELETE", body?: object) =>
    fetch(`${app.url}/api/tasks/${task.id}`, {
      method,
      headers: { cookie: ana.cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const resolved = await change(first, "PATCH", { status: "resolved" });
  const deleted = await change(first, "DELETE");
  await ana.patch(`/api/tasks/${second.id}`, { status: "resolved" });

  const undo = (response: Response) =>
    ana.post(`/api/teams/${ana.teamId}/journal/undo`, { id: response.headers.get("journal-entry") });
  expect((await undo(deleted)).status).toBe(200);
  expect((await undo(resolved)).status).toBe(200);
  expect((await ana.get<Task>(`/api/tasks/${first.id}`)).body.status).toBe("new");
  expect((await ana.get<Task>(`/api/tasks/${second.id}`)).body.status).toBe("resolved");
  expect((await change(first, "PATCH", { status: "new" })).headers.get("journal-entry")).toBeNull();
});

test("BEY-2 the journal keeps a new or changed task as it is stored", async () => {
  const ana = await app.signIn();
  const dueDate = "2026-12-01T10:30:00.5+01:00";
  const full = {
    ...{ title: "Call the printer", description: "Ask for 500", status: "in_progress", priority: "high" },
    ...{ urgency: "urgent", importance: "important", assigneeId: ana.user.id, dueDate },
    ...{ steps: [{ id: randomUUID(), title: "Find the number", done: true }], snoozedUntil: dueDate },
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=TU;BYHOUR=10;BYMINUTE=30", timeZone: "Europe/Berlin" },
  };
  const kept = async (task: Task) => {
    const { rows } = await app.running.services.pool.query(
      "select change->'after' as after from journal, jsonb_array_elements(changes) change where change->>'id' = $1 order by seq desc limit 1",
      [task.id],
    );
    return rows[0].after as Partial<Task>;
  };
  for (const given of [full, { title: "Call Bo" }]) {
    const { body: task } = await ana.post<Task>(`/api/teams/${ana.teamId}/tasks`, given);
    const after = await kept(task);
    expect(Object.keys(after).sort()).toEqual(Object.keys(TaskFields.shape).sort());
    expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body).toMatchObject(after);
  }
  const { body: bare } = await ana.post<Task>(`/api/teams/${ana.teamId}/tasks`, { title: "Call Bo" });
  const { body: changed } = await ana.patch<Task>(`/api/tasks/${bare.id}`, full);
  const after = await kept(changed);
  expect(Object.keys(after).sort()).toEqual(Object.keys(full).sort());
  expect((await ana.get<Task>(`/api/tasks/${bare.id}`)).body).toMatchObject(after);
  expect(changed).toEqual((await ana.get<Task>(`/api/tasks/${bare.id}`)).body);
});

test("a patch that changes nothing writes no journal entry", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();

  await ana.patch(`/api/tasks/${task.id}`, { title: task.title });

  expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/journal`)).body).toHaveLength(1);
});

test("MTX-6 a range of due dates and tasks without one narrow the list and the counts, in one team", async () => {
  const ana = await app.signIn();
  const build = (title: string, dueDate: string | null) => ana.buildTask({ title, dueDate });
  await build("before", "2027-02-28T22:59:59.999Z");
  const first = await build("first", "2027-02-28T23:00:00.000Z");
  const last = await build("last", "2027-03-31T21:59:59.999Z");
  await build("after", "2027-03-31T22:00:00.000Z");
  const undated = await build("undated", null);
  await (await app.signIn()).buildTask({ dueDate: "2027-03-15T12:00:00.000Z" });
  const march = "dueFrom=2027-02-28T23:00:00.000Z&dueBefore=2027-03-31T22:00:00.000Z";
  const list = async (query: string) =>
    (await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks?${query}`)).body.map((task) => task.id);

  expect(await list(march)).toEqual([first.id, last.id]);
  expect(await list(`${march}&limit=1&offset=1`)).toEqual([last.id]);
  expect(await list("due=none")).toEqual([undated.id]);
  expect(await list(`${march}&due=none`)).toEqual([]);
  const counts = async (query: string) =>
    (await ana.get<TaskCounts>(`/api/teams/${ana.teamId}/tasks/counts?${query}`)).body;
  expect((await counts("due=none")).delete_defer).toBe(1);
  expect((await counts(march)).delete_defer).toBe(2);
  const wrong = await ana.get(`/api/teams/${ana.teamId}/tasks?dueFrom=march`);
  expect(wrong.status).toBe(400);
  expect(wrong.body).toMatchObject({ message: expect.stringContaining("Send the earliest due date") });
});

test("BEY-5 steps that are changed by two people at the same time are merged, each by who saw them before", async () => {
  const ana = await app.signIn();
  const step = (title: string) => ({ id: randomUUID(), title, done: false });
  const [first, one, two] = [step("First"), step("One"), step("Two")];
  const { id } = await ana.buildTask({ steps: [first] });
  const add = (added: typeof first) =>
    ana.patch<Task>(`/api/tasks/${id}`, { steps: [first, added], expected: { steps: [first] } });
  const answers = await Promise.all([add(one), add(two)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { steps } = (await ana.get<Task>(`/api/tasks/${id}`)).body;
  expect(steps.map(({ title }) => title).sort()).toEqual(["First", "One", "Two"]);
  // Without what somebody saw, the steps are as they are sent.
  expect((await ana.patch<Task>(`/api/tasks/${id}`, { steps: [first] })).body.steps).toEqual([first]);
});

test("MTX-4 BEY-2 two people who move one card at the same time: it's in one place, both moves are recorded, and undo says whose came later", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await app.signIn("Bo Lind");
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const quadrants = {
    schedule: { urgency: "not_urgent", importance: "important" },
    delegate: { urgency: "urgent", importance: "not_important" },
  } as const;
  for (let round = 0; round < 5; round++) {
    const task = await ana.buildTask({ title: "Sign the lease", urgency: "urgent", importance: "important" });
    const now = async () => (await ana.get<Task>(`/api/tasks/${task.id}`)).body;
    const moves = await Promise.all([
      ana.patch<Task>(`/api/tasks/${task.id}`, quadrants.schedule),
      bo.patch<Task>(`/api/tasks/${task.id}`, quadrants.delegate),
    ]);
    expect(moves.map(({ status }) => status)).toEqual([200, 200]);
    // Never one axis of each.
    const { urgency, importance } = await now();
    const isAnas = urgency === "not_urgent";
    expect({ urgency, importance }).toEqual(isAnas ? quadrants.schedule : quadrants.delegate);

    const [last, first] = isAnas ? [ana, bo] : [bo, ana];
    const idOf = (answer: (typeof moves)[number] | undefined) => answer?.headers.get("journal-entry");
    const [lastMove, firstMove] = isAnas ? moves : moves.toReversed();
    const undo = (person: typeof ana, id: string | null | undefined) =>
      person.post<{ message: string }>(`/api/teams/${ana.teamId}/journal/undo`, { id });
    const refused = await undo(first, idOf(firstMove));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `“Sign the lease” was changed by ${last.user.firstName} since, so this can't be undone.`,
    ]);
    // In the order of the moves, both can be undone.
    expect((await undo(last, idOf(lastMove))).status).toBe(200);
    expect(await now()).toMatchObject(isAnas ? quadrants.delegate : quadrants.schedule);
    expect((await undo(first, idOf(firstMove))).status).toBe(200);
    expect(await now()).toMatchObject({ urgency: "urgent", importance: "important" });
  }
});

test("TASK-4 BEY-2 who opens a deleted task reads who has deleted it, unless it is another team's", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await app.signIn("Bo Lind");
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const [one, two, three] = [await ana.buildTask(), await ana.buildTask(), await ana.buildTask()];
  // Others delete too, and who has only changed it isn't named.
  await ana.delete(`/api/tasks/${three.id}`);
  await bo.delete(`/api/tasks/${one.id}`);
  await bo.patch(`/api/tasks/${two.id}`, { title: "Another title" });
  await bo.post(`/api/teams/${ana.teamId}/tasks/delete`, { target: { ids: [two.id] } });
  const answer = async (person: typeof ana, { id }: { id: string }) => {
    const { status, body } = await person.get<{ message: string }>(`/api/tasks/${id}`);
    return [status, body.message];
  };
  expect(await answer(ana, one)).toEqual([404, "Bo deleted this task."]);
  expect(await answer(ana, two)).toEqual([404, "Bo deleted this task."]);
  expect(await answer(ana, three)).toEqual([404, "You deleted this task."]);
  expect(await answer(bo, three)).toEqual([404, "Ana deleted this task."]);
  expect(await answer(await app.signIn("Eve Moss"), one)).toEqual([404, "Task not found."]);
});

test.each([
  ["alone", "Bo"],
  ["with others", "Bo"],
  ["by herself", undefined],
])(
  "BEY-2 undo of a change of a task that was deleted meanwhile, %s, says so and by whom",
  async (how, name) => {
    const ana = await app.signIn("Ana Berg");
    const bo = await app.signIn("Bo Lind");
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await bo.post(`/api/invitations/${body.token}/accept`);
    const task = await ana.buildTask({ title: "Sign the lease" });
    await ana.patch(`/api/tasks/${task.id}`, { title: "Sign the new lease" });
    const changed = await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`);
    // A person who has only changed it isn't named.
    await bo.patch(`/api/tasks/${task.id}`, { description: "By the river" });
    const person = name ? bo : ana;
    if (how === "with others") {
      const ids = [task.id, (await ana.buildTask()).id];
      await person.post(`/api/teams/${ana.teamId}/tasks/delete`, { target: { ids } });
    } else await person.delete(`/api/tasks/${task.id}`);
    const undo = (by: typeof ana, id?: string) =>
      by.post<{ message: string }>(`/api/teams/${ana.teamId}/journal/undo`, { id });
    const refused = await undo(ana, changed.body[0]?.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `“Sign the new lease” ${name ? `was deleted by ${name}` : "has been deleted"} since, so this can't be undone.`,
    ]);
    expect((await undo(person)).status).toBe(200);
    expect((await undo(ana, changed.body[0]?.id)).status).toBe(200);
    expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe("Sign the lease");
  },
);
