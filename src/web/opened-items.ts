import { useEffect } from "react";
import { createSelectionStore, useSelected } from "./selection-store";

/** The tasks, messages and meetings that are open on this page, wherever they were opened, by id. */
const opened = createSelectionStore<readonly string[]>();
const none: readonly string[] = [];

/** Says that an item is open while mounted; undefined: it isn't there yet. */
export function useOpenedItem(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    opened.set([...(opened.get() ?? none), id]);
    return () => {
      const ids = [...(opened.get() ?? none)];
      // Another part of the page may show the same.
      ids.splice(ids.indexOf(id), 1);
      opened.set(ids);
    };
  }, [id]);
}

/** What is open now. */
export const useOpenedItems = (): readonly string[] => useSelected(opened, (ids) => ids ?? none);
