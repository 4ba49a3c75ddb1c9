import { useMemo, useSyncExternalStore } from "react";
import { onActivity } from "../../../web/activity";
import { singleKeysOn } from "../../../web/ui/shortcuts/shortcuts";
import { type GuideStep, stepsFor } from "./guide-steps";

/** Where the progress is kept, in this tab; it survives a reload. */
const storageKey = "zippy-demo-guide";

interface Progress {
  /** Another demonstration begins anew. */
  teamId: string;
  /** Ids of the things each activity was done to. */
  seen: Record<string, string[]>;
  /** Ids of the steps that are done. */
  done: string[];
  folded: boolean;
  hidden: boolean;
}

/** A step as the guide shows it. */
export interface ShownStep extends GuideStep {
  done: boolean;
  /** How many of its `times` have been done. */
  count: number;
}

/** The guide as it stands. */
export interface Guide {
  steps: ShownStep[];
  /** The first step that is not done; undefined when all are. */
  current: ShownStep | undefined;
  folded: boolean;
  hidden: boolean;
  change: (next: Partial<Pick<Progress, "folded" | "hidden">>) => void;
}

let progress: Progress | undefined;
const listeners = new Set<() => void>();

/** The guide of a demonstration's team; while anything shows it, what the visitor does is counted. */
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

/** Forgets how far the visitor came, when the demonstration ends. */
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

/** Counts an activity, each thing once. */
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
  if (progress?.teamId !== teamId) progress = { teamId, seen: {}, done: [], folded: false, hidden: false };
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

/** Whether keys such as E work here: they are not switched off, and the device is not one that is only touched. */
function keysWork(): boolean {
  return singleKeysOn() && !matchMedia("(hover: none) and (pointer: coarse)").matches;
}
