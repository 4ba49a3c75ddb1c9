import { differ, type TaskValues } from "./task-values";

/** Edits of a task that were not saved. */
export interface TaskDraft {
  /** ISO 8601. */
  savedAt: string;
  values: TaskValues;
}

/** The part of `localStorage` drafts use. */
export type DraftStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (userId: string, taskId: string) => `zippy.draft.${userId}.task.${taskId}`;

/** Keeps a user's unsaved edits of a task in this browser. A full or forbidden store keeps nothing. */
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
    console.warn("The draft of a task could not be kept", error);
  }
}

/** Forgets the draft of a task. */
export function dropDraft(userId: string, taskId: string, store: DraftStore = localStorage): void {
  store.removeItem(keyOf(userId, taskId));
}

/** The draft of a task, unless there is none, it cannot be read, or it says what the task says already. */
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
