import { startLoop } from "../../server/background-loop";
import type { JobHandler } from "../../server/jobs";
import type { TranscribeRun } from "./transcription/transcribe-run";

/** Transcribes a meeting. */
export const transcribeQueue = { name: "transcribe-meeting", retryLimit: 3 };

export function transcribeJob(run: TranscribeRun): JobHandler<{ teamId: string; meetingId: string }> {
  return {
    queue: transcribeQueue.name,
    retryLimit: transcribeQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId, meetingId }, signal) => run(teamId, meetingId, signal),
  };
}

/** How often a process checks for transcriptions that a crash interrupted (milliseconds). */
const sweepInterval = 3000;

/**
 * Continues transcriptions whose process died, and starts those that wait for a speech engine once there is one.
 *
 * @param left - starts waiting ones, and returns the meetings that should be transcribed but aren't.
 * @returns a function that stops the sweep and resolves when the current run has stopped.
 */
export async function sweepTranscriptions(
  left: () => Promise<{ teamId: string; id: string }[]>,
  run: TranscribeRun,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const { stop } = await startLoop({
    name: "meetings",
    log,
    async work(signal) {
      for (const { teamId, id } of await left()) {
        if (signal.aborted) break;
        await run(teamId, id, signal);
      }
      return sweepInterval;
    },
  });
  return stop;
}
