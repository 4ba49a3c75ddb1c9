import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Message } from "../inbox/contract";
import type { JournalEntry } from "../journal/contract";
import type { Import, ImportProblem } from "./contract";

const app = await startTestApp();

const mail = (n: number, body = `Please send me report ${n} by Friday.`, headers = ""): string =>
  `From: Bo Lind <bo@example.org>\nTo: ana@example.com\nSubject: Report ${n}\nDate: Mon, 16 Nov 2026 09:0${n % 10}:00 +0000\nMessage-ID: <${n}@example.org>\n${headers}\n${body}\n`;
const mbox = (...mails: string[]): string =>
  mails.map((text) => `From bo@example.org Mon Nov 16 09:00:00 2026\n${text}\n`).join("");

const path = (person: Person, rest = ""): string => `/api/teams/${person.teamId}/imports${rest}`;

async function finished(person: Person, id: string): Promise<Import> {
  for (;;) {
    const { body } = await person.get<Import>(path(person, `/${id}`));
    if (body.status === "completed" || body.status === "failed") return body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function importAll(
  person: Person,
  files: { name: string; content: string | Uint8Array<ArrayBuffer> }[],
): Promise<Import> {
  const { body: counted } = await person.upload<Import>(path(person), files);
  await person.post(path(person, `/${counted.id}/start`));
  return finished(person, counted.id);
}

test("the dry run stores nothing, the start stores and analyzes everything, and a repeat adds nothing", async () => {
  const ana = await app.signIn();
  const files = [
    { name: "inbox.mbox", content: mbox(mail(1), mail(2), mail(2)) },
    { name: "one.eml", content: mail(3) },
  ];

  const counted = await ana.upload<Import>(path(ana), files);
  expect(counted.body).toMatchObject({ status: "ready", found: 4, new: 3, duplicate: 1, damaged: 0 });
  expect((await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body).toEqual([]);

  await ana.post(path(ana, `/${counted.body.id}/start`));
  const done = await finished(ana, counted.body.id);
  expect(done).toMatchObject({
    status: "completed",
    found: 4,
    processed: 4,
    stored: 3,
    duplicate: 1,
    analysed: 3,
  });

  const again = await ana.upload<Import>(path(ana), files);
  expect(again.body).toMatchObject({ found: 4, new: 0, duplicate: 4 });
  await ana.post(path(ana, `/${again.body.id}/start`));
  expect(await finished(ana, again.body.id)).toMatchObject({ status: "completed", stored: 0, duplicate: 4 });
});

test("an import that fills the disk says so, waits, and goes on by itself once there's room", async () => {
  const ana = await app.signIn();
  await app.running.services.pool.query(
    `create function refuse_second() returns trigger language plpgsql as $$
     begin
       if new.subject = 'Report 2' then
         raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
       end if;
       return new;
     end $$;
     create trigger refuse_second before insert on messages for each row execute function refuse_second()`,
  );
  const files = [{ name: "inbox.mbox", content: mbox(mail(1), mail(2)) }];
  const { body: counted } = await ana.upload<Import>(path(ana), files);
  await ana.post(path(ana, `/${counted.id}/start`));
  await expect
    .poll(async () => (await ana.get<Import>(path(ana, `/${counted.id}`))).body)
    .toMatchObject({
      status: "running",
      error:
        "The server's disk is full. Ask your administrator to make room on it. The import then goes on by itself.",
    });
  await app.running.services.pool.query("drop function refuse_second cascade");
  expect(await finished(ana, counted.id)).toMatchObject({ status: "completed", stored: 2, error: null });
  expect((await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body).toHaveLength(2);
  expect(app.problems.splice(0).filter((line) => !line.includes("No space left"))).toEqual([]);
});

test("an upload belongs to who made it until its start; then the team sees it", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "admin",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`, {});
  const { body: counted } = await ana.upload<Import>(path(ana), [{ name: "one.eml", content: mail(1) }]);

  const own = path(ana, `/${counted.id}`);
  for (const [method, rest] of [
    ["GET", ""],
    ["GET", "/problems"],
    ["GET", "/age"],
    ["POST", "/start"],
    ["DELETE", ""],
  ])
    expect((await bo.send(method as string, `${own}${rest}`)).status).toBe(404);
  expect((await bo.get<Import[]>(path(ana))).body).toEqual([]);
  expect((await ana.get<Import[]>(path(ana))).body).toMatchObject([{ id: counted.id, status: "ready" }]);

  await ana.post(`${own}/start`);
  await finished(ana, counted.id);
  expect((await bo.get<Import[]>(path(ana))).body).toMatchObject([{ id: counted.id, status: "completed" }]);
});

test("an upload has a size limit and its team a quota; a refused one leaves nothing behind", async () => {
  const small = await startTestApp({ UPLOAD_LIMIT: "1", TEAM_UPLOAD_LIMIT: "1" });
  const ana = await small.signIn();
  const halfFull = { name: "half.mbox", content: mbox(mail(1, "x".repeat(600_000))) };
  const tooLarge = { name: "large.mbox", content: mbox(mail(2, "x".repeat(1_200_000))) };
  const refused = { status: 413, body: { code: "too_large" } };
  const blobs = () => readdirSync(join(small.dataDir, "blobs"));

  const large = await ana.upload<{ message: string }>(path(ana), [tooLarge]);
  expect(large).toMatchObject(refused);
  expect(large.body.message).toBe(
    "An upload may have at most 1 MB. Split the archive and upload its parts one after another.",
  );
  expect(blobs()).toEqual([]);

  const first = await ana.upload<Import>(path(ana), [halfFull]);
  expect(first.status).toBe(200);
  const second = await ana.upload<{ message: string }>(path(ana), [halfFull]);
  expect(second).toMatchObject(refused);
  expect(second.body.message).toContain("uploads that aren't imported yet may have at most 1 MB");
  expect(blobs()).toHaveLength(1);

  await ana.delete(path(ana, `/${first.body.id}`));
  expect((await ana.upload(path(ana), [halfFull])).status).toBe(200);
});

/** Empty files for an upload. */
const emptyFiles = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.eml`, content: "" }));

test("empty files count in a team's quota too", async () => {
  const small = await startTestApp({ TEAM_UPLOAD_LIMIT: "1" });
  const ana = await small.signIn();
  const first = await ana.upload<Import>(path(ana), emptyFiles(40));
  expect(first.status).toBe(200);
  expect(await ana.upload(path(ana), emptyFiles(25))).toMatchObject({
    status: 413,
    body: {
      message:
        "Your team's uploads that aren't imported yet may have at most 1 MB. Start or delete one of them first.",
    },
  });
  expect(readdirSync(join(small.dataDir, "blobs"))).toHaveLength(40);
  await ana.delete(path(ana, `/${first.body.id}`));
  expect((await ana.upload(path(ana), emptyFiles(25))).status).toBe(200);
});

test("an upload has at most 10,000 files", async () => {
  const ana = await app.signIn();
  const most = await ana.upload<Import>(path(ana, "?wait=0"), emptyFiles(1001));
  expect([most.status, most.body.fileNames?.length]).toEqual([200, 1001]);
  expect(await ana.upload(path(ana, "?wait=0"), emptyFiles(10_001))).toMatchObject({
    status: 413,
    body: {
      message: "An upload may have at most 10,000 files. Put them into a zip, or upload them in parts.",
    },
  });
  await ana.delete(path(ana, `/${most.body.id}`));
});

test("INB-8 an imported message is analyzed, keeps its time and shows its evidence", async () => {
  const ana = await app.signIn();
  await importAll(ana, [{ name: "one.eml", content: mail(1) }]);

  const [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;

  expect(message).toMatchObject({
    channel: "import",
    sender: "Bo Lind",
    senderAddress: "bo@example.org",
    createdAt: "2026-11-16T09:01:00.000Z",
    aiAnalysis: { hasTask: true },
  });
  for (const evidence of Object.values(message?.aiAnalysis?.evidence ?? {}).flat())
    if (evidence.part === "content")
      expect(message?.content.slice(evidence.start, evidence.end)).toBe(evidence.quote);
  expect(message?.aiAnalysis?.evidence.task).not.toEqual([]);
});

test("the account owner's mail is context and never has a task", async () => {
  const ana = await app.signIn();
  await importAll(ana, [{ name: "sent.eml", content: mail(1).replace("bo@example.org", ana.user.email) }]);

  const [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;

  expect(message?.aiAnalysis?.hasTask).toBe(false);
});

test("lists damaged and unreadable files with reasons and imports the rest", async () => {
  const ana = await app.signIn();
  const cutOff = mail(
    5,
    "--x\nContent-Type: text/plain\n\nHello",
    'Content-Type: multipart/mixed; boundary="x"\n',
  );

  const done = await importAll(ana, [
    { name: "empty.mbox", content: "" },
    { name: "photo.jpg", content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]) },
    { name: "good.mbox", content: mbox(mail(1), mail(2)) },
    { name: "cut.eml", content: cutOff },
  ]);

  expect(done).toMatchObject({ status: "completed", found: 3, stored: 3, damaged: 1 });
  const problems = (await ana.get<ImportProblem[]>(path(ana, `/${done.id}/problems`))).body;
  const of = (name: string) => problems.find(({ where }) => where.startsWith(name));
  expect(of("empty.mbox")?.reason).toContain("empty");
  expect(of("photo.jpg")?.reason).toMatch(/mail/);
  expect(of("cut.eml")).toMatchObject({
    reason: expect.stringContaining("cut off"),
    messageId: expect.any(String),
  });
  const kept = await ana.get<Message>(`/api/messages/${of("cut.eml")?.messageId}`);
  expect(kept.body.content).toContain("Hello");
  expect(kept.body.problem).toContain("cut off");
});

test("a large mail is counted as its import reads it", async () => {
  const ana = await app.signIn();
  const large = mail(
    6,
    `--x\nContent-Type: text/plain\n\n${"The figures are in the appendix.\n".repeat(40_000)}`,
    'Content-Type: multipart/mixed; boundary="x"\n',
  );
  const { body: counted } = await ana.upload<Import>(path(ana), [{ name: "large.eml", content: large }]);
  expect(counted).toMatchObject({ found: 1, new: 1, damaged: 1 });
  const reasonOf = async () =>
    (await ana.get<ImportProblem[]>(path(ana, `/${counted.id}/problems`))).body[0]?.reason;
  const reason = await reasonOf();
  expect(reason).toContain("cut off");
  await ana.post(path(ana, `/${counted.id}/start`));
  expect(await finished(ana, counted.id)).toMatchObject({ stored: 1, damaged: 1 });
  expect(await reasonOf()).toBe(reason);
});

test("rejects missing files, other content types and other teams' imports with an explanation", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const { body: counted } = await ana.upload<Import>(path(ana), [{ name: "one.eml", content: mail(1) }]);

  expect((await ana.upload(path(ana), [])).status).toBe(400);
  expect((await ana.post<{ message: string }>(path(ana), { file: "x" })).status).toBe(415);
  expect((await eve.get(path(ana, `/${counted.id}`))).status).toBe(404);
  expect((await eve.post(path(ana, `/${counted.id}/start`))).status).toBe(404);
  expect((await eve.post(path(eve, `/${counted.id}/start`))).status).toBe(404);
  expect((await eve.delete(path(eve, `/${counted.id}`))).status).toBe(404);
  expect((await eve.upload(path(ana), [{ name: "one.eml", content: mail(1) }])).status).toBe(404);
});

test("an upload can be discarded, and a started import doesn't start twice", async () => {
  const ana = await app.signIn();
  const { body: first } = await ana.upload<Import>(path(ana), [{ name: "one.eml", content: mail(1) }]);
  expect((await ana.delete(path(ana, `/${first.id}`))).status).toBe(200);
  expect((await ana.get(path(ana, `/${first.id}`))).status).toBe(404);

  const { body: second } = await ana.upload<Import>(path(ana), [{ name: "one.eml", content: mail(1) }]);
  await Promise.all([1, 2, 3].map(() => ana.post(path(ana, `/${second.id}/start`))));
  expect(await finished(ana, second.id)).toMatchObject({ stored: 1, processed: 1, duplicate: 0 });
});

test("BEY-2 a whole import can be undone by id and repeated, and messages in use stay", async () => {
  const ana = await app.signIn();
  const files = [{ name: "inbox.mbox", content: mbox(mail(1), mail(2)) }];
  await importAll(ana, files);
  const entry = async () =>
    (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body.find(
      ({ action, undoneAt }) => action === "import.completed" && !undoneAt,
    );
  const undo = async (id?: string) => ana.post(`/api/teams/${ana.teamId}/journal/undo`, id ? { id } : {});
  const list = async () => (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;

  expect((await undo()).status).toBe(404);
  expect((await undo((await entry())?.id)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(await importAll(ana, files)).toMatchObject({ stored: 2 });
  const [message] = await list();
  await ana.patch(`/api/messages/${message?.id}`, { status: "resolved" });
  const { body: undone } = await undo((await entry())?.id);
  expect(undone).toMatchObject({
    summary: "Imported 2 messages, except 1 that has changed since",
  });
  expect((await list()).map(({ id }) => id)).toEqual([message?.id]);

  expect(await importAll(ana, files)).toMatchObject({ stored: 1 });
  const [again] = (await list()).filter(({ id }) => id !== message?.id);
  await ana.post(`/api/messages/${again?.id}/snooze`, { until: "2099-01-01T09:00:00Z" });
  expect((await undo((await entry())?.id)).status).toBe(409);
  expect(await list()).toHaveLength(2);

  expect(await importAll(ana, files)).toMatchObject({ stored: 0 });
  expect(await entry()).toMatchObject({ summary: "Imported no new messages" });
});

test("resumes an import after a crash", async () => {
  const ana = await app.signIn();
  const { body: counted } = await ana.upload<Import>(path(ana), [
    { name: "inbox.mbox", content: mbox(mail(1), mail(2), mail(3)) },
  ]);
  await app.running.services.pool.query(
    "update imports set status = 'running', processed = 1 where id = $1",
    [counted.id],
  );

  expect(await finished(ana, counted.id)).toMatchObject({ status: "completed", processed: 3, stored: 2 });
});

test("counts an upload again whose count a crash interrupted", async () => {
  const ana = await app.signIn();
  const { body: counted } = await ana.upload<Import>(path(ana), [
    { name: "inbox.mbox", content: mbox(mail(1), mail(2)) },
  ]);
  await app.running.services.pool.query("update imports set status = 'counting', found = 1 where id = $1", [
    counted.id,
  ]);

  await expect
    .poll(async () => (await ana.get<Import>(path(ana, `/${counted.id}`))).body)
    .toMatchObject({ status: "ready", found: 2, new: 2 });
});
