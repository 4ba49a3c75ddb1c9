import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import type { JournalEntry } from "../../journal/contract";
import { engineVersion } from "../../triage/engine";
import type { EngineResult } from "../../triage/message";
import type { Message } from "../contract";
import { reanalyze, sendToReanalysis } from "./reanalyze";

const app = await startTestApp();
const { db } = app.running.services;
const never = new AbortController().signal;

/** As an earlier engine analyzed it: with a task, whatever it says. */
const earlier: EngineResult = { ...(incoming().analysis as EngineResult), version: "embedded-1" };
const note = "The fair went well yesterday, and everybody liked the stand.";

const now = async (person: Person, { id }: Message): Promise<Message> =>
  (await person.get<Message>(`/api/messages/${id}`)).body;
const build = async (person: Person, subject: string, analysis = earlier): Promise<Message> =>
  (await person.buildMessages([{ subject, content: note, analysis }]))[0] as Message;
const runsIn = async (person: Person) =>
  (await person.get<JournalEntry[]>(`/api/teams/${person.teamId}/journal`)).body.filter(
    ({ action }) => action === "messages.analyzed_again",
  );
const undo = (person: Person, id: string | undefined) =>
  person.post(`/api/teams/${person.teamId}/journal/undo`, { id });

test("a newer engine analyzes open messages again; what was handled, reviewed or decided stays", async () => {
  const ana = await app.signIn();
  const open = await build(ana, "Open");
  const resolved = await build(ana, "Resolved");
  await ana.patch(`/api/messages/${resolved.id}`, { status: "resolved" });
  const reviewed = await build(ana, "Reviewed", { ...earlier, engine: "llm", version: "model refine-1" });
  const corrected = await build(ana, "Corrected");
  await ana.post(`/api/messages/${corrected.id}/correction`, { category: "billing" });

  await reanalyze(db, ana.teamId, never);

  expect((await now(ana, open)).aiAnalysis).toMatchObject({ hasTask: false, version: engineVersion });
  expect((await now(ana, resolved)).aiAnalysis).toMatchObject({ hasTask: true, version: "embedded-1" });
  expect((await now(ana, reviewed)).aiAnalysis).toMatchObject({ hasTask: true, version: "model refine-1" });
  const kept = (await now(ana, corrected)).aiAnalysis;
  expect(kept).toMatchObject({ hasTask: false, category: "billing", version: engineVersion });
  expect(kept?.decided).toEqual({ category: ana.user.id });
  const action = await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?view=requires_action`);
  expect(action.body.map(({ subject }) => subject)).toEqual(["Reviewed"]);
});

test("one undo restores the earlier analyses, except of messages that were analyzed otherwise since", async () => {
  const ana = await app.signIn();
  const open = await build(ana, "Open");
  const corrected = await build(ana, "Corrected");
  await ana.post(`/api/messages/${corrected.id}/correction`, { category: "billing" });
  const later = await build(ana, "Later");
  const before = [await now(ana, open), await now(ana, corrected)];
  await reanalyze(db, ana.teamId, never);
  await db.execute(
    sql`update messages set ai_analysis = ai_analysis || '{"version": "embedded-99"}' where id = ${later.id}`,
  );

  const [run, ...more] = await runsIn(ana);
  expect(more).toEqual([]);
  expect(run?.summary).toBe("Analyzed 3 open messages again with a newer engine");
  expect((await undo(ana, run?.id)).status).toBe(200);

  expect([await now(ana, open), await now(ana, corrected)]).toEqual(before);
  expect((await now(ana, later)).aiAnalysis?.version).toBe("embedded-99");
  await reanalyze(db, ana.teamId, never);
  expect(await now(ana, open)).toEqual(before[0]);
});

test("a run that was interrupted continues, and one version is recorded once", async () => {
  const ana = await app.signIn();
  const open = await build(ana, "Open");
  await reanalyze(db, ana.teamId, AbortSignal.abort());
  expect(await runsIn(ana)).toEqual([]);
  expect((await now(ana, open)).aiAnalysis?.version).toBe("embedded-1");
  await reanalyze(db, ana.teamId, never);
  await reanalyze(db, ana.teamId, never);
  expect((await now(ana, open)).aiAnalysis?.version).toBe(engineVersion);
  expect(await runsIn(ana)).toHaveLength(1);
});

test("corrections generalize over what the newer engine reads in their messages", async () => {
  const ana = await app.signIn();
  const corrected = await build(ana, "Corrected");
  await ana.post(`/api/messages/${corrected.id}/correction`, { category: "billing" });
  const traits = async () =>
    (
      await db.execute<{ traits: { sender: string; signals: object } }>(
        sql`select traits from corrections where team_id = ${ana.teamId}`,
      )
    ).rows[0]?.traits;
  const fresh = await traits();
  await db.execute(
    sql`update corrections set traits = traits || '{"signals": {"gone": 1}}' where team_id = ${ana.teamId}`,
  );
  await reanalyze(db, ana.teamId, never);
  expect(await traits()).toEqual(fresh);
});

test("each team whose messages an earlier engine analyzed is queued, until its run has finished", async () => {
  const ana = await app.signIn();
  await build(ana, "Open");
  const queued: unknown[] = [];
  const jobs = {
    send: async (_: unknown, queue: string, data: object) => {
      if ((data as { teamId: string }).teamId === ana.teamId) queued.push(queue);
    },
  };
  await sendToReanalysis(db, jobs);
  expect(queued).toEqual(["reanalyze-messages"]);
  await reanalyze(db, ana.teamId, never);
  await sendToReanalysis(db, jobs);
  expect(queued).toHaveLength(1);
});
