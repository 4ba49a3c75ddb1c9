import { expect, test } from "vitest";
import { atEnd } from "../../../test/support/at-end";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { createHttpServer } from "../../server/http/http-server";
import { day } from "../../shared/durations";
import { calendarFile } from "./calendar-file";
import { registerFeeds } from "./routes";

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
    TRANSP: "TRANSPARENT",
    URL: `${app.url}/matrix/${mine.id}?team=${ana.teamId}`,
  });
  expect(own?.DESCRIPTION).toMatch(/^One\\nEND:VEVENT\\nlong/);
  const weekly = events.filter(({ SUMMARY }) => SUMMARY === "Every week");
  expect(weekly.length).toBeGreaterThan(20);
  expect(new Set(weekly.map(({ UID }) => UID)).size).toBe(weekly.length);
  expect(events).toHaveLength(weekly.length + 1);
});

test("WORK-3 a task that repeats and has long been overdue keeps its next times in the feed", async () => {
  const ana = await app.signIn();
  await ana.buildTask({
    ...{ title: "Water the plants", dueDate: new Date(Date.now() - 30 * day).toISOString() },
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", timeZone: "Europe/Berlin" },
  });
  await ana.buildTask({ title: "Once", dueDate: new Date(Date.now() - 30 * day).toISOString() });
  const events = eventsIn(await (await read(await create(ana))).text());
  expect(new Set(events.map(({ SUMMARY }) => SUMMARY))).toEqual(new Set(["Water the plants"]));
  const now = compact(new Date().toISOString());
  expect(events.filter(({ DTEND = "" }) => DTEND > now).length).toBeGreaterThan(10);
});

test("WORK-3 the feed escapes the name of the team", async () => {
  const name = "Berg, Lind; and \\ Co";
  const file = await calendarFile(
    { name, teamId: "team", origin: "https://zippy.example.com" },
    [],
    new Date(),
  );
  for (const property of ["NAME", "X-WR-CALNAME"])
    expect(file.split("\r\n")).toContain(`${property}:Berg\\, Lind\\; and \\\\ Co`);
});

test("WORK-3 an unchanged feed answers 304 without reading its tasks; every kind of change has another ETag", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const dueDate = new Date(Date.now() + 2 * day).toISOString();
  const task = await ana.buildTask({ title: "One", dueDate });
  const other = await ana.buildTask({ title: "Other", dueDate });
  const link = await create(ana);
  let etag = (await read(link)).headers.get("etag") as string;
  const same = async (tag: string) => (await read(link, { "if-none-match": tag })).status;
  expect([await same(etag), await same(`"x", W/${etag}`), await same('"x"')]).toEqual([304, 304, 200]);

  const changes: [what: string, make: () => Promise<unknown>][] = [
    ["a title", () => ana.patch(`/api/tasks/${task.id}`, { title: "Two" })],
    ["a due date", () => ana.patch(`/api/tasks/${task.id}`, { dueDate: new Date().toISOString() })],
    ["given to somebody else", () => ana.patch(`/api/tasks/${task.id}`, { assigneeId: bo.user.id })],
    ["undone", () => ana.post(`/api/teams/${ana.teamId}/journal/undo`, {})],
    ["deleted", () => ana.delete(`/api/tasks/${other.id}`)],
    ["restored", () => ana.post(`/api/teams/${ana.teamId}/journal/undo`, {})],
    ["resolved", () => ana.patch(`/api/tasks/${other.id}`, { status: "resolved" })],
    ["added", () => ana.buildTask({ title: "Three", dueDate })],
    ["renamed team", () => ana.patch(`/api/teams/${ana.teamId}`, { name: "Weber Builders" })],
    [
      "out of the week",
      () => pool.query("update tasks set due_date = now() - interval '8 days' where id = $1", [task.id]),
    ],
  ];
  for (const [what, make] of changes) {
    await make();
    const changed = await read(link, { "if-none-match": etag });
    expect([what, changed.status]).toEqual([what, 200]);
    const next = changed.headers.get("etag") as string;
    expect([what, next === etag]).toEqual([what, false]);
    etag = next;
    expect([what, await same(etag)]).toEqual([what, 304]);
  }
});

test("PERF-1 what has the file already costs a calendar's read little: the file isn't written", async () => {
  const wrote: string[] = [];
  const found = {
    etag: '"1"',
    file: async () => {
      wrote.push("file");
      return "BEGIN:VCALENDAR";
    },
  };
  const server = await serverOf({ read: async () => found });
  const get = (headers = {}) => server.inject({ url: `/calendar/${secret}.ics`, headers });
  expect((await get({ "if-none-match": '"1"' })).statusCode).toBe(304);
  expect(wrote).toEqual([]);
  expect((await get()).body).toBe("BEGIN:VCALENDAR");
});

test("WORK-3 API-6 a failure leaves no link in the log", async () => {
  const lines: string[] = [];
  const server = await serverOf(
    {
      read: async () => {
        throw new Error("the database is away");
      },
    },
    lines,
  );
  expect((await server.inject({ url: `/calendar/${secret}.ics` })).statusCode).toBe(500);
  expect(lines.join("")).toContain("the database is away");
  expect(lines.join("")).toContain("/calendar/:secret");
  expect(lines.join("")).not.toContain(secret);
});

const secret = "s".repeat(43);

/** A server with nothing but these feeds, which writes all it logs to `lines`. */
async function serverOf(feeds: Parameters<typeof registerFeeds>[1], lines: string[] = []) {
  const server = await createHttpServer({
    ...{ logLevel: "trace", trustProxy: 0, publicUrl: undefined, isOwnOrigin: () => true },
    logTo: { write: (line) => void lines.push(line) },
  });
  registerFeeds(server, feeds, () => "https://zippy.example.com");
  atEnd(() => server.close());
  return server;
}

test("WORK-3 links are read 60 times a minute from one address at most, also wrong ones, which are all alike", async () => {
  const guarded = await startTestApp();
  const ana = await guarded.signIn();
  const link = (await ana.post<{ path: string }>(path(ana.teamId))).body.path;
  const get = (to: string) => fetch(guarded.url + to);
  const wrong = await get(`/calendar/${"x".repeat(43)}.ics`);
  const malformed = await get("/calendar/x.ics");
  expect([wrong.status, malformed.status]).toEqual([404, 404]);
  expect(await wrong.text()).toBe(await malformed.text());
  const statuses: number[] = [];
  for (let n = 0; n < 60; n++) statuses.push((await get(n % 2 ? "/calendar/x.ics" : link)).status);
  expect(new Set(statuses.slice(0, 58))).toEqual(new Set([200, 404]));
  expect(statuses.slice(58)).toEqual([429, 429]);
  expect(Number((await get(link)).headers.get("retry-after"))).toBeGreaterThan(0);
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
  let turns = 0;
  let isWriting = true;
  const takeTurn = () => {
    turns++;
    if (isWriting) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const file = await calendarFile(
    { name: "Zippy", teamId: "team", origin: "https://zippy.example.com" },
    tasks,
    now,
  );
  isWriting = false;
  // Each task, and the next times of all of them up to a thousand.
  const events = eventsIn(file);
  expect(events.length).toBe(60 + 1000);
  expect(events.filter(({ UID }) => /^\d+@zippy$/.test(UID ?? ""))).toHaveLength(60);
  expect(file.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
  // Others get one for every few events.
  expect(turns).toBeGreaterThan(130);
});
