import { expect, test } from "vitest";
import { query } from "../../../../test/support/collecting";
import { startTestApp } from "../../../../test/support/test-app";

const app = await startTestApp();

test("MEET-3 many long transcripts at the same moment leave others their connections to the database", async () => {
  const ana = await app.signIn();
  const text = Array.from({ length: 2000 }, (_, n) => `Ana: Bo, can you send me offer ${n} by Friday?`).join(
    "\n",
  );
  const data = Buffer.from(text).toString("base64");
  let stored = 0;
  const sending = Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const answer = await ana.post(`/api/teams/${ana.teamId}/meetings/transcript`, {
        name: `${n}.txt`,
        data,
      });
      stored++;
      return answer.status;
    }),
  );
  let most = 0;
  while (stored < 12) {
    const held = await query(
      app,
      "select from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()",
    );
    most = Math.max(most, held.length);
  }
  expect(new Set(await sending)).toEqual(new Set([200]));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(7);
});
