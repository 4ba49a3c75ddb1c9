import { parentPort } from "node:worker_threads";
import { explain } from "../../triage/explain/explain";
import type { ExplainAnswer, ExplainRequest } from "./explainer";

// This worker thread explains messages, because an explanation tries out many changes of a message.

parentPort?.on("message", ({ input, corrections }: ExplainRequest) => {
  parentPort?.postMessage(answerTo(input, corrections));
});

function answerTo(input: ExplainRequest["input"], corrections: ExplainRequest["corrections"]): ExplainAnswer {
  try {
    return { explanation: explain(input, corrections) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
