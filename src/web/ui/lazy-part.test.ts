import { afterEach, expect, test, vi } from "vitest";
import { lazyPart } from "./lazy-part";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["with a connection", { onLine: true }, 1],
  ["without one, if a service worker has it", { onLine: false, serviceWorker: { controller: {} } }, 1],
  ["not without either", { onLine: false, serviceWorker: { controller: null } }, 0],
])("code is loaded ahead %s", async (_, navigator, times) => {
  vi.stubGlobal("navigator", navigator);
  const load = vi.fn(async () => ({ Part: () => null }));
  await lazyPart(load, "Part").preload();
  expect(load).toHaveBeenCalledTimes(times);
});
