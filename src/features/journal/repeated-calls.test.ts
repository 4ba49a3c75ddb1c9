import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keyedCalls } from "../../../test/support/calls/keyed-call";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Message } from "../inbox/contract";
import type { MeetingNote } from "../meetings/contract";
import type { Comment } from "../tasks/comments/contract";
import type { Task } from "../tasks/contract";

const app = await startTestApp();

const keyed = keyedCalls(app);

const tasksOf = async (person: Person) =>
  (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?limit=100`)).body;

describe("a repeated call with the same idempotency key", () => {
  test("BEY-18 adds a task once, also when ten arrive at once, and names the same change for undo", async () => {
    const ana = await app.signIn();
    const path = `/api/teams/${ana.teamId}/tasks`;
    const key = randomUUID();
    const add = () => keyed<Task>(ana, "POST", path, { title: "Water the plants" }, key);
    const first = await add();
    const again = await add();
    expect(again).toEqual(first);

    const many = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => keyed<Task>(ana, "POST", path, { title: "Once" }, many)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await tasksOf(ana)).map(({ title }) => title).sort()).toEqual(["Once", "Water the plants"]);
  });

  test("BEY-18 adds a task once, also if the first attempt to store it ends in a deadlock", async () => {
    const ana = await app.signIn();
    const { pool } = app.running.services;
    await pool.query("create sequence attempts");
    await pool.query(`create function end_first_attempt() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new; end $$`);
    await pool.query(
      "create trigger end_first_attempt before insert on journal for each row execute function end_first_attempt()",
    );
    const key = randomUUID();
    const add = () =>
      keyed<Task>(ana, "POST", `/api/teams/${ana.teamId}/tasks`, { title: "Water the plants" }, key);
    const first = await add();
    await pool.query("drop function end_first_attempt cascade");
    const { rows } = await pool.query("select last_value::int as attempts from attempts");
    expect(rows).toEqual([{ attempts: 2 }]);
    expect(await add()).toEqual(first);
    expect((await tasksOf(ana)).map(({ title }) => title)).toEqual(["Water the plants"]);
  });

  test("BEY-18 doesn't undo what came in between, and answers with the task as it is now", async () => {
    const ana = await app.signIn();
    const task = await ana.buildTask();
    const key = randomUUID();
    const block = () => keyed<Task>(ana, "PATCH", `/api/tasks/${task.id}`, { status: "blocked" }, key);
    expect((await block()).body.status).toBe("blocked");
    await ana.patch(`/api/tasks/${task.id}`, { status: "resolved" });
    expect((await block()).body.status).toBe("resolved");
  });

  test("BEY-18 resolves, snoozes and makes a task of a message once; a note too", async () => {
    const ana = await app.signIn();
    const [one, two] = (await ana.buildMessages([{}, {}])) as [Message, Message];
    const twice = async <Body>(path: string, body: unknown, method = "POST") => {
      const key = randomUUID();
      const first = await keyed<Body>(ana, method, path, body, key);
      const second = await keyed<Body>(ana, method, path, body, key);
      expect(first.status).toBe(200);
      expect(second.entry).toBe(first.entry);
      return [first.body, second.body];
    };
    await twice(`/api/messages/${one.id}`, { status: "resolved" }, "PATCH");
    await twice(`/api/messages/${one.id}/snooze`, { until: "2027-01-04T08:00:00.000Z" });
    const [made, same] = await twice<Task>(`/api/messages/${two.id}/create-task`, { teamId: ana.teamId });
    expect(same?.id).toBe(made?.id);
    const meeting = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings`, {
      title: "Weekly",
      status: "recording",
    });
    const notes = `/api/meetings/${meeting.body.id}/notes`;
    const [note] = await twice<MeetingNote>(notes, { text: "Call Jonas", second: null });
    expect((await ana.get<MeetingNote[]>(notes)).body).toHaveLength(1);
    await twice(`${notes}/${note?.id}`, {}, "DELETE");
    expect((await ana.get<MeetingNote[]>(notes)).body).toEqual([]);
  });

  test("BEY-18 deletes a task and comments on one once, with the same answer; many tasks and messages too", async () => {
    const ana = await app.signIn();
    const twice = async <Body extends object>(path: string, body: unknown, method = "POST") => {
      const key = randomUUID();
      const first = await keyed<Body>(ana, method, path, body, key);
      expect(first.status).toBe(200);
      // What the sender saw may differ the next time.
      const again = body && { ...(body as object), expected: undefined };
      expect(await keyed<Body>(ana, method, path, again, key)).toEqual(first);
      return first.body;
    };
    const inTeam = `/api/teams/${ana.teamId}`;
    const { created } = await twice<{ created: number }>(`${inTeam}/tasks/many`, {
      tasks: ["One", "Two", "Three", "Four"].map((title) => ({ title })),
    });
    expect(created).toBe(4);
    const [one, two, three, four] = (await tasksOf(ana)) as [Task, Task, Task, Task];
    const comments = `/api/tasks/${one.id}/comments`;
    const { id } = await twice<Comment>(comments, { body: "Done?" });
    const own = { body: "Is it done?", expected: { body: "Done?" } };
    expect(await twice<Comment>(`${comments}/${id}`, own, "PATCH")).toMatchObject({ body: "Is it done?" });
    expect((await ana.get<Comment>(`${comments}/${id}`)).body).toMatchObject({ id, body: "Is it done?" });
    expect(await twice(`${comments}/${id}`, { expected: { body: "Is it done?" } }, "DELETE")).toEqual({ id });
    expect(await twice(`/api/tasks/${one.id}`, { expected: { title: "One" } }, "DELETE")).toEqual({
      id: one.id,
    });
    const both = { ids: [two.id, three.id] };
    const change = { target: both, change: { status: "blocked" }, expected: { [two.id]: { status: "new" } } };
    expect(await twice(`${inTeam}/tasks/change`, change)).toEqual({ changed: 2 });
    expect(await twice(`${inTeam}/tasks/delete`, { target: both })).toEqual({ changed: 2 });
    expect((await tasksOf(ana)).map((task) => task.id)).toEqual([four.id]);
    const messages = (await ana.buildMessages([{}, {}])) as Message[];
    expect(
      await twice(`${inTeam}/messages/resolve`, { ids: messages.map((message) => message.id) }),
    ).toMatchObject({ changed: 2, entryId: expect.any(String) });
    const ids = ((await ana.buildMessages([{}, {}])) as Message[]).map((message) => message.id);
    const until = "2099-01-01T09:00:00.000Z";
    expect(await twice(`${inTeam}/messages/snooze`, { ids, until })).toEqual({ changed: 2 });
    const quadrant = { urgency: "urgent", importance: "important" };
    expect(await twice(`${inTeam}/messages/create-tasks`, { ids, ...quadrant })).toEqual({ changed: 2 });
    expect((await tasksOf(ana)).filter((task) => ids.includes(task.messageId ?? ""))).toHaveLength(2);
  });

  test("BEY-18 a repeating task is skipped once, and a meeting deleted once, unless somebody has changed them since", async () => {
    const ana = await app.signIn();
    const dueDate = "2031-01-03T15:00:00.000Z";
    const recurrence = { rule: "FREQ=DAILY;BYHOUR=15;BYMINUTE=0", timeZone: "UTC" };
    const { id } = await ana.buildTask({ dueDate, recurrence });
    const skip = (key: string, expected: object) =>
      keyed<Task>(ana, "POST", `/api/tasks/${id}/skip`, { expected }, key);
    const key = randomUUID();
    const next = "2031-01-04T15:00:00.000Z";
    expect((await skip(key, { dueDate })).body.dueDate).toBe(next);
    expect((await skip(key, { dueDate })).body.dueDate).toBe(next);
    expect(await skip(randomUUID(), { dueDate })).toMatchObject({
      status: 409,
      body: { code: "changed_since" },
    });
    const title = "Weekly";
    const meetings = `/api/teams/${ana.teamId}/meetings`;
    const meeting = await ana.post<{ id: string }>(meetings, { title, status: "recording" });
    const remove = (key: string, expected: object) =>
      keyed(ana, "DELETE", `/api/meetings/${meeting.body.id}`, { expected }, key);
    expect(await remove(randomUUID(), { title: "Monthly" })).toMatchObject({
      status: 409,
      body: { code: "changed_since" },
    });
    const once = randomUUID();
    const gone = await remove(once, { title });
    expect(gone).toMatchObject({ status: 200, entry: expect.any(String) });
    expect(await remove(once, { title })).toEqual(gone);
  });

  test("BEY-18 a message is corrected once, unless its analysis says something else by now", async () => {
    const ana = await app.signIn();
    const [message] = (await ana.buildMessages([{}])) as [Message];
    const path = `/api/messages/${message.id}/correction`;
    const correct = (key: string, body: object) => keyed<Message>(ana, "POST", path, body, key);
    const key = randomUUID();
    const first = await correct(key, { hasTask: false, expected: { hasTask: true } });
    expect(first).toMatchObject({ status: 200, entry: expect.any(String) });
    expect(await correct(key, { hasTask: false, expected: { hasTask: true } })).toMatchObject({
      ...{ status: 200, entry: first.entry },
      body: { aiAnalysis: { hasTask: false } },
    });
    const category = { category: "question", expected: { category: "social" } };
    expect(await correct(randomUUID(), category)).toMatchObject({
      status: 409,
      body: { code: "changed_since" },
    });
    // What is as it is wanted already is fine.
    expect((await correct(randomUUID(), { hasTask: false, expected: { hasTask: true } })).status).toBe(200);
    expect((await correct(randomUUID(), { expected: { hasTask: false } })).status).toBe(400);
  });

  test("API-3 a key belongs to one person and one call", async () => {
    const ana = await app.signIn();
    const ben = await app.signIn();
    const key = randomUUID();
    const add = (person: Person, title: string) =>
      keyed<Task>(person, "POST", `/api/teams/${person.teamId}/tasks`, { title }, key);
    const first = await add(ana, "Ana's");
    const bens = await add(ben, "Ben's");
    expect(bens.body).toMatchObject({ title: "Ben's", teamId: ben.teamId });
    expect(await add(ana, "Another")).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await tasksOf(ana)).map(({ id }) => id)).toEqual([first.body.id]);
    expect((await keyed(ana, "POST", `/api/teams/${ana.teamId}/tasks`, { title: "x" }, "short")).status).toBe(
      400,
    );
  });
});

