import { expect, test } from "vitest";
import { countLockWaits } from "../../../test/support/collecting";
import { startTestApp } from "../../../test/support/test-app";
import type { Area } from "./contract";

const app = await startTestApp();

test("BEY-6 many changes of a team's areas at the same moment leave others their connections to the database", async () => {
  const [ana, stranger] = [await app.signIn(), await app.signIn()];
  const path = `/api/teams/${ana.teamId}/areas`;
  const client = await app.running.services.pool.connect();
  await client.query("begin");
  // As another change holds it that takes long.
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`areas ${ana.teamId}`]);
  const adding = Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ana.post<Area>(path, { name: `Area ${n}`, color: "teal", rules: { keywords: ["lease"] } }),
    ),
  );
  const waiting = () => countLockWaits(app);
  await expect.poll(waiting).toBeGreaterThan(0);
  for (let call = 0; call < 5; call++)
    expect((await stranger.get(`/api/teams/${stranger.teamId}/tasks`)).status).toBe(200);
  expect(await waiting()).toBe(1);
  await client.query("commit");
  client.release();
  expect(new Set((await adding).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ana.get<Area[]>(path)).body).toHaveLength(20);
});
