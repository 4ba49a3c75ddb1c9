import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { loadTeamCorrections } from "./active-corrections";

const app = await startTestApp();
const { db } = app.running.services;

test("corrections are fitted once, and again when one is added or removed", async () => {
  const ana = await app.signIn();
  const messages = await ana.buildMessages([{}, {}]);
  const correct = (index: number) =>
    ana.post(`/api/messages/${messages[index]?.id}/correction`, { hasTask: false });
  const load = () => loadTeamCorrections(db, ana.teamId);
  await correct(0);
  const first = await load();
  expect(await load()).toBe(first);
  await correct(1);
  const second = await load();
  expect(second).not.toBe(first);
  expect(second).toHaveLength(2);
  const { body } = await ana.get<{ corrections: { id: string }[] }>(`/api/teams/${ana.teamId}/corrections`);
  await ana.delete(`/api/corrections/${body.corrections[0]?.id}`);
  expect(await load()).toHaveLength(1);
});
