import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { atEnd } from "../../../test/support/at-end";
import { templateDatabase, withDatabase } from "../../../test/support/databases";
import { openDatabase } from "../database";
import { tryLock } from "./held-locks";

const url = await withDatabase(
  inject("postgresUrl"),
  `locks_${randomUUID().replaceAll("-", "")}`,
  templateDatabase,
);

/** The pool of a process. */
function open() {
  const { pool, close } = openDatabase(url, () => undefined, { connect: 1000 });
  atEnd(close);
  return pool;
}

/** Takes a lock as soon as it is free, and releases it. */
async function takeOnceFree(pool: Parameters<typeof tryLock>[0], key: string): Promise<void> {
  let release: Awaited<ReturnType<typeof tryLock>>;
  await expect.poll(async () => (release ??= await tryLock(pool, key))).toBeDefined();
  release?.();
}

test("a lock is held once, by this process or another one, until it is released", async () => {
  const [one, other] = [open(), open()];
  const release = await tryLock(one, "a");
  expect(release).toBeDefined();
  expect(await tryLock(one, "a")).toBeUndefined();
  expect(await tryLock(other, "a")).toBeUndefined();
  release?.();
  const again = await tryLock(one, "a");
  expect(again).toBeDefined();
  // Releasing twice frees nobody else's.
  release?.();
  expect(await tryLock(one, "a")).toBeUndefined();
  again?.();
  await takeOnceFree(other, "a");
});

test("locks held for hours leave the connections to others, and give their own back", async () => {
  const pool = open();
  const releases = await Promise.all(Array.from({ length: 30 }, (_, n) => tryLock(pool, `long ${n}`)));
  expect(releases.every(Boolean)).toBe(true);
  const working = await Promise.all(Array.from({ length: 9 }, () => pool.connect()));
  for (const client of working) client.release();
  for (const release of releases) release?.();
  await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
});

test("a broken connection frees its locks, and the next one is taken on another", async () => {
  const [one, other] = [open(), open()];
  const release = await tryLock(one, "b");
  await other.query(`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('b', 0)`);
  await takeOnceFree(other, "b");
  const next = await tryLock(one, "c");
  expect(next).toBeDefined();
  release?.();
  expect(await tryLock(other, "c")).toBeUndefined();
  next?.();
  await expect.poll(() => one.idleCount).toBe(one.totalCount);
});
