import fc from "fast-check";
import { expect, test } from "vitest";
import { createCallRates } from "./call-rates";

/** What all processes share. */
function sharedCounter(now = () => 0) {
  const counts = new Map<string, { count: number; endsAt: number }>();
  return async (key: string, windowMs: number, calls: number) => {
    const known = counts.get(key);
    const window = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + windowMs };
    window.count += calls;
    counts.set(key, window);
    return { current: window.count, ttl: window.endsAt - now() };
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

test("BEY-18 each minute counts from zero, and a failing counter doesn't lift the limit", async () => {
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

/** The most of these times (milliseconds, ascending) that are within one minute. */
const mostInAMinute = (times: number[]) =>
  Math.max(0, ...times.map((from, at) => times.slice(at).filter((time) => time < from + 60_000).length));

test("BEY-18 a caller who keeps to the limit is never refused, whenever and wherever the calls arrive", async () => {
  const max = 12;
  // Slowly and in bursts.
  const pause = fc.oneof(fc.nat(30_000), fc.nat(1000), fc.constant(1001));
  const calls = fc.array(fc.record({ pause, process: fc.nat(2) }), { minLength: 20, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(calls, fc.nat(100_000), async (all, began) => {
      let now = began;
      const countCalls = sharedCounter(() => now);
      const processes = [1, 2, 3].map(() => createCallRates({ caller, max, notifyFrom: 4, countCalls }));
      const made: number[] = [];
      for (const { pause, process } of all) {
        now += pause;
        // One call more than the limit isn't made.
        if (mostInAMinute([...made, now]) > max) continue;
        made.push(now);
        expect(processes[process]?.count("t", now)).toBeUndefined();
        await settled();
      }
    }),
    { numRuns: 300 },
  );
});

test("BEY-18 a database clock that goes back doesn't lift the limit", async () => {
  const rates = createCallRates({ caller, max: 5, countCalls: async () => ({ current: 5, ttl: 3_600_000 }) });
  expect(rates.count("t", 1000)).toBeUndefined();
  await settled();
  expect(rates.count("t", 1001)).toBe(58_999);
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
