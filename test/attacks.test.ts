import { createECDH, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import yazl from "yazl";
import type { Import } from "../src/features/imports/contract";
import type { Message } from "../src/features/inbox/contract";
import { type Person, startTestApp } from "./support/test-app";

// Attacks that docs/security.md lists and no feature's own test shows.

const app = await startTestApp();

type Answer = { status: number };

/** The statuses of requests sent at the same moment, sorted. */
const atOnce = async (count: number, send: (n: number) => Promise<Answer>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, n) => send(n))))
    .map(({ status }) => status)
    .toSorted();

function browser(n: number) {
  const keys = createECDH("prime256v1");
  const [p256dh, auth] = [keys.generateKeys().toString("base64url"), randomBytes(16).toString("base64url")];
  return { endpoint: `https://push.example.com/${n}`, keys: { p256dh, auth } };
}

test.each<[string, number, (person: Person, n: number) => Promise<Answer>]>([
  [
    "access tokens",
    50,
    (ana, n) =>
      ana.post(`/api/teams/${ana.teamId}/access-tokens`, {
        name: `Token ${n}`,
        areas: ["tasks"],
        readOnly: true,
      }),
  ],
  [
    "outgoing webhooks",
    20,
    (ana, n) =>
      ana.post(`/api/teams/${ana.teamId}/webhooks`, {
        url: `https://example.com/${n}`,
        types: ["task.created"],
      }),
  ],
  ["browsers for push", 20, (ana, n) => ana.post("/api/notifications/push/browsers", browser(n))],
  [
    "saved filters",
    50,
    (ana, n) =>
      ana.post(`/api/teams/${ana.teamId}/saved-filters`, { name: `Filter ${n}`, query: "status=new" }),
  ],
])("API-1 requests at the same moment don't get past the limit of %s", async (_, most, add) => {
  const ana = await app.signIn();
  for (let n = 1; n < most; n++) expect((await add(ana, n)).status).toBe(200);
  expect(await atOnce(8, (n) => add(ana, most + n))).toEqual([200, ...Array<number>(7).fill(409)]);
});

test("INB-3 a message makes one task however many requests for it come at the same moment, and one undo takes it back", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  const create = () => ana.post(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId });
  const statuses = await atOnce(6, create);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const tasks = () => ana.get<unknown[]>(`/api/teams/${ana.teamId}/tasks`);
  expect((await tasks()).body).toHaveLength(1);
  const undone = await atOnce(6, () => ana.post(`/api/teams/${ana.teamId}/journal/undo`, {}));
  expect(undone.filter((status) => status === 200)).toHaveLength(1);
  expect(undone.filter((status) => status >= 500)).toEqual([]);
  expect((await tasks()).body).toEqual([]);
  const messages = await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?limit=50`);
  expect(messages.body.map(({ status }) => status)).toEqual(["new"]);
});

test("TEAM-2 an invitation that several people accept at the same moment lets one in", async () => {
  const ana = await app.signIn();
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  const people = await Promise.all(Array.from({ length: 5 }, () => app.signIn()));
  const statuses = await atOnce(5, (n) =>
    (people[n] as Person).post(`/api/invitations/${body.token}/accept`, {}),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/members`)).body).toHaveLength(2);
});

test("TASK-12 a title can't add lines to a calendar", async () => {
  const ana = await app.signIn();
  const title = "Pay\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Forged\r\nURL:https://evil.example";
  await ana.buildTask({
    title,
    dueDate: new Date(Date.now() + 86_400_000).toISOString(),
    assigneeId: ana.user.id,
  });
  const { body } = await ana.post<{ path: string }>(`/api/teams/${ana.teamId}/calendar-feed`, {});
  const file = await (await fetch(`${app.url}${body.path}`)).text();
  expect(file.replaceAll("\r\n ", "")).toContain("SUMMARY:Pay");
  expect(file.match(/^SUMMARY/gm)).toHaveLength(1);
  expect(file).not.toMatch(/^URL:https:\/\/evil/m);
});

test("TASK-12 control characters of a task aren't in a calendar, where they would end lines or spoil the file", async () => {
  const ana = await app.signIn();
  const words = ["\v", "\f", "\u0085", "\u2028", "\u2029", "\u001e", "\u0007", "\r"].join("BEGIN:VEVENT");
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  await ana.buildTask({ title: `Pay${words}`, description: `One\nTwo${words}`, dueDate });
  const { body } = await ana.post<{ path: string }>(`/api/teams/${ana.teamId}/calendar-feed`, {});
  const file = (await (await fetch(`${app.url}${body.path}`)).text()).replaceAll("\r\n ", "");
  expect(file).toContain("\r\nSUMMARY:Pay BEGIN:VEVENT BEGIN:VEVENT");
  expect(file).toContain("\r\nDESCRIPTION:One\\nTwo BEGIN:VEVENT BEGIN:VEVENT");
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
});

