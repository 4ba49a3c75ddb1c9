import { useSyncExternalStore } from "react";
import type { Message } from "../../contract";

/** The selected message. `focus`: the keyboard selected it, so the row takes the focus. */
export interface RowSelection {
  id: string;
  focus: boolean;
}

/** Which message is selected. It is no state of the screen: a key that moves it draws two rows, and nothing else. */
export interface Selection {
  get: () => RowSelection | undefined;
  set: (next: RowSelection | undefined) => void;
  /** Calls back after every change. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export function createSelection(first: RowSelection | undefined): Selection {
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
export function useSelected<Part>(
  { get, subscribe }: Selection,
  part: (selected: RowSelection | undefined) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => part(get()));
}

/** The id of the selected message. */
export const useSelectedId = (selection: Selection): string | undefined => useSelected(selection, idOf);

const idOf = (selected: RowSelection | undefined) => selected?.id;

/** The selected one of these messages. */
export function selectedOf(messages: Message[], selection: Selection): Message | undefined {
  const id = selection.get()?.id;
  return id === undefined ? undefined : messages.find((message) => message.id === id);
}
