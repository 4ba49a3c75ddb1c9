import type { DecodedFile } from "./channel-files";

/** What the engine's process is asked to do. */
export type EngineTask =
  | { task: "decode"; file: string; into: string }
  /** Run the speech model once, whatever it hears. */
  | { task: "try" }
  | {
      task: "recognize";
      decoded: DecodedFile;
      /** Seconds from the start, one for each side. */
      from: number[];
      /** The process ends after this much audio (seconds); undefined: the usual length. */
      longestRun?: number | undefined;
    };

/** What the engine's process says. */
export type EngineMessage =
  | { type: "segment"; side: number; start: number; end: number; text: string }
  /** Everything before these seconds is transcribed, one for each side. */
  | { type: "progress"; done: number[] }
  | { type: "decoding"; seconds: number }
  | { type: "decoded"; decoded: DecodedFile }
  /** The process ends to free memory; go on from what was done. */
  | { type: "pause" }
  | { type: "finished" }
  | { type: "failed"; reason: "unsupported_format" | "unreadable_audio" | "failed"; detail: string };
