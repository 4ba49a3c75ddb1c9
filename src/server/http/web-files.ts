import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../shared/app-error";

const scriptNonce = /(<script\b[^>]*\bnonce=")__CSP_NONCE__/g;
const styleNonce = /__CSP_NONCE__/g;

interface WebFilesOptions {
  /** Holds the built browser application. */
  folder: string;
  /** What the pages are told at run time: the text for each placeholder in them. */
  settings: Record<string, string>;
  /** The name of the HTML file that answers a request. */
  pageOf: (request: FastifyRequest) => string;
}

/** Serves the built browser application; every path that is no file and no call gets one of its pages. */
export async function serveWebFiles(
  app: FastifyInstance,
  { folder, settings, pageOf }: WebFilesOptions,
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
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || request.method !== "GET" || /^\/(api|assets)\//.test(request.url))
      throw new AppError("not_found", "There is nothing at this address.");
    return sendPage(reply, await read(pageOf(request)));
  });
  if (!built) return;
  // At the top: a service worker rules over the paths below its own.
  app.get("/service-worker.js", { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(await readFile(join(folder, "service-worker.js"), "utf8")),
  );
  await app.register(import("@fastify/static"), {
    root: join(folder, "assets"),
    prefix: "/assets/",
    // Their names carry a hash of their content.
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    decorateReply: false,
  });
}

/** A page with this answer's nonces. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(page.replace(scriptNonce, `$1${reply.cspNonce.script}`).replace(styleNonce, reply.cspNonce.style));
}

/** A text file, prepared; read again only when it has changed, so that a new build needs no restart. */
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

/** Text for a double-quoted attribute. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
