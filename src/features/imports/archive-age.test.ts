import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Message, MessageCounts } from "../inbox/contract";
import type { JournalEntry } from "../journal/contract";
import type { Task } from "../tasks/contract";
import type { Import, ImportAge } from "./contract";

const app = await startTestApp();

let mails = 0;
/** A mail that asks for something by a weekday, sent on a day (ISO). */
const mail = (day: string, date = `${day}T09:00:00Z`): string =>
  `From: Bo Lind <bo@example.org>\nTo: ana@example.com\nSubject: Report of ${day}\nDate: ${new Date(date).toUTCString()}\nMessage-ID: <${++mails}@example.org>\n\nPlease send me the report of ${day} by Friday.\n`;

async function importAll(person: Person, ...contents: string[]): Promise<Import> {
  const files = contents.map((content, index) => ({ name: `${index}.eml`, content }));
  const { body: counted } = await person.upload<Import>(`/api/teams/${person.teamId}/imports`, files);
  await person.post(`/api/teams/${person.teamId}/imports/${counted.id}/start`);
  for (;;) {
    const { body } = await person.get<Import>(`/api/teams/${person.teamId}/imports/${counted.id}`);
    if (body.status === "completed") return body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const agePath = ({ teamId }: Person, { id }: Import) => `/api/teams/${teamId}/imports/${id}/age`;
const counts = async (person: Person) =>
  (await person.get<MessageCounts>(`/api/teams/${person.teamId}/messages/counts`)).body;
const asking = async (person: Person) =>
  (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?view=requires_action`)).body.map(
    ({ subject }) => subject,
  );
const decide = (person: Person, shown: Import, recentOnly: boolean) =>
  person.post<Import>(agePath(person, shown), { recentOnly });

/** The archive ends on 10 March 2024, so its last 30 days begin on 9 February. */
const archive = [mail("2023-06-01"), mail("2024-02-08"), mail("2024-02-10"), mail("2024-03-10")];

test("BEY-16 an import decides nothing about age, and counts its last 30 days from its newest message", async () => {
  const ana = await app.signIn();
  const done = await importAll(ana, ...archive);

  expect(done).toMatchObject({ recentOnly: null, newestAt: "2024-03-10T09:00:00.000Z" });
  expect((await counts(ana)).requires_action).toBe(4);
  expect((await ana.get<ImportAge>(agePath(ana, done))).body).toEqual({
    since: "2024-02-09T09:00:00.000Z",
    recent: 2,
    older: 2,
  });
});

test("BEY-16 INB-1 what is older than 30 days leaves Requires Action for All Messages, and one undo brings it back", async () => {
  const ana = await app.signIn();
  const done = await importAll(ana, ...archive);

  const decided = await decide(ana, done, true);
  expect(decided.body.recentOnly).toBe(true);
  // The toast's Undo reverts exactly this.
  expect(decided.headers.get("journal-entry")).toMatch(/^[\da-f-]{36}$/);

  expect(await asking(ana)).toEqual(["Report of 2024-03-10", "Report of 2024-02-10"]);
  expect(await counts(ana)).toMatchObject({ all: 4, requires_action: 2, resolved: 0 });
  expect((await ana.get<ImportAge>(agePath(ana, done))).body).toMatchObject({ recent: 2, older: 2 });
  const [entry] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;
  expect(entry?.summary).toBe("Left 2 older imported messages to All Messages");

  expect((await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {})).status).toBe(200);
  expect((await counts(ana)).requires_action).toBe(4);
  const { body } = await ana.get<Import>(`/api/teams/${ana.teamId}/imports/${done.id}`);
  expect(body.recentOnly).toBeNull();
});

test("BEY-16 the answer can be changed, and only the last answer can be undone", async () => {
  const ana = await app.signIn();
  const done = await importAll(ana, ...archive);
  await decide(ana, done, true);
  const [first] = (await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`)).body;
  await decide(ana, done, false);
  expect((await counts(ana)).requires_action).toBe(4);

  const undo = (id?: string) => ana.post(`/api/teams/${ana.teamId}/journal/undo`, id ? { id } : {});
  expect((await undo(first?.id)).status).toBe(409);
  expect((await undo()).status).toBe(200);
  expect((await counts(ana)).requires_action).toBe(2);
});

test("BEY-16 a mail without a date, or with one after the import, doesn't make the archive recent", async () => {
  const ana = await app.signIn();
  const undated = mail("2024-01-01").replace(/Date: .*\n/, "");
  const done = await importAll(ana, ...archive, undated, mail("2024-01-01", "2038-01-19T03:14:07Z"));
  expect(done.newestAt).toBe("2024-03-10T09:00:00.000Z");
  await decide(ana, done, true);
  expect((await counts(ana)).requires_action).toBe(4);
});

test("BEY-16 only messages of that import move, and not while it runs", async () => {
  const ana = await app.signIn();
  await importAll(ana, mail("2022-01-01"), mail("2020-01-01"));
  const done = await importAll(ana, ...archive);
  await decide(ana, done, true);
  expect((await counts(ana)).requires_action).toBe(4);

  const { body } = await ana.upload<Import>(`/api/teams/${ana.teamId}/imports`, [
    { name: "a.eml", content: mail("2024-01-01") },
  ]);
  expect((await decide(ana, body, true)).status).toBe(409);
});

test("BEY-16 API-3 another team can neither read nor decide it", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const done = await importAll(ana, ...archive);
  expect((await eve.get(agePath(ana, done))).status).toBe(404);
  expect(
    (await eve.post(`/api/teams/${eve.teamId}/imports/${done.id}/age`, { recentOnly: true })).status,
  ).toBe(404);
  expect((await counts(ana)).requires_action).toBe(4);
});

test("a due date that was past when the archive was imported is shown, but not copied into the task", async () => {
  const ana = await app.signIn();
  await importAll(ana, mail("2024-03-10"));
  const [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  expect(message?.aiAnalysis?.dueDate).toContain("2024-03-15");

  const { body } = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId });

  expect(body.dueDate).toBeNull();
});

test("a due date that lies ahead of the import is copied into the task", async () => {
  const ana = await app.signIn();
  const now = Date.now();
  const later = new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(now + 20 * 86_400_000);
  const today = new Date(now - 60_000).toISOString();
  await importAll(ana, mail(today.slice(0, 10), today).replace("by Friday", `by ${later}`));
  const [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  const { body } = await ana.post<Task>(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId });
  expect(body.dueDate).toBe(message?.aiAnalysis?.dueDate);
  expect(body.dueDate).not.toBeNull();
});
