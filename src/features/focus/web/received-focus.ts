import type { FocusMode, FocusSession } from "../contract";

/** A session, and when a page received it ({@link pageTime}). */
export interface ReceivedFocus {
  session: FocusSession | null;
  receivedAt: number;
}

/** Now (milliseconds), by a clock that a change of the computer's time doesn't move while the page is open. */
export const pageTime = (): number => performance.timeOrigin + performance.now();

export const focusKey = (teamId: string) => ["team", teamId, "focus"];
export const received = ({ session }: { session: FocusSession | null }): ReceivedFocus => ({
  session,
  receivedAt: pageTime(),
});

/** A session that is to be started. */
export interface NewFocus {
  taskId: string;
  mode: FocusMode;
  workMinutes?: number;
  restMinutes?: number;
}
