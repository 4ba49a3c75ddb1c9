import { answerRequests } from "../../server/workers/worker-pool";
import { AppError } from "../../shared/app-error";
import type { ParsedOutcome, ParseRequest } from "./parse-apart";
import { parseTranscript } from "./transcripts";

// This worker thread reads transcripts that are large or packed, because that can take seconds.
answerRequests(({ name, bytes }: ParseRequest): ParsedOutcome => {
  try {
    return { read: parseTranscript(name, bytes) };
  } catch (error) {
    // Only its fields reach the other thread.
    if (error instanceof AppError) return { refused: { code: error.code, message: error.message } };
    throw error;
  }
});
