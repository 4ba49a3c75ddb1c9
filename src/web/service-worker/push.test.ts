import { expect, test, vi } from "vitest";
import { handlePushes } from "./push";
import type { WorkerScope } from "./worker-scope";

/** A worker with these windows, whose events can be made to happen. */
function worker(windows: { focused: boolean }[] = []) {
  const listeners = new Map<string, (event: unknown) => void>();
  const open = windows.map((window) => ({
    ...window,
    focus: vi.fn(async () => undefined),
    postMessage: vi.fn(),
  }));
  const subscription = (endpoint: string) => ({
    options: { applicationServerKey: "key" },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  });
  const registration = {
    showNotification: vi.fn(async () => undefined),
    pushManager: { subscribe: vi.fn(async () => subscription("https://push.example.com/new")) },
  };
  const openWindow = vi.fn(async () => null);
  handlePushes({
    registration,
    clients: { matchAll: async () => open, openWindow },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  } as unknown as WorkerScope);
  /** Resolves when the handler's work is done. */
  async function happen(type: string, event: object): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  }
  return { happen, open, openWindow, registration, subscription };
}

const click = (path: string) => ({ notification: { close: vi.fn(), data: { path } } });

test("BEY-9 the worker shows what is pushed, and a push without text shows nothing", async () => {
  const { happen, registration } = worker();
  const text = { title: "Assigned to you", body: "Send the quote", path: "/matrix/1", tag: "t" };
  await happen("push", { data: { json: () => text } });
  expect(registration.showNotification).toHaveBeenCalledWith("Assigned to you", {
    body: "Send the quote",
    tag: "t",
    data: { path: "/matrix/1" },
  });
  await happen("push", { data: null });
  expect(registration.showNotification).toHaveBeenCalledTimes(1);
});

test("BEY-9 a click opens the item in the focused window, or in a new one", async () => {
  const { happen, open, openWindow } = worker([{ focused: false }, { focused: true }]);
  await happen("notificationclick", click("/matrix/1"));
  expect(open[1]?.focus).toHaveBeenCalled();
  expect(open[1]?.postMessage).toHaveBeenCalledWith({ open: "/matrix/1" });
  expect(open[0]?.postMessage).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();

  const closed = worker();
  await closed.happen("notificationclick", click("/inbox/2"));
  expect(closed.openWindow).toHaveBeenCalledWith("/inbox/2");
});

test("BEY-9 a subscription that the browser replaced is sent to the server", async () => {
  const send = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  const { happen, registration, subscription } = worker();
  await happen("pushsubscriptionchange", {
    oldSubscription: subscription("https://push.example.com/old"),
    newSubscription: null,
  });
  expect(registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: "key",
  });
  expect(send).toHaveBeenCalledWith(
    "/api/notifications/push/browsers",
    expect.objectContaining({ body: expect.stringContaining("https://push.example.com/new") }),
  );
  send.mockRestore();
});
