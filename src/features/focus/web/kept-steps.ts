import { draftKey } from "../../../web/offline/kept-drafts";
import type { StepCount } from "../contract";

/** Steps that somebody is changing. */
export interface StepDraft {
  rows: { id: string; title: string }[];
  by: "templates" | "llm";
}

/** What somebody has changed in Break down and not added. */
export interface KeptSteps {
  /** The size they changed last. */
  size: StepCount;
  drafts: [StepCount, StepDraft][];
}

const keyOf = (userId: string, taskId: string) => draftKey(userId, `steps.${taskId}`);

/** Keeps a person's own steps of a task in this browser, while they look elsewhere. */
export function keepSteps(userId: string, taskId: string, steps: KeptSteps): void {
  try {
    localStorage.setItem(keyOf(userId, taskId), JSON.stringify(steps));
  } catch (error) {
    console.warn("Couldn't store the steps of a task", error);
  }
}

/** Forgets them, because they start over. */
export function dropSteps(userId: string, taskId: string): void {
  localStorage.removeItem(keyOf(userId, taskId));
}

/** Returns what forgets them once they are added, but not those that the person has changed since. */
export function stepsToDrop(userId: string, taskId: string): () => void {
  const key = keyOf(userId, taskId);
  const kept = localStorage.getItem(key);
  return () => {
    if (localStorage.getItem(key) === kept) localStorage.removeItem(key);
  };
}

/** The steps that were kept; undefined if there are none, or they are unreadable. */
export function findSteps(userId: string, taskId: string): KeptSteps | undefined {
  try {
    return (
      (JSON.parse(localStorage.getItem(keyOf(userId, taskId)) ?? "null") as KeptSteps | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}
