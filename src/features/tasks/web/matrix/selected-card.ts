import { useCallback, useLayoutEffect, useRef } from "react";
import { useHandOver } from "../../../../web/ui/hand-over";
import { focusUnlessTyping } from "../../../../web/ui/shortcuts/typing";
import type { Selection } from "./selection";
import { cardId, type TaskListProps } from "./task-list-item";

/** The index of the selected card in a list; -1 if it isn't there. */
export function selectedIndexOf({ tasks, selection }: TaskListProps): number {
  return selection ? tasks.findIndex(({ id }) => id === selection.id) : -1;
}

/**
 * Shows and focuses the card of each new selection, and moves the selection on when its card leaves the list.
 *
 * @param index - the selected card's.
 * @param scrollTo - brings the card at an index into view.
 */
export function useSelectedCard(
  { tasks, quadrant, selection, actions }: TaskListProps,
  index: number,
  scrollTo: (index: number) => void,
): void {
  useHandOver(
    tasks,
    selection?.id,
    useCallback(({ id }, focus) => actions.select(quadrant, id, focus), [actions, quadrant]),
  );
  // Each selection scrolls once, when its card is in the list, and not on every later change.
  const scrolledTo = useRef<Selection>(undefined);
  const appeared = useRef(false);
  useLayoutEffect(() => {
    // A list that appears again, such as after the window's width changed, takes the focus from nobody.
    const mayFocus = appeared.current || document.activeElement === document.body;
    appeared.current = true;
    if (!selection || index < 0 || scrolledTo.current === selection) return;
    scrolledTo.current = selection;
    scrollTo(index);
    if (selection.focus && mayFocus) focusUnlessTyping(document.getElementById(cardId(selection.id)));
  }, [selection, index, scrollTo]);
}
