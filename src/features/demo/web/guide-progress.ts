import { useMemo, useSyncExternalStore } from "react";
import { onActivity } from "../../../web/activity";
import { phone } from "../../../web/ui/phone";
import { singleKeysOn } from "../../../web/ui/shortcuts/shortcuts";
import { type GuideStep, stepsFor } from "./guide-steps";

/** The progress is stored per tab and survives a reload. */
const storageKey = "zippy-demo-guide";

interface Progress {
  /** A different demo starts over. */
  teamId: string;
  /** Ids of the items each activity applied to. */
  seen: Record<string, string[]>;
  /** Ids of completed steps. */
  done: string[];
  folded: boolean;
  hidden: boolean;
}

/** A step with its progress. */
export interface ShownStep extends GuideStep {
  done: boolean;
  /** How many of its `times` are done. */
  count: number;
}

/** The current state of the guide. */
export interface Guide {
  steps: ShownStep[];
  /** The first open step; undefined if all are done. */
  current: ShownStep | undefined;
  folded: boolean;
  hidden: boolean;
  change: (next: Partial<Pick<Progress, "folded" | "hidden">>) => void;
}

let progress: Progress | undefined;
const listeners = new Set<() => void>();

/** The guide of a demo team. Counts what the visitor does while any component uses it. */
export function useGuide(teamId: string): Guide {
  const { seen, done, folded, hidden } = useSyncExternalStore(subscribe, () => progressOf(teamId));
  return useMemo(() => {
    const steps = stepsFor(keysWork()).map((step) => ({
      ...step,
      done: done.includes(step.id),
      count: Math.min(seen[step.activity]?.length ?? 0, step.times),
    }));
    const change: Guide["change"] = (next) => keep({ ...progressOf(teamId), ...next });
    return { steps, current: steps.find((step) => !step.done), folded, hidden, change };
  }, [teamId, seen, done, folded, hidden]);
}

/** Clears the progress when the demo ends. */
export function forgetGuide(): void {
  progress = undefined;
  sessionStorage.removeItem(storageKey);
}

let stop = () => {};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = onActivity(note);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/** Counts an activity, once per item. */
function note(activity: string, subjectId: string): void {
  if (!progress) return;
  const before = progress.seen[activity] ?? [];
  if (before.includes(subjectId)) return;
  const seen = { ...progress.seen, [activity]: [...before, subjectId] };
  const finished = stepsFor(keysWork())
    .filter((step) => (seen[step.activity]?.length ?? 0) >= step.times)
    .map(({ id }) => id);
  keep({ ...progress, seen, done: [...new Set([...progress.done, ...finished])] });
}

function progressOf(teamId: string): Progress {
  progress ??= read();
  // A phone has room for the current step's title only, until the visitor wants more.
  if (progress?.teamId !== teamId)
    progress = { teamId, seen: {}, done: [], folded: matchMedia(phone).matches, hidden: false };
  return progress;
}

function read(): Progress | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(next: Progress): void {
  progress = next;
  sessionStorage.setItem(storageKey, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** True if single keys such as E work: they are turned on, and the device isn't touch-only. */
function keysWork(): boolean {
  return singleKeysOn() && !matchMedia("(hover: none) and (pointer: coarse)").matches;
}
