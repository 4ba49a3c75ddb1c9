import { randomUUID } from "node:crypto";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../../test/support/test-app";
import { purgeBatch } from "../server/postgres/purge";
import { retentionJob, runAll } from "./retention";

const app = await startTestApp();
const { blobs, db, pool } = app.running.services;

test("expired sessions and rate limits are removed, others stay", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await pool.query("update sessions set expires_at = now() - interval '1 minute' where user_id = $1", [
    ana.user.id,
  ]);
  await pool.query(
    "insert into rate_limits (key, count, resets_at) values ('old', 1, now() - interval '1 minute'), ('new', 1, now() + interval '1 hour')",
  );
  await retentionJob(db, app.running.services.blobs).run({}, new AbortController().signal);

  const { rows } = await pool.query("select key from rate_limits where key in ('old', 'new')");
  expect(rows).toEqual([{ key: "new" }]);
  const left = await pool.query("select user_id from sessions where user_id = any($1::uuid[])", [
    [ana.user.id, bo.user.id],
  ]);
  expect(left.rows).toEqual([{ user_id: bo.user.id }]);
});

const runRetention = () => retentionJob(db, blobs).run({}, new AbortController().signal);
const countOf = async (statement: string, value: string) =>
  (
    (await pool.query(`select count(*)::int as count from ${statement}`, [value])).rows[0] as {
      count: number;
    }
  ).count;

test("the journal forgets the texts of changes that nobody can undo anymore", async () => {
  const ana = await app.signIn();
  await ana.buildTask({ title: "A secret of last month" });
  await ana.buildTask({ title: "A task of today" });
  await pool.query(
    "update journal set created_at = now() - interval '31 days' where changes::text like '%last month%'",
  );
  await runRetention();
  expect(await countOf("journal where team_id = $1 and changes::text like '%last month%'", ana.teamId)).toBe(
    0,
  );
  expect(await countOf("journal where team_id = $1 and changes::text like '%of today%'", ana.teamId)).toBe(1);
});

/** Has the database note how many rows each statement deletes from a table, until the test ends. */
async function countDeletes(table: string): Promise<() => Promise<number[]>> {
  await pool.query(`
    create table deletes (step serial, count int);
    create function note_deletes() returns trigger language plpgsql as
      $$ begin insert into deletes (count) select count(*) from gone; return null; end $$;
    create trigger note_deletes after delete on ${table} referencing old table as gone
      for each statement execute function note_deletes()`);
  onTestFinished(async () => {
    await pool.query("drop function note_deletes cascade; drop table deletes");
  });
  return async () => {
    const { rows } = await pool.query<{ count: number }>("select count from deletes order by step");
    return rows.map(({ count }) => count);
  };
}

test("what was deleted long ago goes in small steps until nothing of it is left, and what can be undone stays", async () => {
  const ana = await app.signIn();
  const { rows: most } = purgeBatch;
  purgeBatch.rows = 2;
  onTestFinished(() => {
    purgeBatch.rows = most;
  });
  const stepsOf = await countDeletes("tasks");
  for (const title of ["a", "b", "c", "d", "e", "undone still", "open"]) await ana.buildTask({ title });
  await pool.query(
    "update tasks set deleted_at = now() - interval '31 days' where team_id = $1 and length(title) = 1",
    [ana.teamId],
  );
  await pool.query(
    "update tasks set deleted_at = now() - interval '29 days' where team_id = $1 and title = 'undone still'",
    [ana.teamId],
  );
  await runRetention();
  expect(await stepsOf()).toEqual([2, 2, 1, 0]);
  const { rows } = await pool.query("select title from tasks where team_id = $1 order by title", [
    ana.teamId,
  ]);
  expect(rows).toEqual([{ title: "open" }, { title: "undone still" }]);
});

test("uploads that nobody started within a day are removed with their files, and so are files of nobody", async () => {
  const ana = await app.signIn();
  const upload = async () => {
    const file = { name: "a.eml", content: `From: bo@example.org\nSubject: ${Math.random()}\n\nHello.\n` };
    return (await ana.upload<{ id: string }>(`/api/teams/${ana.teamId}/imports`, [file])).body.id;
  };
  const blobOf = async (id: string) => {
    const { rows } = await pool.query("select files->0->>'blob' as blob from imports where id = $1", [id]);
    return (rows[0] as { blob: string }).blob;
  };
  const [forgotten, waiting] = [await upload(), await upload()];
  const [forgottenBlob, waitingBlob] = [await blobOf(forgotten), await blobOf(waiting)];
  const { id: orphan } = await blobs.write("upload", Readable.from(["nobody's"]));
  const { id: arriving } = await blobs.write("upload", Readable.from(["still arriving"]));
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  const earlier = randomUUID();
  writeFileSync(blobs.path(earlier), "an upload of an earlier version");
  const other = `picture_${randomUUID()}`;
  writeFileSync(blobs.path(other), "another feature's");
  for (const id of [forgottenBlob, waitingBlob, orphan, earlier, other])
    utimesSync(blobs.path(id), yesterday, yesterday);
  await pool.query("update imports set created_at = $2 where id = $1", [forgotten, yesterday]);

  await runRetention();

  expect(await countOf("imports where id = $1", forgotten)).toBe(0);
  expect(await countOf("imports where id = $1", waiting)).toBe(1);
  const left = await blobs.unchangedSince("upload", new Date(Date.now() + 1000));
  expect(left.toSorted()).toEqual([waitingBlob, arriving].toSorted());
  expect(existsSync(blobs.path(other))).toBe(true);
});

test("a recording is kept however old it is, also while its meeting can be taken back, and sound of nobody goes", async () => {
  const ana = await app.signIn();
  const record = async () => {
    const { body } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings`, { title: "Weekly" });
    const audioData = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(100)]);
    await ana.post(`/api/meetings/${body.id}/transcribe`, { audioData: audioData.toString("base64") });
    const { rows } = await pool.query("select blob from meeting_parts where meeting_id = $1", [body.id]);
    return { id: body.id, blob: (rows[0] as { blob: string }).blob };
  };
  const [kept, deleted] = [await record(), await record()];
  expect((await ana.delete(`/api/meetings/${deleted.id}`)).status).toBeLessThan(300);
  const { id: orphan } = await blobs.write("audio", Readable.from(["nobody's"]));
  const lastYear = new Date(Date.now() - 365 * 24 * 3_600_000);
  for (const id of [kept.blob, deleted.blob, orphan]) utimesSync(blobs.path(id), lastYear, lastYear);
  await runRetention();
  expect([kept.blob, deleted.blob, orphan].map((id) => existsSync(blobs.path(id)))).toEqual([
    true,
    true,
    false,
  ]);
});

test("a part of the retention that fails stops none of the others, and is reported", async () => {
  const ran: number[] = [];
  const part = (n: number, error?: Error) => async () => {
    ran.push(n);
    if (error) throw error;
  };
  const failing = runAll([
    part(1),
    part(2, new Error("second")),
    part(3),
    part(4, new Error("fourth")),
    part(5),
  ]);
  await expect(failing).rejects.toMatchObject({ errors: [{ message: "second" }, { message: "fourth" }] });
  expect(ran).toEqual([1, 2, 3, 4, 5]);
  await expect(runAll([part(6, new Error("only"))])).rejects.toThrow("only");
});
