import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { Task } from "../tasks/contract";
import type { AnalyticsSummary, FigureRow } from "./contract";

const app = await startTestApp();

test("ANA-1 a completed task from a meeting counts as one with linked context", async () => {
  const ana = await app.signIn("Ana Berg");
  const team = `/api/teams/${ana.teamId}`;
  const said = "Ana: I'll send the budget to Bo by Friday.";
  const meeting = await ana.post<{ id: string }>(`${team}/meetings/transcript`, {
    name: "Budget.txt",
    data: Buffer.from(said).toString("base64"),
  });
  const { body: made } = await ana.post<Task[]>(`/api/meetings/${meeting.body.id}/create-tasks`, {
    teamId: ana.teamId,
  });
  const { body: added } = await ana.post<Task>(`${team}/tasks`, { title: "Water the plants" });
  for (const { id } of [...made, added]) await ana.patch(`/api/tasks/${id}`, { status: "resolved" });

  const { body: summary } = await ana.get<AnalyticsSummary>(`${team}/analytics/summary`);
  const { body } = await ana.get<{ rows: FigureRow[] }>(`${team}/analytics/rows?figure=context_retention`);

  expect(made).toHaveLength(1);
  expect(summary.contextRetention).toEqual({ completed: 2, withContext: 1 });
  expect(Object.fromEntries(body.rows.map(({ id, withContext }) => [id, withContext]))).toEqual({
    [made[0]?.id as string]: true,
    [added.id]: false,
  });
});
