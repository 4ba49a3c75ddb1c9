import { Worker } from "node:worker_threads";
import { createWorkerPool } from "../../../server/workers/worker-pool";
import { startScript } from "../../../server/workers/worker-script";
import { AppError } from "../../../shared/app-error";
import type { TeamCorrections } from "../../triage/corrections/correction";
import type { ExplanationDetails } from "../../triage/explain/explain";
import type { TriageInput } from "../../triage/message";

export interface ExplainRequest {
  input: TriageInput;
  corrections: TeamCorrections | null;
}

/** Explains messages in worker threads. */
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

export function createExplainer({ script, timeout = 5000 }: ExplainerOptions = {}): Explainer {
  const pool = createWorkerPool<ExplainRequest, ExplanationDetails>({
    start: (limits) =>
      script ? new Worker(script, limits) : startScript("explain-worker", import.meta.url, limits),
    // So one message that hangs holds up nobody else.
    workers: 2,
    memory: 256,
    longest: timeout,
    mostWaiting: 100,
    tooHard: () => new AppError("unavailable", "This message takes too long to explain."),
    crowded: () => new AppError("unavailable", "Too many explanations at once. Try again in a moment."),
  });
  const running = new Map<string, Promise<ExplanationDetails>>();
  return {
    explain(key, request) {
      const known = running.get(key);
      if (known) return known;
      const explained = pool.run(request).finally(() => running.delete(key));
      running.set(key, explained);
      return explained;
    },

    close: () => pool.close(),
  };
}
