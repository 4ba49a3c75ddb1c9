import type { Task } from "../contract";

/** What a screen asks a later feature to do with a task. */
export type TaskRequest = OpenRequest | DealRequest;

/** Links a task to a deal of a CRM. */
export interface DealRequest {
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

const listeners = new Set<(request: OpenRequest) => void>();
const dealListeners = new Set<(request: DealRequest) => void>();
/** Made before the code that links deals had loaded. */
let unheard: DealRequest[] = [];

/** Asks for focus mode, a breakdown, the task to do now, or a link to a deal. The workspace does it. */
export function requestForTask(request: TaskRequest): void {
  if (request.kind !== "deal") for (const listener of listeners) listener(request);
  else if (dealListeners.size === 0) unheard.push(request);
  else for (const listener of dealListeners) listener(request);
}

/** Calls back for every {@link requestForTask} that opens something. Returns an unsubscribe function. */
export function onOpenRequest(listener: (request: OpenRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back for every link to a deal, also those that nobody has heard yet. Returns an unsubscribe function. */
export function onDealRequest(listener: (request: DealRequest) => void): () => void {
  dealListeners.add(listener);
  const missed = unheard;
  unheard = [];
  for (const request of missed) listener(request);
  return () => dealListeners.delete(listener);
}
