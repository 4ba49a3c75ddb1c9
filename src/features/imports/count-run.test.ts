import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { androidLine } from "../../../test/support/sample-exports";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { createParserPool, type MailInspector } from "../inbox/reading/parser-pool";
import type { Import, ImportProblem } from "./contract";
import { createImportCount } from "./count-run";

// Nothing counts in the background here, so that each test decides when and how.
const app = await startTestApp({ ROLE: "web" });
const { db, pool, blobs } = app.running.services;

const path = (person: Person, rest = ""): string => `/api/teams/${person.teamId}/imports${rest}`;
const stored = () => readdirSync(join(app.dataDir, "blobs"));
const get = async (person: Person, { id }: Import) => (await person.get<Import>(path(person, `/${id}`))).body;
const mail = (n: number) =>
  `From: Bo <bo@example.org>\nSubject: Report ${n}\nDate: Mon, 16 Nov 2026 09:00:00 +0000\nMessage-ID: <${n}@example.org>\n\nPlease send report ${n}.\n`;
const mbox = (count: number) =>
  Array.from({ length: count }, (_, n) => `From bo@example.org Mon Nov 16 09:00:00 2026\n${mail(n)}\n`).join(
    "",
  );

/** More than one batch. */
const large = { name: "inbox.mbox", content: mbox(450) };
const counted = { status: "ready", found: 450, new: 450, duplicate: 0, damaged: 0 };

async function upload(person: Person, ...files: { name: string; content: string }[]): Promise<Import> {
  const { status, body } = await person.upload<Import>(path(person, "?wait=0"), files);
  expect(status).toBe(200);
  return body;
}

/** Counts in this process. @param onMails - is called before each batch is inspected. */
async function count(
  { teamId, id }: Import,
  onMails: () => unknown = () => undefined,
  { signal = new AbortController().signal, script }: { signal?: AbortSignal; script?: URL } = {},
): Promise<void> {
  const parser = createParserPool();
  const inspector: MailInspector = {
    async inspect(mails) {
      await onMails();
      return parser.inspect(mails);
    },
  };
  await createImportCount({ db, pool, blobs, inspector, ...(script && { script }) }).run(teamId, id, signal);
  await parser.close();
}

test("an upload is answered before its messages are counted, which shows its progress", async () => {
  const ana = await app.signIn();
  const uploaded = await upload(ana, large);
  expect(uploaded).toMatchObject({ status: "counting", found: 0, read: 0, fileNames: ["inbox.mbox"] });

  const seen: Import[] = [];
  await count(uploaded, async () => seen.push(await get(ana, uploaded)));
  expect(seen.map(({ status }) => status)).toEqual(seen.map(() => "counting"));
  // After the first batch, the progress was stored.
  expect(seen[1]).toMatchObject({ found: 200, new: 200 });
  expect(seen[1]?.read).toBeGreaterThan(0);
  expect(await get(ana, uploaded)).toMatchObject({ ...counted, read: uploaded.size });
});

test("while it is counted, an import can't be started, and nobody else sees it", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "admin",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`, {});
  const uploaded = await upload(ana, large);
  expect(await ana.post(path(ana, `/${uploaded.id}/start`))).toMatchObject({
    status: 409,
    body: { message: "The messages are still being counted. Start the import after that." },
  });
  expect((await bo.get(path(ana, `/${uploaded.id}`))).status).toBe(404);
  expect((await bo.get<Import[]>(path(ana))).body).toEqual([]);
});

test("a count that a stop interrupts begins again and ends with the same figures", async () => {
  const ana = await app.signIn();
  const uploaded = await upload(ana, large);
  const stopping = new AbortController();
  await count(uploaded, () => stopping.abort(), { signal: stopping.signal });
  expect(await get(ana, uploaded)).toMatchObject({ status: "counting" });
  await count(uploaded);
  expect(await get(ana, uploaded)).toMatchObject(counted);
});

test("deleting an upload ends its count, and nothing of it stays", async () => {
  const ana = await app.signIn();
  const before = stored();
  const uploaded = await upload(ana, large);
  expect(stored()).toHaveLength(before.length + 1);
  let batches = 0;
  await count(uploaded, async () => {
    batches++;
    await ana.delete(path(ana, `/${uploaded.id}`));
  });
  expect(batches).toBe(1);
  expect((await ana.get(path(ana, `/${uploaded.id}`))).status).toBe(404);
  expect(stored()).toEqual(before);
});

test("two uploads are counted at the same time", async () => {
  const ana = await app.signIn();
  const chat = { name: "chat.txt", content: androidLine("13/03/2026", "10:15", "Bo", "Fine.") };
  const [first, second] = [await upload(ana, large), await upload(ana, chat)];
  await count(first, async () => {
    await count(second);
    expect((await get(ana, first)).status).toBe("counting");
    expect(await get(ana, second)).toMatchObject({ status: "ready", found: 1 });
  });
  expect(await get(ana, first)).toMatchObject(counted);
});

test("a broken archive is counted as empty, with the reason", async () => {
  const ana = await app.signIn();
  const uploaded = await upload(ana, { name: "broken.zip", content: "PK\u0003\u0004 and nothing else" });
  await count(uploaded);
  expect(await get(ana, uploaded)).toMatchObject({ status: "ready", found: 0 });
  expect((await ana.get<ImportProblem[]>(path(ana, `/${uploaded.id}/problems`))).body).toEqual([
    {
      where: "broken.zip",
      reason: "The zip file is cut off or damaged: the directory at its end is unreadable.",
      messageId: null,
    },
  ]);
});

test("an archive that the reader can't bear gets a sentence and is removed, and stays with who uploaded it", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "admin",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`, {});
  const before = stored();
  const uploaded = await upload(ana, large);
  const greedy = "const all = []; for (;;) all.push(new Array(1000).fill(all.length));";
  await count(uploaded, undefined, { script: new URL(`data:text/javascript,${encodeURIComponent(greedy)}`) });
  expect(await get(ana, uploaded)).toMatchObject({
    status: "failed",
    error:
      "The messages couldn't be counted. Reading inbox.mbox takes too much memory. Leave this file out. Nothing was stored.",
  });
  expect(stored()).toEqual(before);
  expect((await bo.get<Import[]>(path(ana))).body).toEqual([]);
});
