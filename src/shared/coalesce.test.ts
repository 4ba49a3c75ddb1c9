import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCoalescer } from "./coalesce";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first call runs at once, thousands of later ones run once more at the end of the interval", async () => {
  const run = vi.fn(() => Promise.resolve());
  const coalesced = createCoalescer(run, 250);

  for (let call = 0; call < 5_000; call += 1) coalesced("tasks");
  expect(run).toHaveBeenCalledTimes(1);

  await vi.advanceTimersByTimeAsync(250);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test("keys don't wait for each other", () => {
  const run = vi.fn(() => Promise.resolve());
  const coalesced = createCoalescer(run, 250);
  coalesced("tasks");
  coalesced("messages");
  expect(run.mock.calls).toEqual([["tasks"], ["messages"]]);
});

test("slow work isn't interrupted by the next run, which follows when it is done", async () => {
  let finish = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const coalesced = createCoalescer(run, 250);

  coalesced("tasks");
  coalesced("tasks");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run).toHaveBeenCalledTimes(1);

  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
});

test("failing work doesn't end the coalescing", async () => {
  const run = vi.fn(() => Promise.reject(new Error("offline")));
  const coalesced = createCoalescer(run, 250);
  coalesced("tasks");
  await vi.advanceTimersByTimeAsync(1_000);
  coalesced("tasks");
  expect(run).toHaveBeenCalledTimes(2);
});
