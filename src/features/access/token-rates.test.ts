import { expect, test } from "vitest";
import { createTokenRates } from "./token-rates";

/** What all processes share. */
function sharedCounter() {
  const counts = new Map<string, number>();
  return async (key: string, windowMs: number, calls: number) => {
    counts.set(key, (counts.get(key) ?? 0) + calls);
    return { current: counts.get(key) as number, ttl: windowMs };
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("BEY-18 two processes share a token's limit, up to what they serve in a second", async () => {
  const countCalls = sharedCounter();
  const [one, two] = [createTokenRates({ max: 10, countCalls }), createTokenRates({ max: 10, countCalls })];
  let allowed = 0;
  for (let second = 0; second < 20; second++) {
    for (const process of [one, two]) if (process.count("t", second * 1000) === undefined) allowed++;
    await settled();
  }
  expect(allowed).toBeGreaterThanOrEqual(10);
  expect(allowed).toBeLessThanOrEqual(12);
});

test("BEY-18 a new minute begins anew, and a failing counter doesn't lift the limit", async () => {
  const rates = createTokenRates({ max: 2, countCalls: () => Promise.reject(new Error("away")) });
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
  const rates = createTokenRates({ max: 1, countCalls: () => Promise.reject(new Error("away")) });
  expect(rates.count("t", 3_600_000)).toBeUndefined();
  expect(rates.count("t", 0)).toBeUndefined();
  expect(rates.count("t", 1)).toBe(59_999);
});

test("BEY-18 a database clock that goes back doesn't lift the limit", async () => {
  const rates = createTokenRates({ max: 5, countCalls: async () => ({ current: 5, ttl: 3_600_000 }) });
  expect(rates.count("t", 1000)).toBeUndefined();
  await settled();
  expect(rates.count("t", 1001)).toBe(59_999);
});
