import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Message } from "../inbox/contract";
import type { MeetingNote } from "../meetings/contract";
import type { Task } from "../tasks/contract";
import { journalEntryHeader } from "./contract";

const app = await startTestApp();

interface Answer<Body> {
  status: number;
  body: Body & { message: string; code: string };
  entry: string | null;
}

/** Makes a call with an idempotency key. */
async function keyed<Body>(
  person: Person,
  method: string,
  path: string,
  body: unknown,
  key: string,
): Promise<Answer<Body>> {
  const response = await fetch(app.url + path, {
    method,
    headers: { cookie: person.cookie, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as Answer<Body>["body"],
    entry: response.headers.get(journalEntryHeader),
  };
}

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
    await twice(notes, { text: "Call Jonas", second: null });
    expect((await ana.get<MeetingNote[]>(notes)).body).toHaveLength(1);
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
});
