import { afterEach, expect, test, vi } from "vitest";
import { forgetOffline, forgetReads } from "./offline-data";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser with a push subscription that still shows so many notifications. @returns what is left of both. */
function browserShowing(count: number): () => { shown: number; subscribed: boolean } {
  const shown = new Set(Array.from({ length: count }, (_, number) => number));
  const notifications = [...shown].map((number) => ({ close: () => shown.delete(number) }));
  let subscribed = true;
  const subscription = {
    async unsubscribe() {
      subscribed = false;
    },
  };
  const registration = {
    getNotifications: async () => notifications,
    pushManager: { getSubscription: async () => subscription },
  };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal("localStorage", {});
  vi.spyOn(console, "warn").mockReturnValue();
  return () => ({ shown: shown.size, subscribed });
}

test.each([
  ["signing out", forgetOffline],
  ["a session that ended elsewhere", forgetReads],
])("BEY-9 %s ends pushes, and closes the notifications that the browser still shows", async (_, forget) => {
  const left = browserShowing(2);
  await forget();
  await vi.waitFor(() => expect(left()).toEqual({ shown: 0, subscribed: false }));
});

test("BEY-9 a browser without a service worker signs out all the same", async () => {
  browserShowing(0);
  vi.stubGlobal("navigator", {});
  await expect(forgetOffline()).resolves.toBeUndefined();
});