describe("a change that expects what the person saw", () => {
  test("BEY-18 is refused if a field has another value by now, unless it is the wanted one", async () => {
    const ana = await app.signIn();
    const { id } = await ana.buildTask({ status: "new", urgency: "urgent" });
    const path = `/api/tasks/${id}`;
    await ana.patch(path, { status: "in_progress" });

    const change = { status: "resolved", expected: { status: "new" } };
    expect(await ana.patch(path, change)).toMatchObject({ status: 409, body: { code: "changed_since" } });
    expect((await ana.get<Task>(path)).body.status).toBe("in_progress");
    expect((await ana.patch(path, { status: "in_progress", expected: { status: "new" } })).status).toBe(200);
    const other = { urgency: "not_urgent", expected: { urgency: "urgent" } };
    expect((await ana.patch(path, other)).status).toBe(200);
  });

  test("BEY-18 the same for a message's status and snooze", async () => {
    const ana = await app.signIn();
    const [message] = (await ana.buildMessages([{}])) as [Message];
    const path = `/api/messages/${message.id}`;
    await ana.post(`${path}/create-task`, { teamId: ana.teamId });
    expect(await ana.patch(path, { status: "resolved", expected: { status: "new" } })).toMatchObject({
      status: 409,
      body: { code: "changed_since" },
    });
    await ana.post(`${path}/snooze`, { until: "2027-01-04T08:00:00.000Z" });
    const until = "2027-01-05T08:00:00.000Z";
    const refused = await ana.post(`${path}/snooze`, { until, expected: { until: null } });
    expect(refused).toMatchObject({ status: 409, body: { code: "changed_since" } });
    const fine = await ana.post(`${path}/snooze`, { until, expected: { until: "2027-01-04T08:00:00.000Z" } });
    expect(fine.status).toBe(200);
  });

  test("BEY-18 a task or comment that somebody has changed is only deleted if the person still wants it", async () => {
    const ana = await app.signIn();
    const { id } = await ana.buildTask({ title: "Plan" });
    const remove = (path: string, expected?: object) => ana.send("DELETE", path, expected && { expected });
    await ana.patch(`/api/tasks/${id}`, { title: "Plan the fair" });
    const refused = await remove(`/api/tasks/${id}`, { title: "Plan" });
    expect(refused).toMatchObject({ status: 409, body: { code: "changed_since" } });
    const { body } = await ana.post<Comment>(`/api/tasks/${id}/comments`, { body: "Now" });
    const comment = `/api/tasks/${id}/comments/${body.id}`;
    expect(await remove(comment, { body: "Later" })).toMatchObject({ status: 409 });
    const over = { body: "Tomorrow", expected: { body: "Later" } };
    expect(await ana.patch(comment, over)).toMatchObject({ status: 409, body: { code: "changed_since" } });
    expect((await ana.patch(comment, { ...over, expected: { body: "Now" } })).status).toBe(200);
    // A change that is there already is none.
    expect((await ana.patch(comment, over)).status).toBe(200);
    expect((await remove(comment)).status).toBe(200);
    expect((await remove(`/api/tasks/${id}`, { title: "Plan the fair" })).status).toBe(200);
    expect((await ana.get(comment)).status).toBe(404);
  });

  test("BEY-18 a change of many is refused as a whole, names what has changed, and can leave it out", async () => {
    const ana = await app.signIn();
    const one = await ana.buildTask({ title: "One", status: "new" });
    const two = await ana.buildTask({ title: "Two", status: "new" });
    const path = `/api/teams/${ana.teamId}/tasks/change`;
    const change = {
      ...{ target: { ids: [one.id, two.id] }, change: { status: "in_progress" } },
      expected: { [one.id]: { status: "new" }, [two.id]: { status: "new" } },
    };
    await ana.patch(`/api/tasks/${one.id}`, { status: "blocked" });
    expect(await ana.post(path, change)).toMatchObject({
      status: 409,
      body: { code: "changed_since", message: "1 of these tasks has changed since: “One”." },
    });
    const statuses = async () =>
      Object.fromEntries((await tasksOf(ana)).map(({ title, status }) => [title, status]));
    expect(await statuses()).toEqual({ One: "blocked", Two: "new" });
    expect((await ana.post(path, { ...change, skipChanged: true })).body).toEqual({ changed: 1 });
    expect(await statuses()).toEqual({ One: "blocked", Two: "in_progress" });
    const remove = `/api/teams/${ana.teamId}/tasks/delete`;
    expect((await ana.post(remove, { target: change.target, expected: change.expected })).status).toBe(409);
    // Of one alone, nothing is counted.
    const alone = { target: { ids: [one.id] }, expected: { [one.id]: { status: "new" } } };
    expect((await ana.post(remove, alone)).body).toMatchObject({
      message: "This task has changed since: “One”.",
    });
    expect((await ana.post(remove, { target: change.target })).body).toEqual({ changed: 2 });
  });

  test("BEY-18 the same for many messages", async () => {
    const ana = await app.signIn();
    const [one, two] = (await ana.buildMessages([{}, {}])) as [Message, Message];
    const path = `/api/teams/${ana.teamId}/messages/resolve`;
    const resolve = { ids: [one.id, two.id], expected: { [one.id]: "new", [two.id]: "new" } };
    await ana.post(`/api/messages/${one.id}/create-task`, { teamId: ana.teamId });
    expect(await ana.post(path, resolve)).toMatchObject({
      status: 409,
      body: { code: "changed_since", message: "1 of these messages has changed since." },
    });
    const alone = { ids: [one.id], expected: { [one.id]: "new" } };
    expect((await ana.post(path, alone)).body).toMatchObject({ message: "This message has changed since." });
    const statusOf = async ({ id }: Message) => (await ana.get<Message>(`/api/messages/${id}`)).body.status;
    expect([await statusOf(one), await statusOf(two)]).toEqual(["processed", "new"]);
    expect((await ana.post(path, { ...resolve, skipChanged: true })).body).toMatchObject({ changed: 1 });
    expect([await statusOf(one), await statusOf(two)]).toEqual(["processed", "resolved"]);
  });
});

