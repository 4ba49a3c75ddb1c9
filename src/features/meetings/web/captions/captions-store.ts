import { useSyncExternalStore } from "react";

/** Captions of the recording of this tab. Provisional: they are never stored. */
export interface Captions {
  meetingId: string | null;
  /** The latest ones, oldest first. */
  lines: readonly { id: number; text: string }[];
  /** `waits`: the engine is busy with a recording. `slow`: it can't keep up, so that they ended. */
  state: "on" | "waits" | "slow";
}

/** More would never be read. */
const most = 50;

let captions: Captions = { meetingId: null, lines: [], state: "on" };
let next = 0;
const listeners = new Set<() => void>();

function set(changed: Captions): void {
  captions = changed;
  for (const listener of listeners) listener();
}

/** The captions of a meeting; those of another one are dropped. */
function of(meetingId: string): Captions {
  return captions.meetingId === meetingId ? captions : { meetingId, lines: [], state: "on" };
}

export function addCaption(meetingId: string, text: string): void {
  const { lines } = of(meetingId);
  set({ meetingId, state: "on", lines: [...lines, { id: next++, text }].slice(-most) });
}

export const setCaptionState = (meetingId: string, state: Captions["state"]): void =>
  set({ ...of(meetingId), state });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useCaptions(meetingId: string): Captions {
  const now = useSyncExternalStore(subscribe, () => captions);
  return now.meetingId === meetingId ? now : { meetingId, lines: [], state: "on" };
}
