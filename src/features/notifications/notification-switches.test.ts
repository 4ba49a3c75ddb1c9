import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type SubscribedBrowser, startPushService } from "../../../test/stand-ins/push-service";
import { type Person, shortenPauses, startTestApp } from "../../../test/support/test-app";
import { hour } from "../../shared/durations";
import type { Import } from "../imports/contract";
import { recordFacts } from "../journal/service";
import type { Meeting } from "../meetings/contract";
import { wakeTasks } from "../tasks/service";
import {
  type NotificationList,
  type NotificationType,
  notificationTypes,
  type PushBrowser,
} from "./contract";

shortenPauses();
const service = await startPushService();
const app = await startTestApp();
const { db, pool, notices } = app.running.services;
/** The journal is looked at every two seconds, and then what waits for browsers. */
const soon = { timeout: 20_000 };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const bell = async (person: Person) =>
  (await person.get<NotificationList>(`/api/teams/${person.teamId}/notifications`)).body.items.map(
    ({ type }) => type,
  );

/** Subscribes a browser of somebody's. */
async function browserOf(person: Person) {
  await person.post("/api/notifications/push/keys");
  const browser = service.subscribe();
  const added = await person.post<PushBrowser>("/api/notifications/push/browsers", browser.subscription);
  expect(added.status).toBe(200);
  return { ...browser, id: added.body.id };
}

/** Somebody with a browser and a team of their own, who has turned off some types. */
async function reader(off: NotificationType[]) {
  const person = await app.signIn();
  const browser = await browserOf(person);
  expect((await person.patch("/api/notifications/choice", { off, quiet: null })).status).toBe(200);
  return { person, browser };
}

/** A second member of somebody's team. */
async function colleagueOf(person: Person): Promise<Person> {
  const { body } = await person.post<{ token: string }>(`/api/teams/${person.teamId}/invitations`, {
    role: "member",
  });
  const other = await app.signIn();
  expect((await other.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  return Object.assign(other, { teamId: person.teamId });
}

/** A meeting whose transcription has ended, with this status. */
async function transcribed({ post, teamId }: Person, status: string): Promise<void> {
  const { body } = await post<Meeting>(`/api/teams/${teamId}/meetings`, { title: "Weekly" });
  await pool.query("update meetings set status = $2 where id = $1", [body.id, status]);
  await recordFacts(db, { teamId, userId: null }, [{ type: "meeting_extracted", subjectId: body.id }]);
}

/** The headings of what a browser has shown, which name the type. */
const titlesOf = (browser: SubscribedBrowser) =>
  browser.texts().map((one) => (one as { title: string }).title);

/** Makes what each type tells happen to somebody. */
const happens: Record<NotificationType, (person: Person) => Promise<unknown>> = {
  assigned: async (person) => {
    const bo = await colleagueOf(person);
    const task = { title: "Send quote", assigneeId: person.user.id };
    expect((await bo.post(`/api/teams/${person.teamId}/tasks`, task)).status).toBe(200);
  },
  mentioned: async (person) => {
    const task = await person.buildTask({ title: "Send quote" });
    const bo = await colleagueOf(person);
    const comment = { body: "Look at this", mentions: [person.user.id] };
    expect((await bo.post(`/api/tasks/${task.id}/comments`, comment)).status).toBe(200);
  },
  due_soon: async (person) => {
    await person.buildTask({ title: "Pay the rent", dueDate: inMs(3 * hour) });
    await notices.collectDue();
  },
  snooze_back: async (person) => {
    const task = await person.buildTask({ title: "Asleep", snoozedUntil: inMs(hour) });
    await pool.query("update tasks set snoozed_until = now() where id = $1", [task.id]);
    await wakeTasks(db);
  },
  meeting_ready: (person) => transcribed(person, "completed"),
  meeting_partly: (person) => transcribed(person, "partly_transcribed"),
  integration_broken: async (person) => {
    await pool.query(
      `with a as (insert into accounts (team_id, provider, external_id) values ($1, 'imap', $2) returning id)
       insert into connections
         (account_id, team_id, provider, external_id, name, connected_by, history_since, status)
       select id, $1, 'imap', $2, 'ana@example.com', $3, now(), 'reconnect' from a`,
      [person.teamId, randomUUID(), person.user.id],
    );
    await notices.collectDue();
  },
  run_finished: async (person) => {
    const content =
      "From: Bo <bo@example.org>\nTo: ana@example.com\nSubject: Hello\n" +
      "Date: Mon, 16 Nov 2026 09:00:00 +0000\nMessage-ID: <hello@example.org>\n\nGood morning.\n";
    const path = `/api/teams/${person.teamId}/imports`;
    const { body } = await person.upload<Import>(path, [{ name: "hello.eml", content }]);
    expect((await person.post(`${path}/${body.id}/start`)).status).toBe(200);
    const status = async () => (await person.get<Import>(`${path}/${body.id}`)).body.status;
    await expect.poll(status, soon).toBe("completed");
  },
  limit_near: async (person) => {
    await pool.query(
      `insert into message_usage (team_id, month, messages)
       values ($1, date_trunc('month', now() at time zone 'utc'), 9000)`,
      [person.teamId],
    );
    await notices.collectDue();
  },
};

test.each(notificationTypes)(
  "BEY-9 %s stays away from the bell and the browser of who has turned it off, and reaches who has only it on",
  async (type) => {
    const off = await reader([type]);
    const on = await reader(notificationTypes.filter((other) => other !== type));
    await happens[type](off.person);
    // What happens later is collected later.
    await happens[type](on.person);
    await expect.poll(() => bell(on.person), soon).toEqual([type]);
    await expect.poll(() => on.browser.pushes.length, soon).toBe(1);
    expect(await bell(off.person)).not.toContain(type);
    const { rows } = await pool.query(
      "select n.type from pending_pushes p join notifications n on n.id = p.notification_id where n.user_id = $1",
      [off.person.user.id],
    );
    expect(rows.map((row) => row.type)).not.toContain(type);
    expect(titlesOf(off.browser)).not.toContain(titlesOf(on.browser)[0]);
  },
);

test("BEY-9 a browser whose notifications are turned off gets none, and the person's other one does", async () => {
  const { person, browser } = await reader([]);
  const other = await browserOf(person);
  expect((await person.delete(`/api/notifications/push/browsers/${browser.id}`)).status).toBe(200);
  await happens.assigned(person);
  await expect.poll(() => other.pushes.length, soon).toBe(1);
  expect(browser.pushes).toEqual([]);
});

test("BEY-9 what is in the bell already stays there when its type is turned off", async () => {
  const { person } = await reader([]);
  await happens.due_soon(person);
  await person.patch("/api/notifications/choice", { off: ["due_soon"], quiet: null });
  expect(await bell(person)).toEqual(["due_soon"]);
});
