import pg from "pg";
import { expect, test } from "vitest";
import { startTestApp } from "../../../../test/support/test-app";
import type { JournalEntry } from "../../journal/contract";
import type { Task } from "../../tasks/contract";
import { wakeTasks } from "../../tasks/service";
import type { Message, MessageCounts } from "../contract";
import { wakeMessages } from "../service";

const app = await startTestApp();
type Person = Awaited<ReturnType<typeof app.signIn>>;
const later = "2099-01-01T09:00:00.000Z";

const snooze = (person: Person, message: Message | undefined, until: string | null) =>
  person.post<Message & { message: string }>(`/api/messages/${message?.id}/snooze`, { until });
const requiring = async (person: Person) =>
  (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?view=requires_action`)).body.length;
const board = async (person: Person) =>
  (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?snooze=awake`)).body.length;
const undo = (person: Person) => person.post<JournalEntry>(`/api/teams/${person.teamId}/journal/undo`, {});
/** The end of every snooze comes. */
async function timePasses() {
  const { pool, db } = app.running.services;
  for (const table of ["messages", "tasks"])
    await pool.query(`update ${table} set snoozed_until = now() where snoozed_until is not null`);
  await wakeTasks(db);
  await wakeMessages(db);
}

test("BEY-11 a snoozed message leaves Requires Action, its list and count, and comes back at its time", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  expect((await snooze(ana, message, later)).body.snoozedUntil).toBe(later);

  expect(await requiring(ana)).toBe(0);
  const counts = await ana.get<MessageCounts>(`/api/teams/${ana.teamId}/messages/counts`);
  expect(counts.body).toMatchObject({ all: 1, requires_action: 0 });
  await timePasses();
  expect(await requiring(ana)).toBe(1);
  expect((await ana.get<Message>(`/api/messages/${message?.id}`)).body.snoozedUntil).toBeNull();
  const { rows } = await app.running.services.pool.query(
    "select type from events where team_id = $1 and type = 'snooze_ended'",
    [ana.teamId],
  );
  expect(rows).toHaveLength(1);
});

test("BEY-11 undo ends a snooze, and refuses when it has been changed since", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  await snooze(ana, message, later);
  expect((await undo(ana)).body.summary).toMatch(/^Snoozed “/);
  expect(await requiring(ana)).toBe(1);

  await snooze(ana, message, later);
  await timePasses();
  expect((await undo(ana)).status).toBe(409);
});

test("BEY-9 BEY-11 undo of a colleague's snooze also gives back who is told when the message returns", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  expect((await bo.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  await ana.buildMessages([{}, {}]);
  const path = `/api/teams/${ana.teamId}/messages`;
  const [one, ...others] = (await ana.get<Message[]>(path)).body;
  const ids = others.map(({ id }) => id);
  const { pool } = app.running.services;
  const snoozers = async () =>
    (await pool.query("select distinct snoozed_by as by from messages where team_id = $1", [ana.teamId]))
      .rows;
  await snooze(bo, one, later);
  await bo.post(`${path}/snooze`, { ids, until: later });
  const until = "2099-02-01T09:00:00.000Z";
  await snooze(ana, one, until);
  await ana.post(`${path}/snooze`, { ids, until });
  expect(await snoozers()).toEqual([{ by: ana.user.id }]);
  expect([(await undo(ana)).status, (await undo(ana)).status]).toEqual([200, 200]);
  expect(await snoozers()).toEqual([{ by: bo.user.id }]);
});

test("BEY-11 a reply brings back the message and its task; one's own answer and another conversation don't", async () => {
  const ana = await app.signIn();
  const thread = { threadKey: "quote" };
  const [message] = await ana.buildMessages([thread]);
  const { body: task } = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
  });
  await snooze(ana, message, later);
  await ana.patch(`/api/tasks/${task.id}`, { snoozedUntil: later });
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour));

  await ana.buildMessages([{ ...thread, fromOwner: true, sentAt: at(8) }]);
  await ana.buildMessages([{ threadKey: "other", sentAt: at(9) }]);
  expect((await ana.get<Message>(`/api/messages/${message?.id}`)).body.snoozedUntil).toBe(later);
  expect(await board(ana)).toBe(0);
  await ana.buildMessages([{ ...thread, sentAt: at(10) }]);
  expect((await ana.get<Message>(`/api/messages/${message?.id}`)).body.snoozedUntil).toBeNull();
  expect(await board(ana)).toBe(1);
});

test("BEY-11 a snoozed task leaves the board until its time; undo brings it back", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  await ana.patch(`/api/tasks/${task.id}`, { snoozedUntil: later });
  expect(await board(ana)).toBe(0);
  expect((await undo(ana)).body.summary).toBe("Snoozed “A task”");
  expect(await board(ana)).toBe(1);

  await ana.patch(`/api/tasks/${task.id}`, { snoozedUntil: later });
  await timePasses();
  expect(await board(ana)).toBe(1);
});

test("BEY-11 BEY-18 screens hear once of what comes back together, and nobody hears of another's private messages", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([{}, {}, {}]);
  const path = `/api/teams/${ana.teamId}/messages`;
  const ids = (await ana.get<Message[]>(path)).body.map(({ id }) => id);
  const { pool } = app.running.services;
  await pool.query("update messages set visible_to = $2 where id = $1", [ids[0], ana.user.id]);
  const tasks = [await ana.buildTask(), await ana.buildTask()];
  await pool.query("update messages set snoozed_until = $2 where team_id = $1", [ana.teamId, later]);
  await pool.query("update tasks set snoozed_until = $2 where team_id = $1", [ana.teamId, later]);
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("listen zippy_live");
  const heard: { type: string; id: string; onlyFor?: string }[] = [];
  client.on("notification", ({ payload }) => {
    const event = JSON.parse(payload ?? "{}");
    if (event.teamId === ana.teamId) heard.push(event);
  });

  await timePasses();

  await client.query("select");
  await client.end();
  const known = (type: string) => heard.filter((event) => event.type === type);
  expect(known("message_updated").filter(({ onlyFor }) => onlyFor)).toMatchObject([
    { id: ids[0], onlyFor: ana.user.id, single: true },
  ]);
  expect(known("message_updated").filter(({ onlyFor }) => !onlyFor)).toHaveLength(1);
  expect(known("task_updated")).toHaveLength(1);
  const { rows } = await pool.query<{ id: string }>(
    "select subject_id as id from events where team_id = $1 and type = 'snooze_ended'",
    [ana.teamId],
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids, ...tasks.map(({ id }) => id)].sort());
});

test("API-3 another team's message can't be snoozed", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const [message] = await ana.buildMessages([{}]);
  expect((await snooze(eve, message, later)).status).toBe(404);
});
