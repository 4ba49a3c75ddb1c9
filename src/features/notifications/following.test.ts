import { expect, test } from "vitest";
import { createFollowing } from "./following";
import type { LatestPosition, Position } from "./repository";

const at = (facts: number, running: number, next: number): LatestPosition => ({
  ...{ journal: 0, facts, running: BigInt(running), next: BigInt(next) },
});

/** Where each look began, and what was kept for a later start. */
function looks() {
  const from: number[] = [];
  const kept: number[] = [];
  let now = 0;
  const follow = createFollowing({
    start: { journal: 0, facts: 10 },
    keep: async ({ facts }) => void kept.push(facts),
    clock: () => now,
  });
  const collect = async ({ facts }: Position) => void from.push(facts);
  return {
    from,
    kept,
    look: (latest: LatestPosition) => follow(latest, collect),
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

test("BEY-9 what a transaction commits after later numbers is looked at, however many come meanwhile", async () => {
  const { from, kept, look } = looks();
  // Transaction 5 has got a number below 300 and runs on.
  for (const facts of [300, 900, 2_000]) await look(at(facts, 5, 20 + facts));
  expect(from).toEqual([10, 10, 10]);
  expect(kept).toEqual([]);
  // It has ended: the first position is looked at once more, and is done with then.
  await look(at(2_000, 9_000, 9_000));
  expect(from).toEqual([10, 10, 10, 10]);
  expect(kept).toEqual([300]);
  // Nothing has been committed since.
  await look(at(2_000, 9_000, 9_000));
  expect(from).toHaveLength(4);
  expect(kept).toEqual([300, 2_000]);
  await look(at(2_100, 9_001, 9_001));
  expect(from).toEqual([10, 10, 10, 10, 2_000]);
});

test("BEY-9 the same numbers are looked at again when a transaction has ended, and seldom while it runs on", async () => {
  const { from, look, pass } = looks();
  for (let count = 0; count < 10; count++) {
    await look(at(300, 5, 20));
    pass(2);
  }
  expect(from).toHaveLength(1);
  await look(at(300, 6, 20));
  expect(from).toHaveLength(2);
  pass(30);
  await look(at(300, 6, 20));
  expect(from).toHaveLength(3);
});

test("BEY-9 a transaction that somebody has forgotten is waited for a few minutes", async () => {
  const { from, kept, look, pass } = looks();
  await look(at(300, 5, 20));
  pass(299);
  await look(at(900, 5, 30));
  expect(kept).toEqual([]);
  pass(1);
  await look(at(900, 5, 30));
  expect(kept).toEqual([300]);
  await look(at(1_000, 5, 40));
  expect(from.at(-1)).toBe(300);
});

test("BEY-9 nothing is looked at or kept while nothing comes", async () => {
  const { from, kept, look } = looks();
  for (let count = 0; count < 5; count++) await look(at(10, 7, 7));
  expect([from, kept]).toEqual([[], []]);
});

test("BEY-9 a look that fails is made again, and so is what couldn't be kept", async () => {
  const kept: number[] = [];
  let fails = true;
  const follow = createFollowing({
    start: { journal: 0, facts: 10 },
    keep: async ({ facts }) => {
      if (fails) throw new Error("no database");
      kept.push(facts);
    },
  });
  const failing = () => Promise.reject(new Error("no database"));
  await expect(follow(at(20, 7, 7), failing)).rejects.toThrow("no database");
  const from: number[] = [];
  const collect = async ({ facts }: Position) => void from.push(facts);
  await follow(at(20, 7, 7), collect);
  expect(from).toEqual([10]);
  await expect(follow(at(20, 7, 7), collect)).rejects.toThrow("no database");
  fails = false;
  await follow(at(20, 7, 7), collect);
  expect(kept).toEqual([20]);
});
