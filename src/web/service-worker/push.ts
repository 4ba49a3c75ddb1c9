import type { SubscriptionChangeEvent, WorkerScope } from "./worker-scope";

/** What the server sends, encrypted for this browser. */
interface PushText {
  title: string;
  body: string;
  /** What a click opens. */
  path: string;
  tag: string;
}

/** What an open page is asked to show. */
export interface OpenMessage {
  open: string;
}

/** Where browsers are subscribed. */
const subscribePath = "/api/notifications/push/browsers";

/** Shows what the server pushes. A click opens it, in a window of the product if one is open. */
export function handlePushes(scope: WorkerScope): void {
  scope.addEventListener("push", (event) => {
    const text = event.data?.json() as PushText | undefined;
    if (!text) return;
    const { title, body, path, tag } = text;
    event.waitUntil(scope.registration.showNotification(title, { body, tag, data: { path } }));
  });

  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path = "/" } = (event.notification.data ?? {}) as { path?: string };
    event.waitUntil(openPath(scope, path));
  });

  scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(scope, event)));
}

async function openPath(scope: WorkerScope, path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: false });
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (!window) {
    await scope.clients.openWindow(path);
    return;
  }
  // A browser may refuse it.
  await window.focus().catch(() => undefined);
  // The page goes there itself, because a reload would lose what isn't saved.
  window.postMessage({ open: path } satisfies OpenMessage);
}

/** The browser has replaced its subscription; the server learns of the new one. */
async function subscribeAgain(
  scope: WorkerScope,
  { oldSubscription, newSubscription }: SubscriptionChangeEvent,
): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey ?? null;
  const subscription =
    newSubscription ??
    (key &&
      (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch(subscribePath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}