test("BEY-18 a meeting is renamed, and a fact pinned, reworded and deleted, once under its key; an unexpected text is a conflict", async () => {
  const ana = await app.signIn();
  const data = Buffer.from("Bo: I will send the report.").toString("base64");
  const transcript = { title: "Old", name: "old.txt", data };
  const meeting = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings/transcript`, transcript);
  const rename = (title: string, expected: string, key = randomUUID()) =>
    keyed<{ title: string }>(
      ana,
      "PATCH",
      `/api/meetings/${meeting.body.id}`,
      { title, expected: { title: expected } },
      key,
    );
  const key = randomUUID();
  const renamed = await rename("New", "Old", key);
  expect(renamed).toMatchObject({ status: 200, body: { title: "New" }, entry: expect.any(String) });
  expect((await rename("New", "Old", key)).entry).toBe(renamed.entry);
  expect(await rename("Newer", "Old")).toMatchObject({ status: 409, body: { code: "changed_since" } });

  const rules = { people: [], companies: [], keywords: [], channels: [] };
  const area = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/areas`, {
    name: "A",
    color: "blue",
    rules,
  });
  const facts = `/api/teams/${ana.teamId}/areas/${area.body.id}/facts`;
  const pin = () => keyed<{ id: string }>(ana, "POST", facts, { text: "One" }, key + 1);
  const fact = await pin();
  expect(await pin()).toEqual(fact);
  const path = `${facts}/${fact.body.id}`;
  const reword = () => keyed(ana, "PATCH", path, { text: "Two", expected: { text: "One" } }, key + 2);
  expect((await reword()).status).toBe(200);
  expect((await reword()).status).toBe(200);
  expect((await ana.get(path)).body).toMatchObject({ text: "Two" });
  const remove = (text: string) => keyed(ana, "DELETE", path, { expected: { text } }, key + text);
  expect(await remove("One")).toMatchObject({ status: 409, body: { code: "changed_since" } });
  expect((await remove("Two")).status).toBe(200);
  expect((await remove("Two")).status).toBe(200);
});
