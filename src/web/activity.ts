type Listener = (name: string, subjectId: string) => void;

const listeners = new Set<Listener>();

/**
 * Tells listeners what the person has just done, such as "task-moved". Nothing is sent anywhere.
 *
 * @param subjectId - the id of the affected item.
 */
export function reportActivity(name: string, subjectId: string): void {
  for (const listener of listeners) listener(name, subjectId);
}

/** Calls back for every {@link reportActivity}. Returns an unsubscribe function. */
export function onActivity(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
