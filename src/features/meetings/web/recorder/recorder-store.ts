import { useSyncExternalStore } from "react";

/** The recording of this browser tab. It goes on while other views are open. */
export type RecorderState =
  | { step: "idle" }
  | { step: "starting" }
  | ({ step: "recording"; paused: boolean; call: "none" | "recorded" | "lost" } & RecordingFacts)
  | ({ step: "stopped"; stored: boolean; refusal: Refusal | null } & RecordingFacts);

/**
 * Why the server takes no more of a recording. `no_room`: the team has no room, and the recording is still open.
 * `elsewhere`: it was finished or deleted, continues in another tab, or somebody else signed in.
 */
export type Refusal = "no_room" | "elsewhere";

export interface RecordingFacts {
  meetingId: string;
  title: string;
  /** Seconds recorded. */
  seconds: number;
  /** Seconds that the server hasn't confirmed. */
  waiting: number;
  /** Why seconds wait, or another problem, as a sentence. */
  trouble: string | null;
}

let state: RecorderState = { step: "idle" };
const listeners = new Set<() => void>();

/** The recording right now. */
export const recorderState = (): RecorderState => state;

export function setRecorder(next: RecorderState): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The current recording, if any. */
export const useRecorder = (): RecorderState => useSyncExternalStore(subscribe, recorderState);

/** Only what it is doing, so that a screen isn't drawn again with every second. */
export const useRecorderStep = (): RecorderState["step"] => useSyncExternalStore(subscribe, () => state.step);
