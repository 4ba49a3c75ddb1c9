import type { Task } from "../contract";

/** What a screen asks a later feature to do with a task. */
export type TaskRequest = OpenRequest | DealRequest;

/** Links a task to a deal of a CRM. */
interface DealRequest {
  kind: "deal";
  task: Task;
  deal: { connectionId: string; dealId: string };
}

/** Opens something for a task. */
export interface OpenRequest {
  kind: "focus" | "breakdown" | "now";
  /** Undefined under `now`, which chooses one. */
  task?: Task;
  /** Called when what was opened is closed. */
  onClosed?: () => void;
}

const listeners = new Set<(request: TaskRequest) => void>();

/** Asks for focus mode, a breakdown, the task to do now, or a link to a deal. The workspace does it. */
export function requestForTask(request: TaskRequest): void {
  for (const listener of listeners) listener(request);
}

/** Calls back for every {@link requestForTask}. Returns an unsubscribe function. */
export function onTaskRequest(listener: (request: TaskRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
