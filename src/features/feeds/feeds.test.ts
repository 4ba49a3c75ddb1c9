import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { day } from "../../shared/durations";
import { calendarFile } from "./calendar-file";

const app = await startTestApp();
const { pool } = app.running.services;

const path = (teamId: string) => `/api/teams/${teamId}/calendar-feed`;
const create = async (person: Person, teamId = person.teamId) =>
  (await person.post<{ path: string }>(path(teamId))).body.path;
const read = (link: string, headers: Record<string, string> = {}) => fetch(app.url + link, { headers });

/** The events of an iCalendar file, as their properties. Source: RFC 5545, sections 3.1 and 3.3.11. */
function eventsIn(file: string): Record<string, string>[] {
  const lines = file.replaceAll(/\r\n[ \t]/g, "").split("\r\n");
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
    if (line === "BEGIN:VEVENT") events.push({});
    else if (events.length > 0) Object.assign(events.at(-1) as object, { [name]: value });
  }
  return events;
}
const compact = (iso: string) => iso.replaceAll(/[-:]|\.\d+/g, "");

test("WORK-3 the feed has the person's due tasks and nobody's, each as an event, and a recurrence's next times", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await app.signIn("Bo Lind");
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const dueDate = new Date(Math.ceil(Date.now() / day) * day + day).toISOString();
  const mine = await ana.buildTask({
    ...{ title: "Mine; with, marks\\ and ä", description: `One\nEND:VEVENT\n${"long ".repeat(40)}` },
    ...{ dueDate, assigneeId: ana.user.id },
  });
  await ana.buildTask({ title: "Bo's", dueDate, assigneeId: bo.user.id });
  await ana.buildTask({ title: "Done", dueDate, status: "resolved" });
  await ana.buildTask({ title: "Some day" });
  const gone = await ana.buildTask({ title: "Gone", dueDate });
  await ana.delete(`/api/tasks/${gone.id}`);
  await ana.buildTask({
    ...{ title: "Every week", dueDate },
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=0", timeZone: "Europe/Berlin" },
  });

  const answer = await read(await create(ana));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const file = await answer.text();
  expect(file.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true);
  expect(file.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const events = eventsIn(file);
  const own = events.find(({ UID }) => UID === `${mine.id}@zippy`);
  expect(own).toMatchObject({
    SUMMARY: "Mine\\; with\\, marks\\\\ and ä",
    DTEND: compact(dueDate),
    URL: `${app.url}/matrix/${mine.id}`,
  });
  expect(own?.DESCRIPTION).toMatch(/^One\\nEND:VEVENT\\nlong/);
  const weekly = events.filter(({ SUMMARY }) => SUMMARY === "Every week");
  expect(weekly.length).toBeGreaterThan(20);
  expect(new Set(weekly.map(({ UID }) => UID)).size).toBe(weekly.length);
  expect(events).toHaveLength(weekly.length + 1);
});

test("WORK-3 an unchanged feed answers 304; a change has another ETag", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "One", dueDate: new Date(Date.now() + day).toISOString() });
  const link = await create(ana);
  const etag = (await read(link)).headers.get("etag") as string;
  expect((await read(link, { "if-none-match": etag })).status).toBe(304);
  await ana.patch(`/api/tasks/${task.id}`, { title: "Two" });
  const changed = await read(link, { "if-none-match": etag });
  expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
});

test("WORK-3 a link ends when it is renewed or revoked, when its owner leaves, and with the team; only its hash is stored", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const first = await create(ana);
  const second = await create(ana);
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  const { rows } = await pool.query("select * from calendar_feeds where team_id = $1", [ana.teamId]);
  expect(JSON.stringify(rows)).not.toContain(second.split("/").at(-1)?.slice(0, 20));
  expect((await ana.get(path(ana.teamId))).body).toMatchObject({ feed: { lastReadAt: expect.any(String) } });

  const his = await create(bo, ana.teamId);
  expect((await read(his)).status).toBe(200);
  await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`);
  expect((await read(his)).status).toBe(404);
  await ana.delete(path(ana.teamId));
  expect((await read(second)).status).toBe(404);
  expect((await read("/calendar/x.ics")).status).toBe(404);

  const last = await create(ana);
  const { body: teams } = await ana.get<{ name: string }[]>("/api/teams");
  const deleted = await ana.send("DELETE", `/api/teams/${ana.teamId}`, { name: teams[0]?.name });
  expect(deleted.status).toBe(200);
  expect((await read(last)).status).toBe(404);
});

test("PERF-1 a feed of tasks that repeat since long ago doesn't hold up the server", async () => {
  const now = new Date();
  const rules = ["FREQ=DAILY", "FREQ=MONTHLY;BYMONTHDAY=1", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28"];
  const tasks = Array.from({ length: 60 }, (_, index) => ({
    ...{ id: `${index}`, title: "Water", description: "plants ".repeat(1000) },
    ...{ dueDate: new Date(now.getTime() + day), updatedAt: now },
    recurrence: {
      rule: `${rules[index % rules.length]};BYHOUR=9;BYMINUTE=0`,
      ...{ timeZone: "Europe/Berlin", at: "1000-01-05T09:00:00Z" },
    },
  }));
  const held = monitorEventLoopDelay({ resolution: 5 });
  held.enable();
  const file = await calendarFile("Zippy", tasks, "https://zippy.example.com", now);
  held.disable();
  // Each task, and the next times of all of them up to a thousand.
  const events = eventsIn(file);
  expect(events.length).toBe(60 + 1000);
  expect(events.filter(({ UID }) => /^\d+@zippy$/.test(UID ?? ""))).toHaveLength(60);
  expect(file.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
  // A second in all, if nobody else got a turn.
  expect(held.max / 1e6).toBeLessThan(250);
});
