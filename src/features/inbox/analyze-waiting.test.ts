import { expect, test } from "vitest";
import { query } from "../../../test/support/collecting";
import { startTestApp } from "../../../test/support/test-app";
import { analyzeJob, reanalyzeJob } from "./jobs";

const app = await startTestApp();
const { db, jobs } = app.running.services;

test("INB-3 what a stop of the server interrupts is tried again, until every message is analyzed", async () => {
  const ana = await app.signIn();
  const { teamId } = ana;
  await ana.buildMessages(Array.from({ length: 3 }, () => ({ content: "Please call me.", analysis: null })));
  const waiting = async () =>
    (await query(app, "select 1 from messages where team_id = $1 and ai_analysis is null", [teamId])).length;
  expect(await waiting()).toBe(3);

  // The queue repeats only what fails.
  const { run } = analyzeJob(db, jobs);
  await expect(run({ teamId }, AbortSignal.abort())).rejects.toThrow("aborted");
  await expect(reanalyzeJob(db).run({ teamId }, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(await waiting()).toBe(3);

  await run({ teamId }, new AbortController().signal);
  expect(await waiting()).toBe(0);
});
