import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createImportRepository } from "../../src/features/imports/repository";
import { createReanalysisRepository } from "../../src/features/inbox/reanalysis/reanalysis-repository";
import { createMeetingRepository } from "../../src/features/meetings/repository";
import { startTestApp } from "../support/test-app";

const app = await startTestApp({ ROLE: "web" });
const { db, pool } = app.running.services;
const [ana, bo] = [await app.signIn(), await app.signIn()];

test("a query for what belongs to another row finds nothing of another team's", async () => {
  const file = { name: "a.eml", content: "From: bo@example.org\nSubject: Hello\n\nHello.\n" };
  const { body: upload } = await ana.upload<{ id: string }>(`/api/teams/${ana.teamId}/imports`, [file]);
  const imports = createImportRepository(db);
  await imports.addProblems([{ importId: upload.id, where: "line 3", reason: "No date." }]);
  await imports.clearProblems(bo.teamId, upload.id);
  expect(await imports.problems(bo.teamId, upload.id)).toEqual([]);
  expect(await imports.problems(ana.teamId, upload.id)).toHaveLength(1);

  const { body: meeting } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings`, {
    title: "Weekly",
  });
  const item = randomUUID();
  await pool.query(
    `insert into meeting_items (id, team_id, meeting_id, position, title, urgency, importance, evidence)
     values ($1, $2, $3, 0, 'A task', 'urgent', 'important', '{}')`,
    [item, ana.teamId, meeting.id],
  );
  const meetings = createMeetingRepository(db);
  expect(await meetings.lockItem(bo.teamId, meeting.id, item)).toBeUndefined();
  expect(await meetings.lockItem(ana.teamId, meeting.id, item)).toMatchObject({ title: "A task" });

  const runs = createReanalysisRepository(db);
  const run = await runs.openRun(ana.teamId, "earlier");
  expect(await runs.openRun(ana.teamId, "earlier")).toEqual(run);
  const [message] = await ana.buildMessages([{}]);
  await pool.query(
    "insert into replaced_analyses (run_id, team_id, message_id, analysis) values ($1, $2, $3, '{}')",
    [run.id, ana.teamId, message?.id],
  );
  expect(await runs.countOf(bo.teamId, run.id)).toBe(0);
  expect(await runs.countOf(ana.teamId, run.id)).toBe(1);
  await runs.finish(bo.teamId, run.id);
  expect((await runs.openRun(ana.teamId, "earlier")).finishedAt).toBeNull();
});
