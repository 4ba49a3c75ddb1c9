import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { holdLock } from "../database";
import { projectRoot } from "../project-root";
import type { LockKey } from "./lock-order";

const app = await startTestApp();
const { db } = app.running.services;

const take = (...keys: LockKey[]) =>
  db.transaction(async (tx) => {
    for (const key of keys) await holdLock(tx, key);
  });

test("a transaction takes several locks in one order, also in a savepoint, and may take one again", async () => {
  await take("teams a", "billing a", "billing a", "billing b", "areas a");
  await expect(take("billing a", "teams a")).rejects.toThrow('"teams a" comes before "billing a"');
  await expect(take("areas b", "areas a")).rejects.toThrow('"areas a" comes before "areas b"');
  const nested = db.transaction(async (tx) => {
    await holdLock(tx, "areas a");
    await tx.transaction((inner) => holdLock(inner, "teams a"));
  });
  await expect(nested).rejects.toThrow('"teams a" comes before "areas a"');
  // The next one on the same connection starts over.
  await take("teams a");
});

test("a lock outside of a transaction, which would end at once, is refused", async () => {
  await expect(holdLock(db, "teams a")).rejects.toThrow("outside of a transaction");
});

test("every lock that waits goes through the one function that checks the order", () => {
  const files = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const found = files.flatMap((name) =>
    [...readFileSync(join(projectRoot, "src", name), "utf8").matchAll(/pg_advisory_(?:xact_)?lock\(.*/g)].map(
      ([call]) => `${name}: ${call}`,
    ),
  );
  // The others are the only ones of connections of their own.
  expect(found.map((line) => line.replaceAll("\\", "/")).sort()).toEqual([
    expect.stringMatching(/^server\/backup\/drafts\.ts: /),
    expect.stringMatching(/^server\/database\.ts: pg_advisory_xact_lock\(hashtextextended\(\$\{key\}, 0\)\)/),
    expect.stringMatching(/^server\/postgres\/migrations-lock\.ts: pg_advisory_lock\(/),
    expect.stringMatching(/^server\/postgres\/postgres\.ts: pg_advisory_lock\(1\)/),
  ]);
});