test("TASK-12 a team's name can't add lines to a calendar", async () => {
  const ana = await app.signIn();
  const name = "Depot\r\nEND:VCALENDAR\nBEGIN:VEVENT\rSUMMARY:Forged";
  expect((await ana.patch(`/api/teams/${ana.teamId}`, { name })).status).toBe(200);
  const { body } = await ana.post<{ path: string }>(`/api/teams/${ana.teamId}/calendar-feed`, {});
  const lines = (await (await fetch(`${app.url}${body.path}`)).text()).split(/\r\n|\r|\n/);
  expect(lines.filter((line) => /^(?:END|BEGIN|SUMMARY)/.test(line))).toEqual([
    "BEGIN:VCALENDAR",
    "END:VCALENDAR",
  ]);
});

test("API-3 a value that is nested too deeply is refused with a sentence, also where a form has any fields", async () => {
  const ana = await app.signIn();
  const connect = async (provider: string, depth: number) => {
    const response = await fetch(`${app.url}/api/integrations/${provider}/connect`, {
      method: "POST",
      headers: { cookie: ana.cookie, "content-type": "application/json" },
      body: `{"teamId":"${ana.teamId}","host":${"[".repeat(depth)}${"]".repeat(depth)}}`,
    });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  for (const provider of ["imap", "telegram"]) {
    const inPath = expect.stringMatching(/^host(\.0){49}: This is nested too deeply\.$/);
    expect(await connect(provider, 60)).toEqual([400, inPath]);
    expect(await connect(provider, 400_000)).toEqual([400, "body: This is nested too deeply."]);
  }
});

test("API-3 a megabyte of brackets is refused before it is parsed, also of a stranger", async () => {
  const body = "[".repeat(500_000) + "]".repeat(500_000);
  const send = () =>
    fetch(`${app.url}/api/teams`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const answers = await Promise.all(Array.from({ length: 40 }, send));
  for (const response of answers)
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: "body: This is nested too deeply.", code: "invalid_input", field: "body" },
    ]);
});

test("API-3 of very many fields that a call doesn't have, a refusal names only the first", async () => {
  const ana = await app.signIn();
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field${n}`, n]));
  const path = `/api/teams/${ana.teamId}/chat`;
  const { status, body } = await ana.post<{ message: string }>(path, { message: "Hi", ...many });
  expect(status).toBe(400);
  expect(body.message).toContain("Leave out “field0”, “field1”, ");
  expect(body.message).toMatch(/“field9”, and 19990 more\. This call has no such fields\.$/);
});

const folder = mkdtempSync(join(tmpdir(), "zippy-attacks-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a link in an archive is the text that it holds, never the file it names", async () => {
  const ana = await app.signIn();
  const secret = join(folder, "secret.eml");
  writeFileSync(
    secret,
    "From: eve@example.org\nSubject: Stolen\nDate: Mon, 16 Nov 2026 09:00:00 +0000\n\nStolen",
  );
  const zip = new yazl.ZipFile();
  const link = { mode: 0o120777 };
  for (const target of [secret, "../../../../../../etc/passwd"])
    zip.addBuffer(Buffer.from(target), `${target.length}.eml`, link);
  zip.addBuffer(Buffer.from(folder), "folder", link);
  zip.addBuffer(
    Buffer.from("From: bo@example.org\nSubject: Mine\nDate: Mon, 16 Nov 2026 09:00:00 +0000\n\nHello"),
    "folder/mine.eml",
  );
  zip.end();
  const pieces: Buffer<ArrayBuffer>[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer<ArrayBuffer>);

  const path = `/api/teams/${ana.teamId}/imports`;
  const { body } = await ana.upload<Import>(path, [{ name: "mails.zip", content: Buffer.concat(pieces) }]);
  await ana.post(`${path}/${body.id}/start`);
  await expect
    .poll(async () => (await ana.get<Import>(`${path}/${body.id}`)).body.status, { timeout: 30_000 })
    .toBe("completed");
  const { body: messages } = await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`);
  expect(messages.map(({ subject }) => subject)).toContain("Mine");
  expect(JSON.stringify(messages)).not.toMatch(/Stolen|root:x:/);
});
