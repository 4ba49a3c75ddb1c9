import { Worker } from "node:worker_threads";
import { startScript } from "../../../server/workers/worker-script";
import { AppError } from "../../../shared/app-error";
import { minute } from "../../../shared/durations";
import { unpackMails } from "../../inbox/reading/read-mail";
import type { RawMail } from "../../mail/raw-mail";
import type { ArchiveAnswer, ArchiveRequest, Findings } from "./archive-batch";

/** The next messages of an archive, in order, with the other findings up to there. */
export interface ArchiveBatch extends Findings {
  /** May be empty. */
  mails: RawMail[];
  /** Bytes of the files that have been read so far. */
  read: number;
}

/** Only for tests. */
export interface ReaderOptions {
  /** The worker's script; by default the one next to this file. */
  script?: URL;
  /** Maximum milliseconds per answer. */
  longest?: number;
}

/** Maximum heap of the worker (megabytes). */
const memory = 512;

/**
 * Reads archives in a worker thread, one batch ahead. Each reading has a thread of its own.
 *
 * @throws AppError with a sentence if a file takes too long or too much memory; then the rest isn't read.
 */
export async function* readApart(
  given: Omit<ArchiveRequest, "current">,
  { script, longest = minute }: ReaderOptions = {},
): AsyncGenerator<ArchiveBatch> {
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = script ? new Worker(script, limits) : (takeIdle() ?? startWorker());
  const ask = asker(worker, longest, (why) => {
    const name = given.files[current[0] ?? 0]?.name;
    return new AppError("invalid_input", `Reading ${name} takes too ${why}. Leave this file out.`);
  });
  let ended = false;
  try {
    worker.postMessage({ ...given, current } satisfies ArchiveRequest);
    for (let next = ask(); !ended; ) {
      const { done, read, problems, damaged, notes, ...packed } = await next;
      ended = done;
      if (!ended) next = ask();
      yield { mails: unpackMails(packed), read, problems, damaged, notes };
    }
  } finally {
    if (ended && !script) keepIdle(worker);
    else await worker.terminate();
  }
}

const limits = { resourceLimits: { maxOldGenerationSizeMb: memory } };
const startWorker = (): Worker => startScript("archive-worker", import.meta.url, limits);

/** Workers without an archive, which wait half a minute for the next one. */
const idle = new Map<Worker, NodeJS.Timeout>();
const idleTime = 30_000;

/** Only ours: Node's own listeners hand on the messages. */
function withoutListeners(worker: Worker): Worker {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
  return worker;
}

function takeIdle(): Worker | undefined {
  const [worker] = idle.keys();
  if (!worker) return undefined;
  clearTimeout(idle.get(worker));
  idle.delete(worker);
  withoutListeners(worker).ref();
  return worker;
}

function keepIdle(worker: Worker): void {
  const drop = () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    void worker.terminate();
  };
  withoutListeners(worker).on("error", drop).on("exit", drop).unref();
  idle.set(worker, setTimeout(drop, idleTime).unref());
}

/** @returns a function that asks the worker for its next answer. */
function asker(
  worker: Worker,
  longest: number,
  tooHard: (why: string) => Error,
): () => Promise<ArchiveAnswer> {
  let end: Error | undefined;
  let waiting: { settle(answer: ArchiveAnswer): void; fail(error: Error): void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  // On a busy machine, starting the worker may take longer than a test's limit.
  let allowed = minute;
  const stop = (error: Error) => {
    clearTimeout(timer);
    end ??= error;
    waiting?.fail(end);
  };
  worker.on("message", (answer: ArchiveAnswer) => {
    clearTimeout(timer);
    allowed = longest;
    waiting?.settle(answer);
  });
  worker.on("error", (error: NodeJS.ErrnoException) =>
    stop(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooHard("much memory") : error),
  );
  worker.on("exit", () => stop(new Error("the reader stopped")));
  return () => {
    const answer = new Promise<ArchiveAnswer>((settle, fail) => {
      if (end) return fail(end);
      waiting = { settle, fail };
      timer = setTimeout(() => stop(tooHard("long")), allowed);
      worker.postMessage("next");
    });
    // It is asked for while the answer before is still in use. A failure is thrown when it is awaited.
    answer.catch(() => undefined);
    return answer;
  };
}
