import { expect, test } from "vitest";
import type { Upload } from "../../../test/support/person";
import {
  androidLine,
  slackExport,
  slackMessage,
  telegramAll,
  telegramChat,
  telegramMessage,
} from "../../../test/support/sample-exports";
import { makeZip } from "../../../test/support/sample-zip";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { clockChanges } from "../../../test/support/time/clock-changes";
import type { Message } from "../inbox/contract";
import type { Import, ImportProblem } from "./contract";

const app = await startTestApp();

const path = (person: Person, rest = ""): string => `/api/teams/${person.teamId}/imports${rest}`;
const zone = encodeURIComponent("Europe/Berlin");
const messagesOf = async (person: Person) =>
  (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body;

const count = (person: Person, ...files: Upload[]) => countIn(zone, person, ...files);

async function countIn(zone: string, person: Person, ...files: Upload[]): Promise<Import> {
  const { status, body } = await person.upload<Import>(path(person, `?timeZone=${zone}`), files);
  expect(status).toBe(200);
  return body;
}

async function run(person: Person, { id }: Import, own?: string[]): Promise<Import> {
  const started = await person.post(path(person, `/${id}/start`), own && { own });
  expect(started.status).toBe(200);
  for (;;) {
    const { body } = await person.get<Import>(path(person, `/${id}`));
    if (body.status === "completed" || body.status === "failed") return body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const slackDay = (...messages: unknown[]) => ({ folder: "general", date: "2026-03-02", messages });
const ask = "Please send me the signed contract by Friday.";

/** The same conversations in an early and a later export. */
const exports: Record<string, { early: Upload; late: Upload; found: [number, number] }> = {
  Slack: {
    early: { name: "slack.zip", content: slackExport([slackDay(slackMessage("1772442900.000100", ask))]) },
    late: {
      name: "slack later.zip",
      content: slackExport([
        slackDay(slackMessage("1772442900.000100", ask), slackMessage("1772443900.000200", "Thanks!")),
      ]),
    },
    found: [1, 2],
  },
  WhatsApp: {
    early: { name: "WhatsApp Chat with Bo.txt", content: androidLine("13/03/2026", "10:15", "Bo", ask) },
    late: {
      name: "WhatsApp Chat with Bo (1).txt",
      content: [
        androidLine("13/03/2026", "10:15", "Bo", ask),
        androidLine("14/03/2026", "10:15", "Bo", "Thanks!"),
      ].join("\n"),
    },
    found: [1, 2],
  },
  Telegram: {
    early: { name: "result.json", content: telegramChat([telegramMessage(1, ask)]) },
    late: {
      name: "result.json",
      content: telegramAll([
        {
          name: "Bo",
          type: "personal_chat",
          id: 222,
          messages: [telegramMessage(1, ask), telegramMessage(2, "Thanks!")],
        },
      ]),
    },
    found: [1, 2],
  },
  CSV: {
    early: { name: "a.csv", content: `date,sender,text\n2026-03-13 10:15,Bo,${ask}` },
    late: {
      name: "b.csv",
      content: `date,sender,text\n2026-03-13 10:15,Bo,${ask}\n2026-03-14 10:15,Bo,Thanks!`,
    },
    found: [1, 2],
  },
};

test.each(Object.entries(exports))(
  "BEY-16 %s: is counted first, keeps its original times, and adds nothing twice, even from an overlapping later export",
  async (kind, { early, late, found }) => {
    const ana = await app.signIn();
    const counted = await count(ana, early);
    expect(counted).toMatchObject({
      status: "ready",
      found: found[0],
      new: found[0],
      duplicate: 0,
      damaged: 0,
    });
    expect(counted.notes[0]).toContain(kind === "CSV" ? "is a table" : kind);
    expect(await messagesOf(ana)).toEqual([]);

    expect(await run(ana, counted)).toMatchObject({
      status: "completed",
      stored: found[0],
      analysed: found[0],
    });
    const [message] = await messagesOf(ana);
    expect(message).toMatchObject({ channel: "import", content: ask, aiAnalysis: { hasTask: true } });
    expect(message?.createdAt.slice(0, 7)).toBe("2026-03");

    const again = await count(ana, early);
    expect(again).toMatchObject({ found: found[0], new: 0, duplicate: found[0] });
    expect(await run(ana, again)).toMatchObject({ stored: 0, duplicate: found[0] });

    const overlapping = await count(ana, late);
    expect(overlapping).toMatchObject({ found: found[1], new: 1, duplicate: 1 });
    expect(await run(ana, overlapping)).toMatchObject({ stored: 1, duplicate: 1 });
    expect((await messagesOf(ana)).map(({ content }) => content).sort()).toEqual([ask, "Thanks!"].sort());
  },
);

test("BEY-16 times and days use the user's time zone, in the chat and in the engine", async () => {
  const ana = await app.signIn();
  const chat = androidLine("13/03/2026", "00:30", "Bo", "Please call me today at 5pm.");
  const counted = await count(ana, { name: "chat.txt", content: chat });
  expect(counted.timeZone).toBe("Europe/Berlin");
  await run(ana, counted);
  const [message] = await messagesOf(ana);
  expect(message?.createdAt).toBe("2026-03-12T23:30:00.000Z");
  expect(message?.aiAnalysis?.dueDate).toBe("2026-03-13T16:00:00.000Z");

  const nowhere = await ana.upload<Import>(path(ana, "?timeZone=Atlantis"), [
    { name: "chat.txt", content: chat },
  ]);
  expect(nowhere.body.timeZone).toBe("UTC");
});

test("BEY-16 asks who you are if the files don't say, remembers it, and never turns your own messages into tasks", async () => {
  const ana = await app.signIn();
  const chat = ["Bo", "Cy", "Ana"]
    .map((name) => androidLine("13/03/2026", "10:15", name, `${ask} ${name}`))
    .join("\n");
  const counted = await count(ana, { name: "chat.txt", content: chat });
  expect(counted.people).toEqual([
    { key: "whatsapp:Bo", name: "Bo", count: 1 },
    { key: "whatsapp:Cy", name: "Cy", count: 1 },
    { key: "whatsapp:Ana", name: "Ana", count: 1 },
  ]);
  expect(counted.ownKeys).toEqual([]);

  const done = await run(ana, counted, ["whatsapp:Ana", "whatsapp:Nobody"]);
  expect(done.ownKeys).toEqual(["whatsapp:Ana"]);
  const tasks = (await messagesOf(ana)).map(({ sender, aiAnalysis }) => [sender, aiAnalysis?.hasTask]);
  expect(tasks.sort()).toEqual([
    ["Ana", false],
    ["Bo", true],
    ["Cy", true],
  ]);
  expect((await count(ana, { name: "chat.txt", content: chat })).ownKeys).toEqual(["whatsapp:Ana"]);
  const eve = await app.signIn();
  expect((await count(eve, { name: "chat.txt", content: chat })).ownKeys).toEqual([]);
  const { pool } = app.running.services;
  await pool.query("update imports set user_id = $1 where team_id = $2", [eve.user.id, ana.teamId]);
  expect((await count(ana, { name: "chat.txt", content: chat })).ownKeys).toEqual([]);
});

test("BEY-16 among hundreds of people, it offers the person with your name, and whom you said to be, even if they wrote little", async () => {
  const ana = await app.signIn();
  const { firstName, lastName } = ana.user;
  const line = (name: string, n: number) => androidLine("13/03/2026", "10:15", name, `Hello ${n}`);
  const others = Array.from({ length: 150 }, (_, n) => [line(`Guest ${n}`, 1), line(`Guest ${n}`, 2)]).flat();
  const rare = [line(`${firstName.toUpperCase()}  ${lastName}`, 3), line("Annie", 4), line("Zoe", 5)];
  const chat = { name: "chat.txt", content: [...others, ...rare].join("\n") };
  const { pool } = app.running.services;
  const rareIn = ({ people }: Import) => people.slice(100).map(({ key }) => key.replace("whatsapp:", ""));
  const first = await count(ana, chat);
  expect(rareIn(first).map((name) => name.toLowerCase())).toEqual([
    expect.stringMatching(`^${firstName} +${lastName}$`.toLowerCase()),
  ]);
  await pool.query("update imports set own_keys = $2 where id = $1", [first.id, '["whatsapp:Annie"]']);
  const second = await count(ana, chat);
  expect(rareIn(second)).toContain("Annie");
  expect(second.ownKeys).toEqual(["whatsapp:Annie"]);
});

test("BEY-16 doesn't ask if the export names its owner, and says so", async () => {
  const ana = await app.signIn();
  const table = `date,sender,text\n2026-03-13,${ana.user.email},${ask}\n2026-03-13,bo@example.org,${ask}`;
  const telegram = telegramChat([
    telegramMessage(1, ask),
    telegramMessage(2, ask, { from: "Ana", from_id: "user1" }),
  ]);
  const counted = await count(
    ana,
    { name: "a.csv", content: table },
    { name: "result.json", content: telegram },
  );
  expect(counted.people).toEqual([]);
  expect(counted.notes.at(-1)).toContain("2 of the messages are your own");
  await run(ana, counted);
  const own = (await messagesOf(ana)).filter(({ aiAnalysis }) => !aiAnalysis?.hasTask);
  expect(own.map(({ sender }) => sender).sort()).toEqual(["Ana", ana.user.email].sort());
});

test("BEY-16 counts the same damage before and after, and imports mail and chats from one zip", async () => {
  const ana = await app.signIn();
  const zip = makeZip([
    {
      name: "mail/one.eml",
      content: `From: Bo <bo@example.org>\nSubject: Contract\nDate: Mon, 2 Mar 2026 09:00:00 +0000\n\n${ask}\n`,
    },
    {
      name: "telegram/result.json",
      content: telegramChat([
        telegramMessage(1, "fine"),
        { type: "message" },
        telegramMessage(3, "fine"),
      ]).slice(0, -20),
    },
    { name: "table.csv", content: 'date,text\n2026-03-02,fine\n,,\n2026-03-03,"open' },
    { name: "photo.jpg", content: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  ]);
  const counted = await count(ana, { name: "all.zip", content: zip });
  expect(counted).toMatchObject({ found: 3, new: 3, damaged: 4 });
  const done = await run(ana, counted);
  expect(done).toMatchObject({ status: "completed", stored: 3, damaged: 4 });
  const problems = (await ana.get<ImportProblem[]>(path(ana, `/${done.id}/problems`))).body;
  expect(problems.map(({ where }) => where).sort()).toEqual([
    "all.zip, photo.jpg",
    "all.zip, table.csv, line 3",
    "all.zip, table.csv, line 4",
    "all.zip, telegram/result.json",
    "all.zip, telegram/result.json, message 2",
  ]);
});

test("BEY-16 resumes a chat import after a crash", async () => {
  const ana = await app.signIn();
  const lines = Array.from({ length: 30 }, (_, n) =>
    androidLine("13/03/2026", "10:15", "Bo", `Message ${n}`),
  );
  const counted = await count(ana, { name: "chat.txt", content: lines.join("\n") });
  await app.running.services.pool.query(
    "update imports set status = 'running', processed = 10 where id = $1",
    [counted.id],
  );
  for (;;) {
    const { body } = await ana.get<Import>(path(ana, `/${counted.id}`));
    if (body.status !== "completed") continue;
    expect(body).toMatchObject({ processed: 30, stored: 20 });
    break;
  }
});

test("BEY-16 rejects an invalid answer to who you are", async () => {
  const ana = await app.signIn();
  const counted = await count(ana, {
    name: "chat.txt",
    content: androidLine("13/03/2026", "10:15", "Bo", ask),
  });
  expect((await ana.post(path(ana, `/${counted.id}/start`), { own: "Bo" })).status).toBe(400);
  expect((await ana.post(path(ana, `/${counted.id}/start`), { other: [] })).status).toBe(400);
});

test.each(clockChanges)(
  "INT-8 a change of the clock between an imported message and its deadline moves no hour: $zone, $change",
  async ({ zone, friday, chatTime, mailDate, mondayNine }) => {
    const ana = await app.signIn();
    const content = "Please send me the signed contract by Monday at 9am.";
    const [date = "", time = ""] = chatTime.split(", ");
    const day = date.split("/").reverse().join("-");
    const counted = await countIn(
      encodeURIComponent(zone),
      ana,
      // A day above 12 says which is the month.
      {
        name: "WhatsApp Chat with Bo.txt",
        content: [androidLine("28/02/2026", time, "Bo", "Hi"), androidLine(date, time, "Bo", content)].join(
          "\n",
        ),
      },
      { name: "chat.csv", content: `date,sender,text\n${day} ${time},Cy,${content}` },
      {
        name: "one.eml",
        content: `From: Di <di@example.org>\nTo: ana@example.com\nSubject: Contract\nDate: ${mailDate}\nMessage-ID: <1@example.org>\n\n${content}\n`,
      },
    );
    expect(await run(ana, counted)).toMatchObject({ status: "completed", stored: 4 });
    const stored = (await messagesOf(ana)).filter((message) => message.content.includes(content));
    expect(stored.map(({ createdAt, aiAnalysis }) => [createdAt, aiAnalysis?.dueDate])).toEqual(
      Array(3).fill([friday, mondayNine]),
    );
  },
);
