import { draftKey } from "../../../../web/offline/kept-drafts";
import { differ, type TaskValues } from "./task-values";

/** Unsaved edits of a task. */
export interface TaskDraft {
  /** ISO 8601. */
  savedAt: string;
  values: TaskValues;
}

/** The part of `localStorage` that drafts use. */
export type DraftStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (userId: string, taskId: string) => draftKey(userId, `task.${taskId}`);

/**
 * Stores a user's unsaved edits of a task in this browser. If the storage is full or blocked, nothing is
 * stored.
 */
export function keepDraft(
  userId: string,
  taskId: string,
  values: TaskValues,
  store: DraftStore = localStorage,
): void {
  const draft: TaskDraft = { savedAt: new Date().toISOString(), values };
  try {
    store.setItem(keyOf(userId, taskId), JSON.stringify(draft));
  } catch (error) {
    console.warn("Couldn't store the draft of a task", error);
  }
}

/** Deletes the draft of a task. */
export function dropDraft(userId: string, taskId: string, store: DraftStore = localStorage): void {
  store.removeItem(keyOf(userId, taskId));
}

/** The draft of a task; undefined if there is none, it is unreadable, or it equals the task. */
export function findDraft(
  userId: string,
  taskId: string,
  current: TaskValues,
  store: DraftStore = localStorage,
): TaskDraft | undefined {
  try {
    const draft = JSON.parse(store.getItem(keyOf(userId, taskId)) ?? "null") as TaskDraft | null;
    if (!draft || Number.isNaN(Date.parse(draft.savedAt))) return undefined;
    const values = { ...current, ...draft.values };
    return differ(values, current) ? { ...draft, values } : undefined;
  } catch {
    return undefined;
  }
}
