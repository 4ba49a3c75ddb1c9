import { expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../test/stand-ins/telegram";
import { connectDirectly } from "../../../test/support/collecting";
import { localKey } from "../../../test/support/local-key";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { retentionJob } from "../../app/retention";
import type { AuditEntry } from "./contract";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });

const logOf = async (owner: Person, query = ""): Promise<AuditEntry[]> => {
  const { status, body } = await owner.get<AuditEntry[]>(`/api/teams/${owner.teamId}/audit-log${query}`);
  expect(status).toBe(200);
  return body;
};
const linesOf = async (owner: Person): Promise<string[]> =>
  (await logOf(owner)).map(({ person, action, about, detail }) =>
    [person?.split(" ")[0], action, about?.split(" ")[0], detail].filter(Boolean).join(" | "),
  );

async function join(owner: Person, name: string, role = "member"): Promise<Person> {
  const person = await app.signIn(name);
  const { body } = await owner.post<{ token: string }>(`/api/teams/${owner.teamId}/invitations`, { role });
  expect((await person.post(`/api/invitations/${body.token}/accept`)).status).toBe(200);
  return person;
}

test("the owner reads who signed in, joined, changed roles and members, and transferred the team", async () => {
  const ana = await app.signIn("Ana");
  const bo = await join(ana, "Bo");
  const cy = await join(ana, "Cy", "admin");
  const members = `/api/teams/${ana.teamId}/members`;
  await ana.patch(`${members}/${bo.user.id}`, { role: "admin" });
  const { body: withdrawn } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await ana.delete(`/api/teams/${ana.teamId}/invitations/${withdrawn.id}`);
  await cy.delete(`${members}/${cy.user.id}`);
  const { body: token } = await ana.post<{ idToken: string }>("/api/auth/local/token", {
    email: bo.user.email,
    name: "Bo",
    key: localKey,
  });
  expect((await bo.post("/api/auth/verify", { idToken: token.idToken })).status).toBe(200);
  await ana.delete(`${members}/${bo.user.id}`);
  const dee = await join(ana, "Dee");
  await ana.post(`/api/teams/${ana.teamId}/owner`, { userId: dee.user.id });

  expect((await ana.get(`/api/teams/${ana.teamId}/audit-log`)).status).toBe(403);
  const seen = await dee.get<AuditEntry[]>(`/api/teams/${ana.teamId}/audit-log`);
  const lines = seen.body.map(({ person, action, about, detail }) =>
    [person?.split(" ")[0], action, about?.split(" ")[0], detail].filter(Boolean).join(" | "),
  );
  expect(lines).toEqual([
    "Ana | team_transferred | Dee",
    "Dee | member_joined | as a member",
    "Ana | invitation_created | for a new member",
    "Ana | member_removed | Bo",
    "Bo | signed_in | Unknown browser",
    "Cy | member_left",
    "Ana | invitation_withdrawn",
    "Ana | invitation_created | for a new member",
    "Ana | role_changed | Bo | now admin",
    "Cy | member_joined | as an admin",
    "Ana | invitation_created | for a new admin",
    "Bo | member_joined | as a member",
    "Ana | invitation_created | for a new member",
    "Ana | signed_in | Unknown browser",
  ]);
  expect(seen.body[0]?.person).toBe(`Ana (${ana.user.email})`);
});

test("connects and deletions are recorded, never with a secret, and a private account only with its channel", async () => {
  const ana = await app.signIn("Ana");
  const [bot, own] = [telegram.addBot(), telegram.addBot()];
  const { id } = await connectDirectly(ana, "telegram", { botToken: bot.token });
  await ana.delete(`/api/integrations/${id}`);
  await connectDirectly(ana, "telegram", { botToken: own.token, onlyMe: true });
  await telegram.happen(own.token, { message: privateMessage() });
  const task = await ana.buildTask({ title: "Old plan" });
  await ana.delete(`/api/tasks/${task.id}`);
  const team = `/api/teams/${ana.teamId}`;
  const data = Buffer.from("Ana: Hello.").toString("base64");
  const transcript = { name: "old.txt", title: "Old meeting", data };
  const meeting = await ana.post<{ id: string }>(`${team}/meetings/transcript`, transcript);
  await ana.delete(`/api/meetings/${meeting.body.id}`);
  const area = await ana.post<{ id: string }>(`${team}/areas`, {
    name: "Old area",
    color: "teal",
    rules: {},
  });
  await ana.delete(`${team}/areas/${area.body.id}`);

  const lines = await linesOf(ana);
  expect(lines.slice(0, 6)).toEqual([
    "Ana | area_deleted | Old area",
    "Ana | meeting_deleted | Old meeting",
    "Ana | task_deleted | Old plan",
    "Ana | account_connected | Telegram, a private account",
    expect.stringMatching(/^Ana \| account_disconnected \| Telegram, ./),
    expect.stringMatching(/^Ana \| account_connected \| Telegram, ./),
  ]);
  for (const { token } of [bot, own]) expect(JSON.stringify(lines)).not.toContain(token.split(":")[1]);
});

