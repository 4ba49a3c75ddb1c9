import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Shorter answers fit into a few packets anyway (characters). */
const worthwhile = 4_000;
const compress = promisify(gzip);

/** Sends long texts compressed to whoever takes them: a list of tasks is a sixth of its size. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < worthwhile) return payload;
    reply.header("vary", "accept-encoding");
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return payload;
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    // The fastest level: the reader's line is seldom so slow that the last tenth matters.
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
