import { describe, expect, test } from "vitest";
import { localKey } from "../../../test/support/local-key";
import { startTestApp } from "../../../test/support/test-app";
import type { Area } from "../areas/contract";
import type { Message } from "../inbox/contract";
import type { JournalEntry } from "../journal/contract";
import type { Task, TaskContextItem } from "../tasks/contract";
import { quadrantOf, quadrantOrder } from "../tasks/quadrants";
import type { Team } from "../teams/contract";
import { analyze } from "../triage/engine";
import { demoHours } from "./contract";
import { demoMessages } from "./demo-messages";

const app = await startTestApp({ DEMO_LIMIT: "1000" });
const { pool, demo } = app.running.services;

interface Answer<T> {
  status: number;
  body: T & { message?: string };
  headers: Headers;
}

/** A signed-out browser that keeps its cookies. */
function openBrowser(url = app.url) {
  let cookie = "";
  async function send<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const form = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && !form && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const set = response.headers.get("set-cookie");
    if (set) cookie = set.split(";", 1)[0] as string;
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  }
  return {
    send,
    get: <T>(path: string) => send<T>("GET", path),
    post: <T>(path: string, body?: unknown) => send<T>("POST", path, body),
    /** The session token from the cookie. */
    token: () => cookie.split("=")[1] as string,
  };
}

interface StartedDemo {
  user: { id: string; email: string; demoEndsAt: string };
  teamId: string;
}

/** A browser with a new demo. */
async function openDemo(timeZone?: string) {
  const browser = openBrowser();
  const { status, body } = await browser.post<StartedDemo>("/api/demo", timeZone && { timeZone });
  expect(status).toBe(200);
  return { ...browser, ...body };
}

const messagesOf = async ({ get, teamId }: Awaited<ReturnType<typeof openDemo>>) =>
  (await get<Message[]>(`/api/teams/${teamId}/messages?limit=50`)).body;
const tasksOf = async ({ get, teamId }: Awaited<ReturnType<typeof openDemo>>) =>
  (await get<Task[]>(`/api/teams/${teamId}/tasks?limit=100`)).body;

/** Number of rows left per table for a team or person. Omits tables without any. */
async function rowsLeft({ user, teamId }: Pick<StartedDemo, "teamId"> & { user: { id: string } }) {
  const { rows } = await pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and (column_name in ('team_id', 'user_id', 'assignee_id', 'created_by')
       or (table_name in ('users', 'teams') and column_name = 'id'))`,
  );
  const left: Record<string, number> = {};
  for (const { table_name, column_name } of rows) {
    const counted = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table_name} where ${column_name} = any($1)`,
      [[user.id, teamId]],
    );
    const count = counted.rows[0]?.count ?? 0;
    if (count > 0) left[table_name] = Math.max(left[table_name] ?? 0, count);
  }
  return left;
}

