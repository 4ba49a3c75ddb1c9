import { expect, test } from "vitest";
import { storeMessages } from "../../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import type { JournalEntry } from "../../journal/contract";
import type { Task } from "../../tasks/contract";
import type { Message, MessageCounts } from "../contract";
import { importAccount } from "../storing/account-messages";

const app = await startTestApp();
const { db, pool } = app.running.services;

const path = ({ teamId }: Person, rest: string) => `/api/teams/${teamId}/${rest}`;
const list = async (person: Person, query = "") =>
  (await person.get<Message[]>(path(person, `messages?${query}`))).body;
const tasksOf = async (person: Person) => (await person.get<Task[]>(path(person, "tasks"))).body;
const waiting = async (person: Person) =>
  (await person.get<MessageCounts>(path(person, "messages/counts"))).body.requires_action;
const change = (person: Person, what: string, body: object) =>
  person.post<{ changed: number; message?: string }>(path(person, `messages/${what}`), body);
const undo = (person: Person) => person.post<JournalEntry>(path(person, "journal/undo"), {});
const doFirst = { urgency: "urgent", importance: "important" };
const until = "2099-01-01T09:00:00.000Z";

async function withMessages(amount: number): Promise<{ ana: Person; ids: string[] }> {
  const ana = await app.signIn();
  const source = {
    teamId: ana.teamId,
    accountId: await importAccount(db, ana.teamId),
    channel: "import",
    importId: null,
  };
  const sentAt = (n: number) => new Date(Date.UTC(2026, 10, 18) - n * 60_000);
  await storeMessages(
    db,
    source,
    Array.from({ length: amount }, (_, n) => incoming({ subject: `M${n}`, sentAt: sentAt(n) })),
  );
  return { ana, ids: (await list(ana)).map(({ id }) => id) };
}

test("BEY-2 many messages are snoozed in one step, and one undo gives each its earlier snooze back", async () => {
  const { ana, ids } = await withMessages(4);
  const earlier = "2098-01-01T09:00:00.000Z";
  await ana.post(`/api/messages/${ids[0]}/snooze`, { until: earlier });
  await ana.send("PATCH", `/api/messages/${ids[3]}`, { status: "resolved" });

  expect((await change(ana, "snooze", { ids, until })).body).toEqual({ changed: 3 });
  expect((await list(ana)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([until, until, until, null]);
  expect(await waiting(ana)).toBe(0);
  const [entry] = (await ana.get<JournalEntry[]>(path(ana, "journal"))).body;
  expect(entry).toMatchObject({ summary: "Snoozed 3 messages" });

  await ana.post(`/api/messages/${ids[1]}/snooze`, { until: null });
  expect((await ana.post(path(ana, "journal/undo"), { id: entry?.id })).status).toBe(200);
  expect((await list(ana)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([earlier, null, null, null]);
});

test("BEY-18 many messages are snoozed as the person saw them, or not at all", async () => {
  const { ana, ids } = await withMessages(2);
  const [one, two] = ids as [string, string];
  await ana.post(`/api/messages/${one}/snooze`, { until: "2098-01-01T09:00:00Z" });
  const body = { ids, until, expected: { [one]: null, [two]: null } };

  const refused = await change(ana, "snooze", body);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "1 of these messages has changed since." },
  });
  expect((await change(ana, "snooze", { ...body, skipChanged: true })).body).toEqual({ changed: 1 });
  expect((await list(ana)).map(({ snoozedUntil }) => snoozedUntil?.slice(0, 4))).toEqual(["2098", "2099"]);
});

test("BEY-2 many messages are marked as not a task in one step, and one undo takes all corrections back", async () => {
  const { ana } = await withMessages(3);
  const all = { filter: { view: "requires_action" }, expected: 3 };

  expect((await change(ana, "dismiss", all)).body).toEqual({ changed: 3 });
  expect((await list(ana)).map(({ aiAnalysis }) => aiAnalysis?.hasTask)).toEqual([false, false, false]);
  expect((await change(ana, "dismiss", { ids: (await list(ana)).map(({ id }) => id) })).body.changed).toBe(0);

  expect((await undo(ana)).body.summary).toBe("Marked 3 messages as not a task");
  expect((await list(ana)).map(({ aiAnalysis }) => aiAnalysis?.hasTask)).toEqual([true, true, true]);
});

test("INB-3 BEY-2 many messages become tasks of a quadrant in one step, and one undo takes back all but those changed since", async () => {
  const { ana, ids } = await withMessages(3);
  await ana.post(`/api/messages/${ids[2]}/create-task`, { teamId: ana.teamId });

  expect((await change(ana, "create-tasks", { ids, ...doFirst })).body).toEqual({ changed: 2 });
  const made = (await tasksOf(ana)).filter(({ messageId }) => messageId !== ids[2]);
  expect(made).toMatchObject([doFirst, doFirst]);
  expect(made.map(({ messageId }) => messageId).sort()).toEqual(ids.slice(0, 2).sort());
  expect(made.every(({ evidence, messageChannel }) => evidence.length > 0 && messageChannel)).toBe(true);
  expect((await list(ana, "status=processed")).length).toBe(3);
  expect((await change(ana, "create-tasks", { ids, ...doFirst })).body).toEqual({ changed: 0 });

  const [changed] = made;
  await ana.send("PATCH", `/api/tasks/${changed?.id}`, { title: "Mine now" });
  const [, entry] = (await ana.get<JournalEntry[]>(path(ana, "journal"))).body;
  expect(entry?.summary).toBe("Created 2 tasks from messages");
  expect((await ana.post(path(ana, "journal/undo"), { id: entry?.id })).status).toBe(200);
  expect((await list(ana, "status=processed")).map(({ id }) => id).sort()).toEqual(
    [changed?.messageId, ids[2]].sort(),
  );
  expect(await tasksOf(ana)).toHaveLength(2);
});

test("API-3 messages that only one person sees become tasks of the team only if they say so", async () => {
  const { ana, ids } = await withMessages(2);
  await pool.query("update messages set visible_to = $1 where id = $2", [ana.user.id, ids[0]]);

  const all = { filter: { view: "all" }, expected: 2 };
  expect((await change(ana, "create-tasks", { ...all, ...doFirst })).body).toEqual({
    changed: 1,
    leftOut: 1,
  });
  expect((await change(ana, "create-tasks", { ids, ...doFirst })).body).toEqual({ changed: 0, leftOut: 1 });
  expect((await change(ana, "create-tasks", { ids, ...doFirst, includePrivate: true })).body).toEqual({
    changed: 1,
  });
});

test.each([
  ["snooze", { until }],
  ["dismiss", {}],
  ["create-tasks", doFirst],
])("API-3 %s changes no message of another team, and none that came unseen", async (what, body) => {
  const { ana, ids } = await withMessages(2);
  const eve = await app.signIn();
  expect((await change(eve, what, { ids, ...body })).body.changed).toBe(0);
  expect((await eve.post(path(ana, `messages/${what}`), { ids, ...body })).status).toBe(404);
  const refused = await change(ana, what, { filter: { view: "all" }, expected: 1, ...body });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe("1 more message matches now. Look at the list, then try again.");
  expect(await waiting(ana)).toBe(2);
});

test("INB-4 one step changes at most 1,000 messages", async () => {
  const { ana } = await withMessages(1001);
  const refused = await change(ana, "snooze", { filter: { view: "all" }, expected: 1001, until });
  expect(refused).toMatchObject({ status: 400, body: { message: "Choose at most 1,000 messages at once." } });
});
