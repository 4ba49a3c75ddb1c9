import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startSpeechServer } from "../../../test/stand-ins/speech-server";
import { type Person, shortenPauses, startTestApp } from "../../../test/support/test-app";
import { hour } from "../../shared/durations";
import type { Import } from "../imports/contract";
import { wakeMessages } from "../inbox/service";
import { recordFacts } from "../journal/service";
import type { Meeting } from "../meetings/contract";
import type { Notification, NotificationList } from "./contract";
import { pathOf } from "./notification-names";

shortenPauses();
const speech = await startSpeechServer(() => [
  { start: 0, end: 4, text: "I will send the revised quote to Harbour Street by Friday." },
]);
const app = await startTestApp(speech.settings);
const { db, pool, notices } = app.running.services;
/** The journal is looked at every two seconds. */
const soon = { timeout: 20_000 };
/** The beginning of a WebM file, so that its content says what it is. */
const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);

/** What the bell tells a person, the newest first. */
const bell = async (person: Person, teamId = person.teamId) => {
  const { body } = await person.get<NotificationList>(`/api/teams/${teamId}/notifications`);
  return body.items.map(({ type, title, subjectId }) => ({ type, title, subjectId }));
};
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Starts a meeting as the recorder does. */
async function record({ post, teamId }: Person, title: string): Promise<Meeting> {
  const { status, body } = await post<Meeting>(`/api/teams/${teamId}/meetings`, {
    ...{ title, status: "recording" },
  });
  expect(status).toBe(200);
  return body;
}

/** Has an engine hear the sound of a meeting. */
async function transcribe({ post }: Person, { id }: Meeting): Promise<void> {
  const audioData = webm.toString("base64");
  const { body } = await post<{ status: string }>(`/api/meetings/${id}/transcribe`, { audioData });
  expect(body.status).toBe("completed");
}

test("BEY-9 a task that is due within a day is notified, once for each date, and none that is done, asleep or deleted", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "Pay the rent", dueDate: inMs(3 * hour) });
  await ana.buildTask({ title: "Late", dueDate: inMs(-hour) });
  await ana.buildTask({ title: "In two days", dueDate: inMs(48 * hour) });
  await ana.buildTask({ title: "Asleep", dueDate: inMs(3 * hour), snoozedUntil: inMs(2 * hour) });
  const done = await ana.buildTask({ title: "Done", dueDate: inMs(3 * hour) });
  await ana.patch(`/api/tasks/${done.id}`, { status: "resolved" });
  const gone = await ana.buildTask({ title: "Gone", dueDate: inMs(3 * hour) });
  await ana.delete(`/api/tasks/${gone.id}`);
  const entry = { type: "due_soon", title: "Pay the rent", subjectId: task.id };
  await notices.collectDue();
  await notices.collectDue();
  expect(await bell(ana)).toEqual([entry]);
  const count = async () =>
    (await ana.get<NotificationList>(`/api/teams/${ana.teamId}/notifications`)).body.items[0]?.count;
  expect(await count()).toBe(1);
  await ana.patch(`/api/tasks/${task.id}`, { dueDate: inMs(5 * hour) });
  await notices.collectDue();
  expect(await count()).toBe(2);
});

test("BEY-9 many tasks that come within a day of their due date together are one entry, named after the first", async () => {
  const ana = await app.signIn();
  const due = (title: string, hours: number) => ana.buildTask({ title, dueDate: inMs(hours * hour) });
  await due("Fourth", 6);
  const first = await due("First", 3);
  for (const title of ["Second", "Third"]) await due(title, 5);
  await notices.collectDue();
  await notices.collectDue();
  const list = async () =>
    (await ana.get<NotificationList>(`/api/teams/${ana.teamId}/notifications`)).body.items;
  const together = { type: "due_soon", subjectType: "tasks", subjectId: first.id, title: "First", count: 4 };
  expect(await list()).toMatchObject([together]);
  expect(pathOf((await list())[0] as Notification)).toBe("/matrix?view=list");
  // A few more have an entry each.
  const later = await due("Later", 7);
  await notices.collectDue();
  expect(await list()).toMatchObject([{ subjectType: "task", subjectId: later.id, count: 1 }, together]);
  // The first task by itself is another item.
  const read = (subjectType: string) =>
    ana.post(`/api/teams/${ana.teamId}/notifications/read`, {
      subjectId: first.id,
      subjectType,
      type: "due_soon",
    });
  await read("task");
  expect((await list()).map((one) => one.read)).toEqual([false, false]);
  await read("tasks");
  expect((await list()).map((one) => one.read)).toEqual([false, true]);
});

