import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../shared/app-error";

const scriptNonce = /(<script\b[^>]*\bnonce=")__CSP_NONCE__/g;
const styleNonce = /__CSP_NONCE__/g;

/**
 * Files at the root, by their type: a service worker only controls paths below its own, and browsers remember the
 * addresses of the others.
 */
const rootFiles = {
  "service-worker.js": "text/javascript; charset=utf-8",
  "manifest.webmanifest": "application/manifest+json",
  "icon-192.png": "image/png",
  "icon-512.png": "image/png",
  "icon-maskable-512.png": "image/png",
  "apple-touch-icon.png": "image/png",
};

interface WebFilesOptions {
  /** The folder of the built browser application. */
  folder: string;
  /** Run-time values for the placeholders in the pages. */
  settings: Record<string, string>;
  /** Selects the HTML file for a request. */
  pageOf: (request: FastifyRequest) => string;
  /** The calls that the page makes first, for its placeholder `__FIRST_CALLS__`. */
  firstCalls: (request: FastifyRequest) => Promise<string[]>;
}

/** How long a page waits for its first calls (milliseconds): it comes without a database, too. */
const firstCallsWait = 50;

/**
 * Serves the built browser application. Every path that is neither a file nor an API call returns one of its
 * pages.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  { folder, settings, pageOf, firstCalls }: WebFilesOptions,
): Promise<void> {
  const built = existsSync(join(folder, "index.html"));
  const withSettings = (page: string) =>
    Object.entries(settings).reduce(
      (text, [name, value]) => text.replace(name, () => attribute(value)),
      page,
    );
  const pages = new Map<string, () => Promise<string>>();
  const read = (name: string): Promise<string> => {
    let page = pages.get(name);
    if (!page) {
      page = cachedFile(join(folder, name), withSettings);
      pages.set(name, page);
    }
    return page();
  };
  const nothingHere = () => {
    throw new AppError("not_found", "Nothing found at this address.");
  };
  app.setNotFoundHandler(nothingHere);
  if (!built) return;
  // A route instead of a not-found handler, because plugins such as compression don't see that handler's
  // responses.
  app.get("/*", { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|assets)\//.test(request.url)) nothingHere();
    const [page, calls] = await Promise.all([
      read(pageOf(request)),
      Promise.race([firstCalls(request).catch(() => []), after(firstCallsWait, [], { ref: false })]),
    ]);
    return sendPage(
      reply,
      page.replace("__FIRST_CALLS__", () => attribute(JSON.stringify(calls))),
    );
  });
  for (const [name, type] of Object.entries(rootFiles))
    app.get(`/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type(type)
        .header("cache-control", "no-cache")
        .send(await readFile(join(folder, name))),
    );
  await app.register(import("@fastify/static"), {
    root: join(folder, "assets"),
    prefix: "/assets/",
    // File names contain a hash of the content.
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    decorateReply: false,
  });
}

/** Sends a page with this response's nonces. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(page.replace(scriptNonce, `$1${reply.cspNonce.script}`).replace(styleNonce, reply.cspNonce.style));
}

/** Caches a prepared text file and reads it again when it changes, so that a new build needs no restart. */
function cachedFile(path: string, prepare: (text: string) => string): () => Promise<string> {
  let text = "";
  let readAt = -1;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (mtimeMs !== readAt) {
      text = prepare(await readFile(path, "utf8"));
      readAt = mtimeMs;
    }
    return text;
  };
}

/** Escapes text for a double-quoted attribute. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
