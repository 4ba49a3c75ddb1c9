import { minute } from "../../shared/durations";

/** What a focus timer shows: time so far, or time left of a stretch of work or rest. */
export type Phase =
  | { kind: "flow"; ms: number }
  | { kind: "work" | "rest" /** Until it ends. */; ms: number /** From 1. */; round: number };

/**
 * The phase of a session.
 *
 * @param elapsedMs - focused time without pauses.
 */
export function phaseOf(
  { workMinutes, restMinutes }: { workMinutes: number | null; restMinutes: number | null },
  elapsedMs: number,
): Phase {
  const elapsed = Math.max(0, elapsedMs);
  if (workMinutes === null) return { kind: "flow", ms: elapsed };
  const work = workMinutes * minute;
  const whole = work + (restMinutes ?? 0) * minute;
  const within = elapsed % whole;
  const round = Math.floor(elapsed / whole) + 1;
  return within < work
    ? { kind: "work", ms: work - within, round }
    : { kind: "rest", ms: whole - within, round };
}

/** A time as a clock: "24:59", or "1:02:03" from an hour on. What is left is rounded up, so that it ends at 0:00. */
export function clockOf({ kind, ms }: Phase): string {
  const seconds = kind === "flow" ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