test("BEY-9 a meeting that an engine has transcribed is notified; a deleted one and one's own transcript aren't", async () => {
  const ana = await app.signIn();
  const data = Buffer.from("Ana: I will call the bank tomorrow.").toString("base64");
  const pasted = await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings/transcript`, {
    ...{ name: "notes.txt", data, title: "Pasted" },
  });
  expect(pasted.body.status).toBe("completed");
  // As if it had been deleted while its transcription ended.
  const deleted = await record(ana, "Deleted");
  expect((await ana.delete(`/api/meetings/${deleted.id}`)).status).toBe(200);
  await recordFacts(db, { teamId: ana.teamId, userId: null }, [
    { type: "meeting_extracted", subjectId: deleted.id },
  ]);
  const heard = await record(ana, "Weekly");
  await transcribe(ana, heard);
  // Its fact came later than the others.
  const entry = { type: "meeting_ready", title: "Weekly", subjectId: heard.id };
  await expect.poll(() => bell(ana), soon).toEqual([entry]);
});

test("BEY-9 a partial transcription is notified as one, and the complete one after it as ready", async () => {
  const ana = await app.signIn();
  const heard = await record(ana, "Weekly");
  const extracted = async (status: string) => {
    await pool.query("update meetings set status = $2 where id = $1", [heard.id, status]);
    await recordFacts(db, { teamId: ana.teamId, userId: null }, [
      { type: "meeting_extracted", subjectId: heard.id },
    ]);
  };
  const entry = (type: string) => ({ type, title: "Weekly", subjectId: heard.id });
  await extracted("partly_transcribed");
  await expect.poll(() => bell(ana), soon).toEqual([entry("meeting_partly")]);
  await extracted("completed");
  await expect.poll(() => bell(ana), soon).toEqual([entry("meeting_ready")]);
});

test("BEY-9 an account that must be connected again is notified to who connected it, once until it works again", async () => {
  const ana = await app.signIn();
  const { rows } = await pool.query<{ account_id: string }>(
    `with a as (insert into accounts (team_id, provider, external_id) values ($1, 'imap', $2) returning id)
     insert into connections (account_id, team_id, provider, external_id, name, connected_by, history_since)
     select id, $1, 'imap', $2, 'ana@example.com', $3, now() from a returning account_id`,
    [ana.teamId, randomUUID(), ana.user.id],
  );
  const id = rows[0]?.account_id;
  const set = (status: string) =>
    pool.query("update connections set status = $2, last_sync_at = now() where account_id = $1", [
      id,
      status,
    ]);
  await notices.collectDue();
  expect(await bell(ana)).toEqual([]);
  await pool.query("update connections set status = 'reconnect' where account_id = $1", [id]);
  await notices.collectDue();
  await notices.collectDue();
  const entry = { type: "integration_broken", title: "ana@example.com", subjectId: id };
  expect(await bell(ana)).toEqual([entry]);
  const of = () => pool.query("select from notifications where subject_id = $1", [id]);
  expect((await of()).rowCount).toBe(1);
  // It worked since, and breaks again.
  await set("reconnect");
  await notices.collectDue();
  expect((await of()).rowCount).toBe(2);
});

test("BEY-9 BEY-16 an import that has ended is notified to who started it, and none of its messages is", async () => {
  const ana = await app.signIn();
  const content =
    "From: Bo Lind <bo@example.org>\nTo: ana@example.com\nSubject: Report\n" +
    "Date: Mon, 16 Nov 2026 09:00:00 +0000\nMessage-ID: <report@example.org>\n\nPlease send me the report by Friday.\n";
  const path = `/api/teams/${ana.teamId}/imports`;
  const { body: counted } = await ana.upload<Import>(path, [{ name: "report.eml", content }]);
  expect((await ana.post(`${path}/${counted.id}/start`)).status).toBe(200);
  const entry = { type: "run_finished", title: "Imported 1 message", subjectId: counted.id };
  await expect.poll(() => bell(ana), soon).toEqual([entry]);
});

test("BEY-9 BEY-11 a message that comes back from a snooze is notified to who snoozed it", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{ subject: "Quote" }]);
  const snoozed = await ana.post(`/api/messages/${message?.id}/snooze`, { until: inMs(hour) });
  expect(snoozed.status).toBe(200);
  await pool.query("update messages set snoozed_until = now() where id = $1", [message?.id]);
  await wakeMessages(db);
  const entry = { type: "snooze_back", title: "Send the revised quote", subjectId: message?.id };
  await expect.poll(() => bell(ana), soon).toEqual([entry]);
});

test("BEY-9 BEY-11 messages that were snoozed together notify who snoozed them, also when the journal has forgotten it", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([{ subject: "Quote" }, { subject: "Lease" }]);
  const path = `/api/teams/${ana.teamId}/messages`;
  const ids = (await ana.get<{ id: string }[]>(path)).body.map(({ id }) => id);
  const { body } = await ana.post(`${path}/snooze`, { ids, until: inMs(40 * 24 * hour) });
  expect(body).toEqual({ changed: 2 });
  await pool.query("delete from journal where team_id = $1", [ana.teamId]);
  await pool.query("update messages set snoozed_until = now() where team_id = $1", [ana.teamId]);
  await wakeMessages(db);
  const notified = async () => (await bell(ana)).map(({ type, subjectId }) => `${type} ${subjectId}`).sort();
  await expect.poll(notified, soon).toEqual(ids.map((id) => `snooze_back ${id}`).sort());
});