test("pages are read newest first; entries are deleted after a year, and other teams' entries never appear", async () => {
  const [ana, eve] = [await app.signIn("Ana"), await app.signIn("Eve")];
  for (let n = 1; n <= 4; n++) {
    const task = await ana.buildTask({ title: `Task ${n}` });
    await ana.delete(`/api/tasks/${task.id}`);
  }
  const first = await logOf(ana, "?limit=2");
  expect(first.map(({ detail }) => detail)).toEqual(["Task 4", "Task 3"]);
  const next = await logOf(ana, `?limit=2&before=${first[1]?.id}`);
  expect(next.map(({ detail }) => detail)).toEqual(["Task 2", "Task 1"]);
  expect((await eve.get(`/api/teams/${eve.teamId}/audit-log?before=${first[0]?.id}`)).status).toBe(400);
  expect((await eve.get(`/api/teams/${ana.teamId}/audit-log`)).status).toBe(404);

  const { db, pool } = app.running.services;
  await pool.query("update audit_log set at = now() - interval '366 days' where id = $1", [next[1]?.id]);
  await pool.query("update audit_log set at = now() - interval '364 days' where id = $1", [next[0]?.id]);
  await retentionJob(db, app.running.services.blobs).run({}, new AbortController().signal);
  expect((await logOf(ana)).map(({ detail }) => detail)).toEqual([
    "Task 4",
    "Task 3",
    "Task 2",
    "Unknown browser",
  ]);
});

test("a download of one's own data is in the log of each of one's teams", async () => {
  const [ana, eve] = [await app.signIn("Ana"), await app.signIn("Eve")];
  const bo = await join(ana, "Bo");
  const { status } = await fetch(`${app.url}/api/auth/user/export`, { headers: { cookie: bo.cookie } });
  expect(status).toBe(200);
  for (const owner of [ana, bo]) expect((await linesOf(owner))[0]).toBe("Bo | own_data_exported");
  expect((await linesOf(eve)).join()).not.toContain("own_data_exported");
});

test("the owner downloads the whole log as a table, and nobody else does", async () => {
  const ana = await app.signIn("Ana");
  const bo = await join(ana, "Bo");
  const task = await ana.buildTask({ title: '=1+1, "odd"' });
  await ana.delete(`/api/tasks/${task.id}`);
  const { pool } = app.running.services;
  await pool.query(
    `insert into audit_log (team_id, person, action, detail)
     select $1, 'Ana', 'task_deleted', 'Task ' || n from generate_series(1, 2100) n`,
    [ana.teamId],
  );
  const download = (person: Person | undefined, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/teams/${ana.teamId}/audit-log/download`, {
      headers: { ...headers, ...(person && { cookie: person.cookie }) },
    });
  const response = await download(ana);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="zippy-audit-log-[\d-]+\.csv"$/,
  );
  const lines = (await response.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe("Time (UTC),Person,Action,About,Detail");
  expect(lines).toHaveLength(1 + 2100 + 4);
  expect(lines[1]).toMatch(/^20\d\d-.+Z,Ana,Deleted a task,,Task 2100$/);
  expect(lines[2101]).toMatch(/Deleted a task,,"'=1\+1, ""odd"""$/);

  const eve = await app.signIn("Eve");
  expect((await download(bo)).status).toBe(403);
  expect((await download(eve)).status).toBe(404);
  expect((await download(undefined)).status).toBe(401);
  expect((await download(ana, { "sec-fetch-site": "cross-site" })).status).toBe(403);
});
