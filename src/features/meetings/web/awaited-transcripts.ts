import { useSyncExternalStore } from "react";

/** Meetings whose transcription this tab has started and not yet said the outcome of. */
let awaited: readonly string[] = [];
const listeners = new Set<() => void>();

function set(ids: readonly string[]): void {
  awaited = ids;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Remembers to say how the transcription of a meeting ends. */
export function awaitTranscript(id: string): void {
  if (!awaited.includes(id)) set([...awaited, id]);
}

/** @returns whether it was awaited until now. */
export function stopAwaiting(id: string): boolean {
  const was = awaited.includes(id);
  if (was) set(awaited.filter((one) => one !== id));
  return was;
}

export const isAwaited = (id: string): boolean => awaited.includes(id);

/** The meetings whose transcription this tab waits for. */
export const useAwaited = (): readonly string[] => useSyncExternalStore(subscribe, () => awaited);
