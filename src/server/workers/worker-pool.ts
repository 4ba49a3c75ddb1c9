import { parentPort, type Worker, type WorkerOptions } from "node:worker_threads";

/** What bounds the work of a pool, so that one request can't hold up the process. */
export interface WorkerPoolOptions {
  /** Starts a worker whose script calls {@link answerRequests}. */
  start(limits: WorkerOptions): Worker;
  /** Most workers at a time. */
  workers: number;
  /** Maximum heap of a worker (megabytes). */
  memory: number;
  /** Longest work on one request (milliseconds), without the start of its worker. */
  longest: number;
  /** Most requests that wait for a worker. */
  mostWaiting: number;
  /** What a request fails with that takes too long or uses too much memory. */
  tooHard(): Error;
  /** What a request fails with if too many wait. */
  crowded(): Error;
}

/** Work in threads beside the server's, which start on demand and end after half a minute without work. */
export interface WorkerPool<Request, Answer> {
  run(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

type Outcome<Answer> = { answer: Answer } | { failure: string };

interface Job<Request, Answer> {
  request: Request;
  settle(answer: Answer): void;
  fail(error: Error): void;
}

/** A worker without work for this long ends (milliseconds). */
const idleTime = 30_000;
/** Loading a worker's script takes longest on a busy machine, and says nothing about the request (milliseconds). */
const longestStart = 30_000;
/** What a worker posts once its script is loaded. */
const ready = "ready";

/** In a worker's script: answers each request of the pool. */
export function answerRequests<Request, Answer>(work: (request: Request) => Answer): void {
  const outcomeOf = (request: Request): Outcome<Answer> => {
    try {
      return { answer: work(request) };
    } catch (error) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  parentPort?.on("message", (request: Request) => parentPort?.postMessage(outcomeOf(request)));
  parentPort?.postMessage(ready);
}

/**
 * A worker that fails, takes too long or uses too much memory ends with its request; the others go on.
 * Requests wait in order.
 */
export function createWorkerPool<Request, Answer>({
  start,
  workers,
  memory,
  longest,
  mostWaiting,
  tooHard,
  crowded,
}: WorkerPoolOptions): WorkerPool<Request, Answer> {
  const waiting: Job<Request, Answer>[] = [];
  const busy = new Map<Worker, { job: Job<Request, Answer>; timer: NodeJS.Timeout }>();
  const idle = new Map<Worker, NodeJS.Timeout>();

  function startWorker(): Worker {
    const worker = start({ resourceLimits: { maxOldGenerationSizeMb: memory } });
    worker.on("message", (message: Outcome<Answer> | typeof ready) =>
      message === ready ? limit(worker, longest) : finish(worker, message),
    );
    worker.on("error", (cause) => drop(worker, cause));
    worker.on("exit", () => drop(worker));
    return worker;
  }

  /** From now on, a worker has so long for its request. */
  function limit(worker: Worker, time: number): void {
    const current = busy.get(worker);
    if (!current) return;
    clearTimeout(current.timer);
    current.timer = setTimeout(() => drop(worker), time);
  }

  /** Gives the next jobs to workers that are free. */
  function next(): void {
    while (waiting.length > 0 && busy.size < workers) {
      const [free] = idle.keys();
      const worker = free ?? startWorker();
      clearTimeout(idle.get(worker));
      idle.delete(worker);
      const job = waiting.shift() as Job<Request, Answer>;
      const timer = setTimeout(() => drop(worker), free ? longest : longestStart);
      busy.set(worker, { job, timer });
      worker.ref();
      worker.postMessage(job.request);
    }
  }

  function finish(worker: Worker, outcome: Outcome<Answer>): void {
    const current = busy.get(worker);
    if (!current) return;
    clearTimeout(current.timer);
    busy.delete(worker);
    if ("answer" in outcome) current.job.settle(outcome.answer);
    else current.job.fail(new Error(outcome.failure));
    worker.unref();
    idle.set(worker, setTimeout(() => drop(worker), idleTime).unref());
    next();
  }

  /** Ends a worker. The request it was working on is given up. */
  function drop(worker: Worker, cause?: Error): void {
    const current = busy.get(worker);
    clearTimeout(current?.timer ?? idle.get(worker));
    busy.delete(worker);
    idle.delete(worker);
    void worker.terminate();
    current?.job.fail(Object.assign(tooHard(), { cause }));
    next();
  }

  return {
    run(request) {
      if (waiting.length >= mostWaiting) return Promise.reject(crowded());
      return new Promise<Answer>((settle, fail) => {
        waiting.push({ request, settle, fail });
        next();
      });
    },

    async close() {
      for (const { fail } of waiting.splice(0)) fail(new Error("The worker pool was closed."));
      await Promise.all([...busy.keys(), ...idle.keys()].map((worker) => worker.terminate()));
    },
  };
}
