import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { Message } from "../inbox/contract";
import type { Task } from "../tasks/contract";
import type { JournalEntry } from "./contract";

const app = await startTestApp();

const undo = (person: Awaited<ReturnType<typeof app.signIn>>, id?: string) =>
  person.post<JournalEntry & { message: string }>(
    `/api/teams/${person.teamId}/journal/undo`,
    id ? { id } : {},
  );

test("BEY-2 repeated undo reverts move, edit and creation, last first", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "First" });
  await ana.patch(`/api/tasks/${task.id}`, { title: "Second" });
  await ana.patch(`/api/tasks/${task.id}`, { urgency: "urgent", importance: "important" });

  expect((await undo(ana)).body.summary).toBe("Moved “Second” to Do First");
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body).toMatchObject({
    title: "Second",
    urgency: "not_urgent",
  });
  await undo(ana);
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe("First");
  await undo(ana);
  expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(404);
  expect((await undo(ana)).status).toBe(404);
});

test("BEY-2 undo without a body takes back one's own last action", async () => {
  const ana = await app.signIn("Ana Berg");
  await ana.post(`/api/teams/${ana.teamId}/tasks`, { title: "Call Bo" });
  const undone = await ana.post<JournalEntry>(`/api/teams/${ana.teamId}/journal/undo`);
  expect([undone.status, undone.body.summary]).toEqual([200, "Added “Call Bo”"]);
});

test("BEY-2 undo restores a deleted task completely", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({
    title: "Keep",
    dueDate: "2026-12-24T18:00:00.000Z",
    assigneeId: ana.user.id,
  });
  await ana.delete(`/api/tasks/${task.id}`);

  await undo(ana);

  const { updatedAt, ...before } = task;
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body).toMatchObject(before);
});

test("BEY-2 undoing Create Task removes the task and makes the message new again", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  const { body: task } = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: ana.teamId,
  });

  expect((await undo(ana)).status).toBe(200);

  expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(404);
  expect((await ana.get<Message>(`/api/messages/${message?.id}`)).body.status).toBe("new");
});

test("a change that was changed again can't be undone: 409 with a sentence, and nothing changes", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "One" });
  await ana.patch(`/api/tasks/${task.id}`, { title: "Two" });
  const [second] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;
  await ana.patch(`/api/tasks/${task.id}`, { title: "Three" });

  const answer = await undo(ana, second?.id);

  expect(answer.status).toBe(409);
  expect(answer.body.message).toContain("has changed since");
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe("Three");
});

test("BEY-2 Activity gets the last 50 of 51 changes, newest first, and the oldest on the next page", async () => {
  const ana = await app.signIn();
  for (let number = 1; number <= 51; number++) await ana.buildTask({ title: `Task ${number}` });
  const path = `/api/teams/${ana.teamId}/journal`;
  const summaries = async (query = "") =>
    (await ana.get<JournalEntry[]>(path + query)).body.map(({ summary }) => summary);

  const last = await summaries();

  expect(last).toEqual(Array.from({ length: 50 }, (_, index) => `Added “Task ${51 - index}”`));
  const oldest = (await ana.get<JournalEntry[]>(path)).body.at(-1);
  expect(await summaries(`?before=${oldest?.id}`)).toEqual(["Added “Task 1”"]);
});

test("BEY-2 a change can be undone for 30 days; an older one stays, and a sentence says why", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "Keep" });
  const [entry] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;
  const age = (time: string) =>
    app.running.services.pool.query(
      "update journal set created_at = now() - $2::interval where team_id = $1",
      [ana.teamId, time],
    );

  await age("30 days 1 minute");
  for (const answer of [await undo(ana, entry?.id), await undo(ana)]) {
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe("You can undo changes for 30 days. This one is older.");
  }
  expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe("Keep");

  await age("29 days 23 hours");
  expect((await undo(ana)).status).toBe(200);
  expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(404);
});

test("a change can be undone only once", async () => {
  const ana = await app.signIn();
  await ana.buildTask();
  const [entry] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;

  const answers = await Promise.all([undo(ana, entry?.id), undo(ana, entry?.id)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("API-3 another team's journal can't be read or undone", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  await ana.buildTask();
  const [entry] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;

  expect((await eve.get(`/api/teams/${ana.teamId}/journal`)).status).toBe(404);
  expect((await eve.post(`/api/teams/${ana.teamId}/journal/undo`, {})).status).toBe(404);
  expect((await undo(eve, entry?.id)).status).toBe(404);
});

test("BEY-3 facts are recorded for creating, completing, reopening, receiving and undoing", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  await ana.patch(`/api/tasks/${task.id}`, { status: "resolved" });
  await undo(ana);
  await ana.buildMessages([{}]);

  const { rows } = await app.running.services.pool.query<{ type: string }>(
    "select type from events where team_id = $1 order by seq",
    [ana.teamId],
  );
  expect(rows.map(({ type }) => type)).toEqual([
    "task_created",
    "task_completed",
    "task_reopened",
    "message_received",
  ]);
});
