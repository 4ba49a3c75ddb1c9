import { expect, test } from "vitest";
import { startTestApp } from "../../test/support/test-app";
import { retentionJob } from "./retention";

const app = await startTestApp();
const { db, pool } = app.running.services;

test("expired sessions and rate limits are removed, others stay", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await pool.query("update sessions set expires_at = now() - interval '1 minute' where user_id = $1", [
    ana.user.id,
  ]);
  await pool.query(
    "insert into rate_limits (key, count, resets_at) values ('old', 1, now() - interval '1 minute'), ('new', 1, now() + interval '1 hour')",
  );
  await retentionJob(db).run({}, new AbortController().signal);

  const { rows } = await pool.query("select key from rate_limits where key in ('old', 'new')");
  expect(rows).toEqual([{ key: "new" }]);
  const left = await pool.query("select user_id from sessions where user_id = any($1::uuid[])", [
    [ana.user.id, bo.user.id],
  ]);
  expect(left.rows).toEqual([{ user_id: bo.user.id }]);
});