describe("what a visitor gets", () => {
  test("BEY-6 areas with facts, each with messages, and a chat about one that answers", async () => {
    const { get, post, teamId } = await openDemo();
    const { body: areas } = await get<Area[]>(`/api/teams/${teamId}/areas`);
    expect(areas.map(({ name }) => name)).toEqual(["Copperleaf Foods", "Pell Harrow", "The studio"]);
    expect(areas.filter(({ counts }) => counts.messages === 0)).toEqual([]);
    const question = { message: "What does the landlord's agent say about the rent?", areaId: areas[2]?.id };
    const { body } = await post<{ answer: { kind: string } }>(`/api/teams/${teamId}/chat`, question);
    expect(body.answer.kind).toBe("quotes");
  });

  test("ROUTE-8 a visitor without a session owns a new team for 24 hours", async () => {
    const before = Date.now();
    const visit = await openDemo();

    const { body: user } = await visit.get<StartedDemo["user"]>("/api/auth/user");
    expect(user).toEqual(visit.user);
    const lasts = Date.parse(user.demoEndsAt) - before;
    expect(demoHours).toBe(24);
    expect(lasts).toBeGreaterThanOrEqual(demoHours * 3_600_000);
    expect(lasts).toBeLessThan(demoHours * 3_600_000 + 60_000);
    const { body: teams } = await visit.get<Team[]>("/api/teams");
    expect(teams).toEqual([
      expect.objectContaining({ id: visit.teamId, name: "Demo team", role: "owner", current: true }),
    ]);
  });

  test("ROUTE-8 the session cookie ends with the demo and is inaccessible to scripts", async () => {
    const { headers, body } = await openBrowser().post<StartedDemo>("/api/demo");
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^zippy_session=[\w-]{43};/);
    expect(cookie).toMatch(/HttpOnly/i);
    const expires = /Expires=([^;]+)/i.exec(cookie)?.[1] as string;
    expect(Date.parse(expires)).toBe(Math.floor(Date.parse(body.user.demoEndsAt) / 1000) * 1000);
  });

  test("ROUTE-8 the inbox contains messages from several channels, each analyzed by the embedded engine", async () => {
    const visit = await openDemo("Europe/Berlin");
    const messages = await messagesOf(visit);

    const current = messages.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < 14 * 86_400_000);
    expect(current).toHaveLength(messages.length);
    expect(messages.length).toBeGreaterThanOrEqual(18);
    expect(messages.length).toBeLessThanOrEqual(40);
    expect(new Set(messages.map(({ channel }) => channel))).toEqual(new Set(["gmail", "slack", "whatsapp"]));
    const { rows } = await pool.query<{
      id: string;
      recipients: { to: string[] };
      bulk: boolean;
      own: boolean;
    }>("select id, recipients, bulk, from_owner as own from messages where team_id = $1", [visit.teamId]);
    for (const message of messages) {
      const row = rows.find(({ id }) => id === message.id);
      const { evidence, ...analysis } = analyze({
        content: message.content,
        subject: message.subject,
        from: { name: message.sender, address: message.senderAddress },
        to: row?.recipients.to ?? [],
        cc: [],
        sentAt: new Date(message.createdAt),
        channel: message.channel,
        bulk: row?.bulk ?? false,
        fromOwner: row?.own ?? false,
        timeZone: "Europe/Berlin",
      });
      const deal = message.contact !== null && message.contact.openDeals > 0;
      expect(message.aiAnalysis).toMatchObject({ ...analysis, ...(deal && { importance: "important" }) });
      expect(Object.keys(message.aiAnalysis?.evidence ?? {}).sort()).toEqual(Object.keys(evidence).sort());
    }
  });

  test("ROUTE-8 all four quadrants contain tasks, and tasks made from messages show their text", async () => {
    const visit = await openDemo();
    const tasks = (await tasksOf(visit)).filter(({ status }) => status !== "resolved");

    expect(tasks.length).toBeGreaterThanOrEqual(8);
    expect(tasks.length).toBeLessThanOrEqual(10);
    expect(new Set(tasks.map(quadrantOf))).toEqual(new Set(quadrantOrder));
    const made = tasks.filter(({ messageId }) => messageId !== null);
    expect(made.length).toBeGreaterThanOrEqual(2);
    for (const task of made) {
      const { body: source } = await visit.get<Message>(`/api/messages/${task.messageId}`);
      expect(source.status).toBe("processed");
      expect(task.title).toBe(source.aiAnalysis?.taskTitle);
      expect(task.evidence.length).toBeGreaterThan(0);
      for (const { part, start, end, quote } of task.evidence.filter((one) => one.sourceType === "message"))
        expect((part === "subject" ? source.subject : source.content)?.slice(start, end)).toBe(quote);
      const { body: context } = await visit.get<TaskContextItem[]>(`/api/tasks/${task.id}/context`);
      expect(context[0]).toMatchObject({ type: "message", id: task.messageId });
    }
  });

  test("ROUTE-8 three messages with a task are waiting, as the guide requires", async () => {
    const messages = await messagesOf(await openDemo());
    const waiting = messages.filter(({ status, aiAnalysis }) => status === "new" && aiAnalysis?.hasTask);
    expect(waiting.length).toBeGreaterThanOrEqual(3);
  });

  test("ROUTE-8 visitors can undo their own changes, but not the initial data", async () => {
    const visit = await openDemo();
    const undo = () => visit.post<JournalEntry>(`/api/teams/${visit.teamId}/journal/undo`, {});
    expect(await undo()).toMatchObject({ status: 404, body: { message: "There's nothing to undo." } });

    const [task] = await tasksOf(visit);
    await visit.send("PATCH", `/api/tasks/${task?.id}`, { title: "Another title" });
    expect((await undo()).status).toBe(200);
    expect((await tasksOf(visit)).map(({ title }) => title)).toContain(task?.title);
    expect((await undo()).status).toBe(404);
  });
});

