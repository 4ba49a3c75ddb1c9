import { useSyncExternalStore } from "react";

/** A transcription that goes on after the call that started it was answered. */
export interface AwaitedTranscript {
  id: string;
  /** When that was (milliseconds): what was loaded before may say how an earlier attempt ended. */
  since: number;
}

/** Transcriptions that this tab has started and not yet said the outcome of. */
let awaited: readonly AwaitedTranscript[] = [];
const listeners = new Set<() => void>();

function set(next: readonly AwaitedTranscript[]): void {
  awaited = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Remembers to say how the transcription of a meeting ends. */
export function awaitTranscript(id: string): void {
  set([...awaited.filter((one) => one.id !== id), { id, since: Date.now() }]);
}

export function stopAwaiting(id: string): void {
  set(awaited.filter((one) => one.id !== id));
}

/** The transcriptions that this tab waits for. */
export const useAwaited = (): readonly AwaitedTranscript[] => useSyncExternalStore(subscribe, () => awaited);
