import { expect, test } from "vitest";
import { joinTeam } from "../../../test/support/teams/team-export";
import { startTestApp } from "../../../test/support/test-app";
import type { OutgoingWebhook } from "./contract";

const app = await startTestApp();

test("the list names who added a webhook, also once they have left the team or deleted their account", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(ana, bo, "admin");
  const path = `/api/teams/${ana.teamId}/webhooks`;
  const asked = { url: "https://bo.example/zippy", types: ["task.created"] };
  const added = await bo.post<OutgoingWebhook>(path, asked);
  const addedBy = async () => (await ana.get<OutgoingWebhook[]>(path)).body.map((one) => one.addedBy);
  const name = `${bo.user.firstName} ${bo.user.lastName}`.trim();
  expect([added.status, added.body.addedBy]).toEqual([200, { name, left: false }]);
  expect(await addedBy()).toEqual([{ name, left: false }]);
  expect((await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`)).status).toBe(200);
  expect(await addedBy()).toEqual([{ name, left: true }]);
  await app.running.services.pool.query("delete from users where id = $1", [bo.user.id]);
  expect(await addedBy()).toEqual([{ name: null, left: true }]);
});
