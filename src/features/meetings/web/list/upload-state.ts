import { useSyncExternalStore } from "react";

/** The file that this browser tab uploads. It goes on while other views are open. */
export type MeetingUpload =
  | { step: "idle" }
  /** This computer converts it before it's sent. `share` is 0 to 1. */
  | { step: "converting"; name: string; share: number }
  /** In bytes. */
  | { step: "sending"; name: string; sent: number; total: number }
  /** Without `retry`, the server refused the file itself, so that sending it again changes nothing. */
  | { step: "failed"; name: string; reason: string; retry?: () => void };

let state: MeetingUpload = { step: "idle" };
const listeners = new Set<() => void>();

export function setMeetingUpload(next: MeetingUpload): void {
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The current upload of a recording or a transcript, if any. */
export const useMeetingUpload = (): MeetingUpload => useSyncExternalStore(subscribe, () => state);
