import { expect, test } from "vitest";
import { takeTurns, takeTurnsOf } from "./take-turns";

test("a few run at a time, in the order in which they came, also after one that failed; too many are refused", async () => {
  const inTurn = takeTurns({ most: 2, mostWaiting: 3, crowded: () => new Error("Too many.") });
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const run = (n: number) =>
    inTurn(async () => {
      begun.push(n);
      await new Promise<void>((end) => ends.push(end));
      if (n === 0) throw new Error("failed");
      return n;
    });
  const all = Promise.allSettled(Array.from({ length: 6 }, (_, n) => run(n)));
  await expect.poll(() => begun).toEqual([0, 1]);
  for (let ended = 0; ended < 5; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  expect((await all).map((one) => (one.status === "fulfilled" ? one.value : one.reason.message))).toEqual([
    "failed",
    ...[1, 2, 3, 4],
    "Too many.",
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  const later = run(6);
  await expect.poll(() => ends).toHaveLength(6);
  ends[5]?.();
  expect(await later).toBe(6);
});

test("those of one key run one at a time, and don't wait for those of another", async () => {
  const inTurn = takeTurnsOf({ mostWaiting: 1, crowded: () => new Error("Too many.") });
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string) =>
    inTurn(key, () => new Promise<void>((end) => ends.set(name, end))).then(() => name);
  const [first, second, other] = [run("ana", "first"), run("ana", "second"), run("bo", "other")];
  await expect(run("ana", "third")).rejects.toThrow("Too many.");
  await expect.poll(() => [...ends.keys()]).toEqual(["first", "other"]);
  ends.get("other")?.();
  expect(await other).toBe("other");
  ends.get("first")?.();
  expect(await first).toBe("first");
  await expect.poll(() => ends.size).toBe(3);
  ends.get("second")?.();
  expect(await second).toBe("second");
});
