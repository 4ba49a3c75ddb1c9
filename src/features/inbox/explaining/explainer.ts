import { Worker } from "node:worker_threads";
import { startScript } from "../../../server/worker-script";
import { AppError } from "../../../shared/app-error";
import type { TeamCorrections } from "../../triage/corrections/correction";
import type { ExplanationDetails } from "../../triage/explain/explain";
import type { TriageInput } from "../../triage/message";

export interface ExplainRequest {
  input: TriageInput;
  corrections: TeamCorrections | null;
}

export type ExplainAnswer = { explanation: ExplanationDetails } | { failure: string };

/** Explains messages in worker threads, which start on demand and end after half a minute without work. */
export interface Explainer {
  /**
   * Explains a message. Calls for the same message at the same time share one explanation.
   *
   * @param key - names the message.
   * @throws AppError `unavailable` if it takes too long, uses too much memory, or too many are waiting.
   */
  explain(key: string, request: ExplainRequest): Promise<ExplanationDetails>;
  close(): Promise<void>;
}

/** Only for tests. */
export interface ExplainerOptions {
  /** The worker's script; by default the one next to this file. */
  script?: URL;
  /** Maximum milliseconds per message. */
  timeout?: number;
}

/** So one message that hangs holds up nobody else. */
const mostWorkers = 2;
const longestWaiting = 100;
const longest = 5000;
const idleTime = 30_000;
/** Maximum heap of a worker (megabytes). */
const memory = 256;

interface Job {
  request: ExplainRequest;
  settle(explanation: ExplanationDetails): void;
  fail(error: Error): void;
}

const tooHard = () => new AppError("unavailable", "This message takes too long to explain.");

export function createExplainer({ script, timeout = longest }: ExplainerOptions = {}): Explainer {
  const waiting: Job[] = [];
  const busy = new Map<Worker, { job: Job; timer: NodeJS.Timeout }>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const running = new Map<string, Promise<ExplanationDetails>>();

  function start(): Worker {
    const limits = { resourceLimits: { maxOldGenerationSizeMb: memory } };
    const worker = script
      ? new Worker(script, limits)
      : startScript("explain-worker", import.meta.url, limits);
    worker.on("message", (answer: ExplainAnswer) => finish(worker, answer));
    worker.on("error", (cause) => drop(worker, cause));
    worker.on("exit", () => drop(worker));
    return worker;
  }

  /** Gives the next jobs to workers that are free. */
  function next(): void {
    while (waiting.length > 0 && busy.size < mostWorkers) {
      const [free] = idle.keys();
      const worker = free ?? start();
      clearTimeout(idle.get(worker));
      idle.delete(worker);
      const job = waiting.shift() as Job;
      const timer = setTimeout(() => drop(worker), timeout);
      busy.set(worker, { job, timer });
      worker.ref();
      worker.postMessage(job.request);
    }
  }

  function finish(worker: Worker, answer: ExplainAnswer): void {
    const current = busy.get(worker);
    if (!current) return;
    clearTimeout(current.timer);
    busy.delete(worker);
    if ("explanation" in answer) current.job.settle(answer.explanation);
    else current.job.fail(new Error(answer.failure));
    worker.unref();
    idle.set(worker, setTimeout(() => drop(worker), idleTime).unref());
    next();
  }

  /** Ends a worker. The message it was explaining is given up. */
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
    explain(key, request) {
      const known = running.get(key);
      if (known) return known;
      if (waiting.length >= longestWaiting)
        return Promise.reject(
          new AppError("unavailable", "Too many explanations at once. Try again in a moment."),
        );
      const explained = new Promise<ExplanationDetails>((settle, fail) => {
        waiting.push({ request, settle, fail });
        next();
      }).finally(() => running.delete(key));
      running.set(key, explained);
      return explained;
    },

    async close() {
      for (const { fail } of waiting.splice(0)) fail(new Error("The explainer was closed."));
      await Promise.all([...busy.keys(), ...idle.keys()].map((worker) => worker.terminate()));
    },
  };
}
