import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../shared/app-error";

const scriptNonce = /(<script\b[^>]*\bnonce=")__CSP_NONCE__/g;
const styleNonce = /__CSP_NONCE__/g;

/** Serves the built browser application from `folder`; every path that is no file and no call gets its start page. */
export async function serveWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, "index.html"));
  const startPage = cachedFile(join(folder, "index.html"));
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || request.method !== "GET" || /^\/(api|assets)\//.test(request.url))
      throw new AppError("not_found", "There is nothing at this address.");
    return sendPage(reply, await startPage());
  });
  if (!built) return;
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

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(page.replace(scriptNonce, `$1${reply.cspNonce.script}`).replace(styleNonce, reply.cspNonce.style));
}

/** A text file read again only when it has changed, so that a new build needs no restart. */
function cachedFile(path: string): () => Promise<string> {
  let text = "";
  let readAt = -1;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (mtimeMs !== readAt) {
      text = await readFile(path, "utf8");
      readAt = mtimeMs;
    }
    return text;
  };
}
