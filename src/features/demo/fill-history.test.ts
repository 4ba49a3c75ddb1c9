import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { AnalyticsSummary } from "../analytics/contract";

const app = await startTestApp();

test("ANA-2 the demo has the figures of a fortnight, as of the visit", async () => {
  const started = await fetch(`${app.url}/api/demo`, { method: "POST" });
  const { teamId } = (await started.json()) as { teamId: string };
  const cookie = started.headers.get("set-cookie")?.split(";", 1)[0] as string;
  const path = `/api/teams/${teamId}/analytics/summary?timeZone=Europe/Berlin`;
  const body = (await (await fetch(app.url + path, { headers: { cookie } })).json()) as AnalyticsSummary;

  expect(body).toMatchObject({ hasData: true, timeZone: "Europe/Berlin", tasksCompleted: 13 });
  // Just after midnight on Monday, this week has none yet; just before it, both weeks have all 13.
  const completed = body.trend.reduce((sum, day) => sum + day.completed + day.completedLastWeek, 0);
  expect(completed).toBeGreaterThanOrEqual(8);
  expect(body.channels.map(({ channel }) => channel).sort()).toEqual(["gmail", "slack", "whatsapp"]);
  expect(body.members).toEqual([
    expect.objectContaining({ completed: 13, withContext: 4, focusMinutes: 325 }),
  ]);
  expect(body.members[0]?.responseMinutes).toBe(50);
});
