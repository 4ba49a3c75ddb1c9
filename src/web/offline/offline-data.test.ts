import { afterEach, expect, test, vi } from "vitest";
import { forgetOffline, forgetReads } from "./offline-data";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser that still shows so many notifications and keeps nothing else. @returns how many it shows. */
function browserShowing(count: number): () => number {
  const shown = new Set(Array.from({ length: count }, (_, number) => number));
  const notifications = [...shown].map((number) => ({ close: () => shown.delete(number) }));
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => notifications }) },
  });
  vi.stubGlobal("localStorage", {});
  vi.spyOn(console, "warn").mockReturnValue();
  return () => shown.size;
}

test.each([
  ["signing out", forgetOffline],
  ["a session that ended elsewhere", forgetReads],
])("BEY-9 %s closes the notifications that the browser still shows", async (_, forget) => {
  const left = browserShowing(2);
  await forget();
  expect(left()).toBe(0);
});

test("BEY-9 a browser without a service worker signs out all the same", async () => {
  browserShowing(0);
  vi.stubGlobal("navigator", {});
  await expect(forgetOffline()).resolves.toBeUndefined();
});
