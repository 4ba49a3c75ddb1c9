// The engine's own process: it decodes or transcribes one recording, and can be killed at any time.
import { giveWay } from "../../../server/workers/priority";
import { DecodeFailure, decodeAudio } from "./decode-audio";
import type { EngineMessage, EngineTask } from "./engine-messages";
import { recognize, tryModel } from "./recognize";

const engine = process.argv[2] as string;

/** Lower than the server, which people wait for. */
const niceness = 10;
giveWay(niceness);

const say = (message: EngineMessage) => void process.send?.(message);

async function run(task: EngineTask): Promise<void> {
  if (task.task === "try") {
    tryModel(engine);
    return say({ type: "finished" });
  }
  if (task.task === "recognize") return say({ type: recognize(engine, task, say) });
  const decoded = await decodeAudio(engine, task.file, task.into, (seconds) =>
    say({ type: "decoding", seconds }),
  );
  say({ type: "decoded", decoded });
}

// Without its parent, nobody reads the text.
process.once("disconnect", () => process.exit());
process.once("message", (task: EngineTask) => {
  run(task)
    .catch((error: unknown) =>
      say({
        type: "failed",
        reason: error instanceof DecodeFailure ? error.reason : "failed",
        detail: error instanceof Error ? error.message : String(error),
      }),
    )
    .finally(() => process.disconnect());
});
