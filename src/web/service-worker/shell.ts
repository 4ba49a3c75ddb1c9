import { keptPerson } from "../offline/browser-store";
import { isOfProxy } from "../proxy-answer";
import type { FetchEvent, WorkerScope } from "./worker-scope";

/** Set by the build: its hash, and the files of the workspace. */
declare const __BUILD__: string;
declare const __FILES__: readonly string[];

const prefix = "zippy-shell-";
const shell = `${prefix}${__BUILD__}`;
/** The workspace for anybody, without data; and the page for those without data here. */
const workspacePage = "/workspace";
const stoppedPage = "/stopped";

/**
 * Keeps the workspace's files, so that it opens without a connection. It never touches calls of the API, uploads,
 * exports or live connections: what a person has loaded is kept by the page, which also deletes it.
 */
export function serveShell(scope: WorkerScope): void {
  scope.addEventListener("install", (event) => {
    event.waitUntil(fillShell().then(() => scope.skipWaiting()));
  });
  scope.addEventListener("activate", (event) => {
    event.waitUntil(takeOver(scope));
  });
  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.mode === "navigate") event.respondWith(openPage(event, pathname));
    else if (request.method === "GET" && origin === location.origin && pathname.startsWith("/assets/"))
      event.respondWith(fileOf(request));
  });
}

async function fillShell(): Promise<void> {
  const cache = await caches.open(shell);
  await Promise.all(
    __FILES__.map(async (file) => {
      // Names contain a hash of the content, so a file of the build before is the same.
      const known = await caches.match(file);
      if (known) await cache.put(file, known);
      else await cache.add(file);
    }),
  );
  // Each with the nonces of its own security policy, which is stored with it.
  await cache.addAll([workspacePage, stoppedPage].map((page) => new Request(page, { cache: "reload" })));
}

/**
 * Takes over open pages, without reloading them. They may still need files of the build before, which the server
 * no longer has, so its shell stays until the next build.
 */
async function takeOver({ registration, clients }: WorkerScope): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("zippy-") && name !== shell);
  const before = names.findLast((name) => name.startsWith(prefix));
  await Promise.all(names.filter((name) => name !== before).map((name) => caches.delete(name)));
  // Requests the page while this worker is still starting.
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function openPage(event: FetchEvent, path: string): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    const away = isOfProxy(response.status, response.headers.get("content-type"));
    return (away && (await offlinePage(path))) || response;
  } catch (error) {
    const page = await offlinePage(path);
    if (page) return page;
    throw error;
  }
}

/** The workspace for a person whose data is here, else the page that says that Zippy isn't running. */
async function offlinePage(path: string): Promise<Response | undefined> {
  const cache = await caches.open(shell);
  const ofWorkspace = !/^\/(api|terms|privacy|stopped)(\/|$)/.test(path);
  const known = ofWorkspace && (await keptPerson().catch(() => undefined)) !== undefined;
  return cache.match(known ? workspacePage : stoppedPage);
}

async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
