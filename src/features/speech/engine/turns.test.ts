import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTurns } from "./turns";

test("one recording at a time: first come, first served, and a dead process holds up nobody", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "zippy-turns-")), "lock");
  writeFileSync(file, "999999999");
  const turns = createTurns(file);
  const { signal } = new AbortController();
  const order: string[] = [];
  const first = await turns.take(signal);
  const second = turns.take(signal).then(async (release) => {
    order.push("second");
    await release();
  });
  const stop = new AbortController();
  const given = turns.take(stop.signal);
  const third = turns.take(signal).then(async (release) => {
    order.push("third");
    await release();
  });
  stop.abort(new Error("gave up"));
  await expect(given).rejects.toThrow("gave up");
  expect(order).toEqual([]);
  await first();
  await Promise.all([second, third]);
  expect(order).toEqual(["second", "third"]);
  expect(existsSync(file)).toBe(false);
});

test("a program that only wants a free turn gets none while somebody works or waits, in any process", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "zippy-turns-")), "lock");
  const turns = createTurns(file);
  const { signal } = new AbortController();
  const first = await turns.take(signal);
  expect(await turns.takeIfFree(signal)).toBeNull();
  await first();
  // The turn of another process that is alive.
  writeFileSync(file, String(process.ppid));
  expect(await createTurns(file).takeIfFree(signal)).toBeNull();
  rmSync(file);
  const free = await turns.takeIfFree(signal);
  const next = turns.take(signal);
  await free?.();
  await (await next)();
  expect(existsSync(file)).toBe(false);
});

test("a turn that another process is just taking isn't taken for one that is over", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "zippy-turns-")), "lock");
  const { signal } = new AbortController();
  // Its process id isn't in it yet.
  writeFileSync(file, "");
  expect(await createTurns(file).takeIfFree(signal)).toBeNull();
  expect(existsSync(file)).toBe(true);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  await (await createTurns(file).takeIfFree(signal))?.();
  expect(existsSync(file)).toBe(false);
});
