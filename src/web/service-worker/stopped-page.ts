import type { FetchEvent, WorkerScope } from "./worker-scope";

const cacheName = "zippy-stopped-1";
const stoppedPage = "/stopped";

/** Shows a page while the server isn't running. It leaves everything else alone. */
export function showStoppedPage(scope: WorkerScope): void {
  scope.addEventListener("install", (event) => {
    event.waitUntil(
      caches
        .open(cacheName)
        .then((cache) => cache.add(new Request(stoppedPage, { cache: "reload" })))
        .then(() => scope.skipWaiting()),
    );
  });
  scope.addEventListener("activate", (event) => event.waitUntil(takeOver(scope)));
  scope.addEventListener("fetch", (event) => {
    if (event.request.mode === "navigate") event.respondWith(open(event));
  });
}

async function takeOver(scope: WorkerScope): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith("zippy-") && name !== cacheName)
      .map((name) => caches.delete(name)),
  );
  // Requests the page while this worker is still starting.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function open(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(stoppedPage);
    if (page) return page;
    throw error;
  }
}
