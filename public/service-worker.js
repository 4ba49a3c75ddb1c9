// Shows a page while the server isn't running. It leaves everything else alone.
const cacheName = "zippy-stopped-1";
const stoppedPage = "/stopped";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.add(new Request(stoppedPage, { cache: "reload" })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith("zippy-") && name !== cacheName)
      .map((name) => caches.delete(name)),
  );
  // Requests the page while this worker is still starting.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(open(event));
});

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(stoppedPage);
    if (page) return page;
    throw error;
  }
}
