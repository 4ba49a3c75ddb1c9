import { useSyncExternalStore } from "react";

/** What is selected in a view. It is no state of the screen: a key that moves it draws two rows, and nothing else. */
export interface SelectionStore<Value> {
  get: () => Value | undefined;
  set: (next: Value | undefined) => void;
  /** Calls back after every change. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export function createSelectionStore<Value>(first?: Value): SelectionStore<Value> {
  let selected = first;
  const listeners = new Set<() => void>();
  return {
    get: () => selected,
    set(next) {
      if (next === selected) return;
      selected = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What of the selection a component shows. The component follows only changes of that. */
export function useSelected<Value, Part>(
  { get, subscribe }: SelectionStore<Value>,
  part: (selected: Value | undefined) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => part(get()));
}
