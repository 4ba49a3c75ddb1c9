import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { startChild } from "../../../server/child-script";
import { minute } from "../../../shared/durations";
import type { EngineMessage, EngineTask } from "./engine-messages";

/** A process that says nothing for this long hangs (milliseconds). Decoding and segments report often. */
const longestSilence = 2 * minute;

/** The engine's process ended before its task did: it was killed, or crashed. */
export class EngineCrash extends Error {
  override name = "EngineCrash";
}

/**
 * Runs one task in a process of its own, and yields what it says.
 *
 * @throws EngineCrash, or the signal's reason. The process is dead when this returns or throws.
 */
export async function* runEngine(
  folder: string,
  task: EngineTask,
  signal: AbortSignal,
  onStart: (child: ChildProcess) => void = () => undefined,
): AsyncGenerator<EngineMessage> {
  signal.throwIfAborted();
  const child = startChild("engine-process", import.meta.url, [folder]);
  onStart(child);
  const said: EngineMessage[] = [];
  let errors = "";
  let wake: () => void = () => undefined;
  let ended = false;
  let watchdog: NodeJS.Timeout | undefined;
  const kill = () => child.kill("SIGKILL");
  const watch = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(kill, longestSilence);
  };
  child.on("message", (message) => {
    said.push(message as EngineMessage);
    watch();
    wake();
  });
  child.stderr?.on("data", (piece: Buffer) => {
    errors = (errors + piece.toString()).slice(-2000);
  });
  child.once("error", () => wake());
  const closed = once(child, "close").then(
    () => undefined,
    () => undefined,
  );
  void closed.then(() => {
    ended = true;
    wake();
  });
  signal.addEventListener("abort", kill, { once: true });
  watch();
  try {
    child.send(task, () => undefined);
    for (;;) {
      const message = said.shift();
      if (message) yield message;
      else if (ended) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      signal.throwIfAborted();
    }
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener("abort", kill);
    kill();
    await closed;
  }
  if (child.exitCode !== 0)
    throw new EngineCrash(errors || `ended with ${child.exitCode ?? child.signalCode}`);
}