describe("analysis of the sample messages", () => {
  /** The expected task title; null if there is nothing to do. */
  const expected: Record<string, [quadrant: string, title: RegExp] | null> = {
    "Signed contract for phase two": ["do_first", /^Send Marta the signed contract by tomorrow noon$/],
    "Invoice 2207 is overdue": ["do_first", /^Pay the invoice by \w+day$/],
    "Seven layouts we liked this week": null,
    "New lease for the studio": ["schedule", /^Review the contract in the next two weeks$/],
    "Packaging for our autumn range": ["schedule", /^Send Ines a quote by \w+day$/],
    "Backup completed": null,
    "Re: Plan for phase two": ["schedule", /^Send Marta the cost estimate for the photo shoot by \w+day$/],
    "Plan for phase two": null,
    "20% off every desk lamp until Sunday": null,
    "Insurance for the studio": ["schedule", /^Compare the two offers in the shared folder/],
    "The new signs": null,
    "The checkout of the Copperleaf": ["do_first", /^Call the hosting company$/],
    "Hello, I am at your door": ["delegate", /^Call Sami back$/],
    "The coffee machine works": null,
    "Hey, please let me know": [
      "delegate",
      /^Tell Noor whether you are coming to the team lunch by tomorrow noon$/,
    ],
    "Could you bring the projector": ["delegate", /^Bring the projector to the workshop on \w+day$/],
    "Whenever you have a moment": ["delete_defer", /^Look over the draft of the about page$/],
    "Thank you so much for the": null,
    "The photos of the fair": null,
    "Could you send me the photos": ["delegate", /^Send Jonas the photos of the picnic by \w+day/],
    "I am getting noodles": null,
    "Happy birthday to your sister": null,
  };
  const moments = [
    ["2026-11-21T09:56:00Z", "UTC"],
    ["2026-11-20T20:30:00Z", "Europe/Lisbon"],
    ["2026-11-23T04:30:00Z", "America/Los_Angeles"],
    ["2027-02-26T23:10:00Z", "Asia/Tokyo"],
  ] as const;

  test.each(moments)(
    "ROUTE-8 finds the task in each message that has one, and none in the others, at %s in %s",
    (at, zone) => {
      const messages = demoMessages(new Date(at), zone).map(({ incoming }) => incoming);
      for (const [start, wanted] of Object.entries(expected)) {
        const [found, ...more] = messages.filter(({ subject, content }) =>
          subject === null ? content.startsWith(start) : subject === start,
        );
        expect(more).toEqual([]);
        const analysis = found?.analysis;
        expect(
          analysis && (analysis.hasTask ? [quadrantOf(analysis), analysis.taskTitle] : null),
          start,
        ).toEqual(wanted && [wanted[0], expect.stringMatching(wanted[1])]);
      }
      expect(messages).toHaveLength(Object.keys(expected).length);
    },
  );

  test("ROUTE-8 deadlines are later than their messages, and days are working days", () => {
    for (const [at, zone] of moments)
      for (const { incoming } of demoMessages(new Date(at), zone)) {
        const due = incoming.analysis?.dueDate;
        if (due) expect(Date.parse(due)).toBeGreaterThan(incoming.sentAt.getTime());
        expect(incoming.content).not.toMatch(/by S(un|atur)day|on S(un|atur)day/);
      }
  });
});

describe("isolation between visitors", () => {
  test("ROUTE-8 every visitor has a separate team, and other teams return 404", async () => {
    const [ana, bo] = [await openDemo(), await openDemo()];
    expect(bo.teamId).not.toBe(ana.teamId);
    const [task] = await tasksOf(ana);
    const [message] = await messagesOf(ana);

    for (const path of [
      `/api/teams/${ana.teamId}/messages`,
      `/api/teams/${ana.teamId}/tasks`,
      `/api/teams/${ana.teamId}/members`,
      `/api/tasks/${task?.id}`,
      `/api/messages/${message?.id}`,
    ])
      expect((await bo.get(path)).status, path).toBe(404);
    expect((await bo.send("PATCH", `/api/tasks/${task?.id}`, { title: "Mine now" })).status).toBe(404);
    expect((await tasksOf(bo)).map(({ id }) => id)).not.toContain(task?.id);
  });

  test("ROUTE-8 rejects what the demo leaves out with an explanation", async () => {
    const visit = await openDemo();
    const owner = await app.signIn();
    const { body: invitation } = await owner.post<{ token: string }>(
      `/api/teams/${owner.teamId}/invitations`,
      { role: "member" },
    );
    const archive = new FormData();
    archive.append("files", new Blob(["From: bo@example.org\n\nHello.\n"]), "hello.eml");
    const refused = {
      status: 403,
      body: {
        message: "The demo doesn't include this. Start a free trial to use it with your own team.",
        code: "forbidden",
      },
    };

    expect(await visit.post(`/api/teams/${visit.teamId}/imports`, archive)).toMatchObject(refused);
    expect(await visit.post(`/api/teams/${visit.teamId}/invitations`, { role: "member" })).toMatchObject(
      refused,
    );
    expect(await visit.post("/api/teams", { name: "Another team" })).toMatchObject(refused);
    expect(await visit.post(`/api/invitations/${invitation.token}/accept`, {})).toMatchObject(refused);
  });

  test("ROUTE-8 starting again in the same browser ends the previous demo", async () => {
    const browser = openBrowser();
    const { body: first } = await browser.post<StartedDemo>("/api/demo");
    const token = browser.token();
    const { body: second } = await browser.post<StartedDemo>("/api/demo");

    expect(second.teamId).not.toBe(first.teamId);
    expect(await rowsLeft(first)).toEqual({});
    expect((await browser.get<StartedDemo["user"]>("/api/auth/user")).body.id).toBe(second.user.id);
    const old = await fetch(`${app.url}/api/auth/user`, { headers: { cookie: `zippy_session=${token}` } });
    expect(old.status).toBe(401);
  });

  test("ROUTE-8 a signed-in user gets an explanation and stays signed in", async () => {
    const person = await app.signIn();
    const { status, body } = await person.post<{ message: string }>("/api/demo");
    expect(status).toBe(409);
    expect(body.message).toBe("You're signed in. Sign out before you open the demo.");
    expect((await person.get("/api/auth/user")).status).toBe(200);
  });

  test("ROUTE-8 an unknown time zone counts as UTC", async () => {
    expect((await messagesOf(await openDemo("Moon/Crater"))).length).toBeGreaterThan(0);
  });
});

