import { expect, test } from "vitest";
import { createCallRates } from "./call-rates";

/** What all processes share. */
function sharedCounter() {
  const counts = new Map<string, number>();
  return async (key: string, windowMs: number, calls: number) => {
    counts.set(key, (counts.get(key) ?? 0) + calls);
    return { current: counts.get(key) as number, ttl: windowMs };
  };
}

const caller = { key: "token", words: "This token" };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("BEY-18 two processes share a token's limit, up to what they serve in a second", async () => {
  const countCalls = sharedCounter();
  const [one, two] = [1, 2].map(() => createCallRates({ caller, max: 10, countCalls }));
  let allowed = 0;
  for (let second = 0; second < 20; second++) {
    for (const process of [one, two]) if (process?.count("t", second * 1000) === undefined) allowed++;
    await settled();
  }
  expect(allowed).toBeGreaterThanOrEqual(10);
  expect(allowed).toBeLessThanOrEqual(12);
});

test("BEY-18 a new minute begins anew, and a failing counter doesn't lift the limit", async () => {
  const rates = createCallRates({ caller, max: 2, countCalls: () => Promise.reject(new Error("away")) });
  expect([rates.count("t", 0), rates.count("t", 1), rates.count("t", 2)]).toEqual([
    undefined,
    undefined,
    59_998,
  ]);
  await settled();
  expect(rates.count("t", 3000)).toBe(57_000);
  expect(rates.count("t", 60_000)).toBeUndefined();
});

test("BEY-18 a clock that goes back locks no token out", () => {
  const rates = createCallRates({ caller, max: 1, countCalls: () => Promise.reject(new Error("away")) });
  expect(rates.count("t", 3_600_000)).toBeUndefined();
  expect(rates.count("t", 0)).toBeUndefined();
  expect(rates.count("t", 1)).toBe(59_999);
});

test("BEY-18 a database clock that goes back doesn't lift the limit", async () => {
  const rates = createCallRates({ caller, max: 5, countCalls: async () => ({ current: 5, ttl: 3_600_000 }) });
  expect(rates.count("t", 1000)).toBeUndefined();
  await settled();
  expect(rates.count("t", 1001)).toBe(59_999);
});

test("few calls cost no write, and from then on all of them count for every process", async () => {
  const counted = sharedCounter();
  const written: number[] = [];
  const countCalls: typeof counted = (key, windowMs, calls) => {
    written.push(calls);
    return counted(key, windowMs, calls);
  };
  const [one, two] = [1, 2].map(() => createCallRates({ caller, max: 10, notifyFrom: 4, countCalls }));
  for (let second = 0; second < 4; second++) one?.count("t", second * 1000);
  expect(written).toEqual([]);
  one?.count("t", 4000);
  expect(written).toEqual([5]);
  await settled();
  for (let second = 5; second < 10; second++) two?.count("t", second * 1000);
  await settled();
  expect(written).toEqual([5, 5]);
  expect(two?.count("t", 10_000)).toBeDefined();
});
