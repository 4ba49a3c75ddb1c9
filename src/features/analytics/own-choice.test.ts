import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { AnalyticsChoice } from "./contract";

const app = await startTestApp();

test("BEY-18 BEY-19 figures that are hidden stay hidden, also if the minutes are changed at the same moment", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/analytics/choice`;
  for (let round = 1; round <= 20; round++) {
    await ana.patch(path, { shareFigures: true });
    const minutesPer = { message: round, task: 3, meeting: 10 };
    await Promise.all([ana.patch(path, { minutesPer }), ana.patch(path, { shareFigures: false })]);
    expect((await ana.get<AnalyticsChoice>(path)).body).toEqual({ shareFigures: false, minutesPer });
  }
});

test("BEY-18 ANA-1 minutes that were changed elsewhere meanwhile are a conflict; the same ones aren't", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/analytics/choice`;
  const [usual, one, two] = [2, 4, 6].map((message) => ({ message, task: 3, meeting: 10 }));
  expect((await ana.patch(path, { minutesPer: one, expected: { minutesPer: usual } })).status).toBe(200);
  const late = await ana.patch(path, { minutesPer: two, expected: { minutesPer: usual } });
  expect(late).toMatchObject({ status: 409, body: { code: "changed_since" } });
  expect((await ana.patch(path, { minutesPer: one, expected: { minutesPer: usual } })).status).toBe(200);
  expect((await ana.get<AnalyticsChoice>(path)).body.minutesPer).toEqual(one);
});
