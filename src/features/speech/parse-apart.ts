import { createWorkerPool } from "../../server/workers/worker-pool";
import { startScript } from "../../server/workers/worker-script";
import { AppError, type AppErrorCode } from "../../shared/app-error";
import { type ParsedTranscript, parseTranscript } from "./transcripts";

export interface ParseRequest {
  name: string;
  bytes: Uint8Array;
}

export type ParsedOutcome = { read: ParsedTranscript } | { refused: { code: AppErrorCode; message: string } };

/** Files up to this size (bytes) are read within 20 ms, on the server's own thread, unless they unpack to more. */
const short = 50_000;

const pool = createWorkerPool<ParseRequest, ParsedOutcome>({
  start: (limits) => startScript("parse-worker", import.meta.url, limits),
  // The second core belongs to the database.
  workers: 1,
  memory: 1024,
  longest: 30_000,
  mostWaiting: 100,
  tooHard: () =>
    new AppError("too_large", "This transcript takes too long to read. Split it and upload the parts."),
  crowded: () => new AppError("unavailable", "Too many transcripts at once. Try again in a moment."),
});

/** Like {@link parseTranscript}, but large files and Word documents are read in a worker thread. */
export async function parseApart(name: string, bytes: Uint8Array): Promise<ParsedTranscript> {
  const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes.length <= short && !packed) return parseTranscript(name, bytes);
  const outcome = await pool.run({ name, bytes });
  if ("read" in outcome) return outcome.read;
  throw new AppError(outcome.refused.code, outcome.refused.message);
}
