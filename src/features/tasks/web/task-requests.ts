import type { Task } from "../contract";

/** What a screen of tasks asks a later feature to open. */
export interface TaskRequest {
  kind: "focus" | "breakdown" | "now";
  /** Undefined under `now`, which chooses one. */
  task?: Task;
  /** Called when what was opened is closed. */
  onClosed?: () => void;
}

const listeners = new Set<(request: TaskRequest) => void>();

/** Asks for focus mode, a breakdown or the task to do now. The workspace opens it. */
export function requestForTask(request: TaskRequest): void {
  for (const listener of listeners) listener(request);
}

/** Calls back for every {@link requestForTask}. Returns an unsubscribe function. */
export function onTaskRequest(listener: (request: TaskRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
