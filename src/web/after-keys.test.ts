import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as AfterKeys from "./after-keys";

let { beginKeyFrame, keysRested } = {} as typeof AfterKeys;

beforeEach(async () => {
  // It remembers the last key, by a clock that begins again with each test.
  vi.resetModules();
  ({ beginKeyFrame, keysRested } = await import("./after-keys"));
  vi.useFakeTimers();
  vi.stubGlobal("document", { addEventListener: () => undefined });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Whether the keys have rested, for what has waited since this call. */
function watch(): () => boolean {
  let rested = false;
  void keysRested().then(() => {
    rested = true;
  });
  return () => rested;
}

test("BEY-10 what waits for the keys to rest goes on at once without one, and otherwise after a moment", async () => {
  const before = watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(before()).toBe(true);

  beginKeyFrame();
  const rested = watch();
  await vi.advanceTimersByTimeAsync(100);
  beginKeyFrame();
  await vi.advanceTimersByTimeAsync(100);
  expect(rested()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(rested()).toBe(true);
});

test("BEY-10 the moment without a key begins once the key's frame is painted", async () => {
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run, 120));
  beginKeyFrame();
  const rested = watch();
  await vi.advanceTimersByTimeAsync(200);
  expect(rested()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(rested()).toBe(true);
});

test("BEY-10 keys that never rest hold nothing up for longer than a second", async () => {
  beginKeyFrame();
  const rested = watch();
  for (let key = 0; key < 9; key++) {
    await vi.advanceTimersByTimeAsync(100);
    beginKeyFrame();
  }
  expect(rested()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(rested()).toBe(true);
});