describe("cleanup", () => {
  test("ROUTE-8 signing out removes the visitor, the team and all its data", async () => {
    const visit = await openDemo();
    await visit.post(`/api/teams/${visit.teamId}/tasks`, { title: "A task", assigneeId: visit.user.id });
    expect(Object.keys(await rowsLeft(visit))).toEqual(
      expect.arrayContaining(["users", "teams", "messages", "tasks", "sessions", "events", "journal"]),
    );
    expect((await visit.post("/api/logout")).status).toBe(200);

    expect(await rowsLeft(visit)).toEqual({});
    expect((await visit.get("/api/auth/user")).status).toBe(401);
  });

  test("ROUTE-8 the hourly job removes ended demos only", async () => {
    const [ended, running, person] = [await openDemo(), await openDemo(), await app.signIn()];
    await pool.query("update users set demo_ends_at = now() - interval '1 second' where id = $1", [
      ended.user.id,
    ]);
    await demo.removeEnded();

    expect(await rowsLeft(ended)).toEqual({});
    expect((await ended.get("/api/auth/user")).status).toBe(401);
    expect((await messagesOf(running)).length).toBeGreaterThan(0);
    expect((await person.get("/api/auth/user")).status).toBe(200);
    const { rows } = await pool.query("select cron from pgboss.schedule where name = 'ended-demos'");
    expect(rows).toEqual([{ cron: "7 * * * *" }]);
  });

  test("ROUTE-8 signing in from a demo opens an empty team and removes the demo", async () => {
    const visit = await openDemo();
    const { body: token } = await visit.post<{ idToken: string }>("/api/auth/local/token", {
      email: `mira.${Date.now()}@example.com`,
      name: "Mira Holt",
      key: localKey,
    });
    expect((await visit.post("/api/auth/verify", { idToken: token.idToken })).status).toBe(200);

    expect(await rowsLeft(visit)).toEqual({});
    const { body: teams } = await visit.get<Team[]>("/api/teams");
    expect(teams.map(({ name }) => name)).toEqual(["Mira's team"]);
    for (const list of ["messages", "tasks"])
      expect((await visit.get(`/api/teams/${teams[0]?.id}/${list}`)).body).toEqual([]);
  });
});

describe("rate limit", () => {
  test("ROUTE-8 limits demos per address and hour, and says when to try again", async () => {
    const limited = await startTestApp({ DEMO_LIMIT: "2" });
    for (const _ of ["first", "second"])
      expect((await openBrowser(limited.url).post("/api/demo")).status).toBe(200);

    const refused = await openBrowser(limited.url).post("/api/demo");
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(
      /^Too many attempts from your network\. Try again in \d+ minutes\.$/,
    );
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });

  test("ROUTE-8 a limit of 0 turns the demo off", async () => {
    const closed = await startTestApp({ DEMO_LIMIT: "0" });
    const { status, body } = await openBrowser(closed.url).post("/api/demo");
    expect(status).toBe(404);
    expect(body.message).toBe("This Zippy doesn't offer a demo.");
  });
});
