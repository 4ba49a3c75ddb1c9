import { expect, test } from "vitest";
import { createFollowing } from "./following";
import type { LatestPosition, Position } from "./repository";

const at = (facts: number, running: number, next: number): LatestPosition => ({
  ...{ journal: 0, facts, running: BigInt(running), next: BigInt(next) },
});

/** Where each look began. */
function looks() {
  const from: number[] = [];
  const follow = createFollowing({ journal: 0, facts: 10 });
  const collect = async ({ facts }: Position) => {
    from.push(facts);
  };
  return { from, look: (now: LatestPosition) => follow(now, collect) };
}

test("BEY-9 what a transaction commits after later numbers is looked at, however long it runs", async () => {
  const { from, look } = looks();
  // Transaction 5 has got a number below 300 and runs on.
  for (const facts of [300, 900, 900, 2_000]) await look(at(facts, 5, 20 + facts));
  expect(from).toEqual([10, 10, 10, 10]);
  // It has ended: the first position is looked at once more, and is done with then.
  await look(at(2_000, 9_000, 9_000));
  await look(at(2_000, 9_000, 9_000));
  expect(from).toEqual([10, 10, 10, 10, 10, 300]);
});

test("BEY-9 nothing is looked at while nothing comes", async () => {
  const { from, look } = looks();
  for (let count = 0; count < 5; count++) await look(at(10, 7, 7));
  expect(from).toEqual([]);
});

test("BEY-9 a look that fails is made again", async () => {
  const follow = createFollowing({ journal: 0, facts: 10 });
  const failing = () => Promise.reject(new Error("no database"));
  await expect(follow(at(20, 7, 7), failing)).rejects.toThrow("no database");
  const from: number[] = [];
  await follow(at(20, 7, 7), async ({ facts }) => void from.push(facts));
  expect(from).toEqual([10]);
});
