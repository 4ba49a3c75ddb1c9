import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startModelServer } from "../../../../test/support/aimock";
import { storeMessages } from "../../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import type { Services } from "../../../app/services/services";
import type { EngineResult } from "../../triage/message";
import { analyzeWaiting } from "../analyze-waiting";
import type { Message } from "../contract";
import type { IncomingMessage } from "../source-message";
import { importAccount } from "../storing/account-messages";

const server = await startModelServer();
// Both tests use the same queue.
const app = await startTestApp(server.environment());
await startTestApp({ ...server.environment(), DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
const { db, jobs } = app.running.services;

const answer = {
  ...{ hasTask: true, taskTitle: null, category: "question", sentiment: "neutral" },
  ...{ urgency: "not_urgent", importance: "not_important", dueWords: null },
};

beforeEach(() => {
  server.clearFixtures();
  server.clearRequests();
  server.onMessage(/Mail/, { content: answer });
});

/** In a language that the engine hasn't learned, so it is never sure of its analysis. */
const offer = (n: number) => `Mail ${n}: stuur me alsjeblieft de offerte.`;
const unsure = { ...(incoming().analysis as EngineResult), uncertain: true };
const mail = (n: number, more: Partial<IncomingMessage> = {}) =>
  incoming({ content: offer(n), sentAt: new Date(), analysis: unsure, ...more });
const sourceOf = async ({ teamId }: Person, database: Services["db"] = db) => ({
  teamId,
  accountId: await importAccount(database, teamId),
  channel: "gmail",
  importId: null,
});
const eightDaysAgo = () => new Date(Date.now() - 8 * 86_400_000);
const jobsOf = async ({ teamId }: Person) =>
  (
    await db.execute<{ state: string }>(
      sql`select state from pgboss.job where name = 'refine-messages' and data->>'teamId' = ${teamId}`,
    )
  ).rows;

async function refinedOf(person: Person, count: number): Promise<Message[]> {
  for (;;) {
    const { body } = await person.get<Message[]>(`/api/teams/${person.teamId}/messages`);
    const refined = body.filter(({ aiAnalysis }) => aiAnalysis?.engine === "llm");
    if (refined.length >= count) return refined;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("new messages are refined automatically; history, own mail and rolled-back messages are not sent", async () => {
  const ana = await app.signIn();
  const source = await sourceOf(ana);
  await db
    .transaction(async (tx) => {
      await storeMessages(tx, source, [mail(0)], jobs);
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  await storeMessages(
    db,
    source,
    [mail(1), mail(2), mail(3, { sentAt: eightDaysAgo() }), mail(4, { fromOwner: true })],
    jobs,
  );
  await storeMessages(db, source, [mail(5)]);

  const refined = await refinedOf(ana, 2);

  expect(refined.map(({ content }) => content.slice(0, 6)).toSorted()).toEqual(["Mail 1", "Mail 2"]);
  expect(await jobsOf(ana)).toHaveLength(2);
});

test("two processes share the work, and ask about each message once", async () => {
  const ana = await app.signIn();
  const many = Array.from({ length: 24 }, (_, n) => mail(n));
  await storeMessages(db, await sourceOf(ana), many, jobs);

  await refinedOf(ana, many.length);

  expect(server.getRequests()).toHaveLength(many.length);
  const calls = await ana.get<unknown[]>(`/api/teams/${ana.teamId}/outside-calls`);
  expect(calls.body).toHaveLength(many.length);
});

test("a message that the engine failed on is sent after it was analyzed", async () => {
  const ana = await app.signIn();
  await storeMessages(
    db,
    await sourceOf(ana),
    [mail(1, { analysis: null }), mail(2, { analysis: null, sentAt: eightDaysAgo() })],
    // Only the test retries the engine.
    { ...jobs, send: async () => {} },
  );
  expect(await jobsOf(ana)).toHaveLength(0);

  await analyzeWaiting(db, ana.teamId, new AbortController().signal, jobs);

  const refined = await refinedOf(ana, 1);
  expect(refined.map(({ content }) => content.slice(0, 6))).toEqual(["Mail 1"]);
  expect(await jobsOf(ana)).toHaveLength(1);
});

test("a message that the engine is sure about isn't sent, however it arrives or changes", async () => {
  const ana = await app.signIn();
  const source = await sourceOf(ana);
  const sure = { ...unsure, uncertain: false };
  const english = "Mail 7: please send me the quote by Friday.";
  await storeMessages(
    db,
    source,
    [
      mail(5, { analysis: sure }),
      mail(6, { externalId: "edited" }),
      mail(7, { content: english, analysis: null }),
    ],
    { ...jobs, send: async () => {} },
  );
  await refinedOf(ana, 1);
  await analyzeWaiting(db, ana.teamId, new AbortController().signal, jobs);
  const edit = { externalId: "edited", editedAt: new Date() };
  await storeMessages(db, source, [mail(8, { ...edit, analysis: sure })], jobs);
  expect(await jobsOf(ana)).toHaveLength(1);

  await storeMessages(db, source, [mail(9, { ...edit, editedAt: new Date(Date.now() + 1000) })], jobs);
  expect(await jobsOf(ana)).toHaveLength(2);
});

test("an imported archive of old mail isn't sent", async () => {
  const ana = await app.signIn();
  const eml = (n: number, date: Date) =>
    `From: Bo <bo@example.org>\nTo: ana@example.com\nSubject: ${n}\nDate: ${date.toUTCString()}\nMessage-ID: <${n}@x>\n\n${offer(n)}\n`;
  const path = `/api/teams/${ana.teamId}/imports`;
  const { body } = await ana.upload<{ id: string }>(path, [
    { name: "old.eml", content: eml(1, eightDaysAgo()) },
    { name: "new.eml", content: eml(2, new Date()) },
  ]);
  await ana.post(`${path}/${body.id}/start`);

  expect((await refinedOf(ana, 1)).map(({ subject }) => subject)).toEqual(["2"]);
  expect(await jobsOf(ana)).toHaveLength(1);
  for (const prompt of server.prompts()) expect(prompt).not.toContain("Mail 1");
});

test("without a language model, nothing is enqueued or sent", async () => {
  const plain = await startTestApp();
  const ana = await plain.signIn();
  const { db, jobs, refineMessage } = plain.running.services;
  await storeMessages(db, await sourceOf(ana, db), [mail(1)], jobs);
  expect(refineMessage).toBeNull();
  const { rows } = await db.execute(sql`select from pgboss.job where name = 'refine-messages'`);
  expect(rows).toEqual([]);
});
