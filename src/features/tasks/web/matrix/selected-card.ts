import { useCallback, useLayoutEffect, useRef } from "react";
import { useSelected } from "../../../../web/selection-store";
import { useHandOver } from "../../../../web/ui/hand-over";
import { setTabStop } from "../../../../web/ui/shortcuts/tab-stop";
import { focusUnlessTyping } from "../../../../web/ui/shortcuts/typing";
import type { Selection } from "./selection";
import { cardId, type TaskListProps } from "./task-list-item";

type List = Pick<TaskListProps, "tasks" | "quadrant" | "selection">;

/** The selected card's place in a list; -1 if it isn't there. The list follows only changes of that. */
export function useSelectedIndex({ tasks, quadrant, selection }: List): number {
  const selected = useSelected(selection, (now) => (now?.quadrant === quadrant ? now : undefined));
  return selected ? tasks.findIndex(({ id }) => id === selected.id) : -1;
}

/**
 * Shows and focuses the card of each new selection, and moves the selection on when its card leaves the list.
 *
 * @param show - brings the card at an index into view.
 * @returns the selected card's index; -1 if it isn't in the list.
 */
export function useSelectedCard(
  { tasks, quadrant, selection, actions }: List & Pick<TaskListProps, "actions">,
  show: (index: number) => void,
): number {
  const selected = useSelected(selection, (now) => (now?.quadrant === quadrant ? now : undefined));
  const index = useSelectedIndex({ tasks, quadrant, selection });
  useHandOver(
    tasks,
    selected?.id,
    useCallback(({ id }, focus) => actions.select(quadrant, id, focus), [actions, quadrant]),
  );
  // Each selection is shown once, when its card is in the list, and not on every later change.
  const shown = useRef<Selection>(undefined);
  const appeared = useRef(false);
  useLayoutEffect(() => {
    // A list that appears again, such as after the window's width changed, takes the focus from nobody.
    const mayFocus = appeared.current || document.activeElement === document.body;
    appeared.current = true;
    if (!selected || index < 0 || shown.current === selected) return;
    shown.current = selected;
    show(index);
    if (selected.focus && mayFocus) focusCard(selected);
  }, [selected, index, show]);
  useLayoutEffect(
    () =>
      selection.subscribe(() => {
        const next = selection.get();
        // Before React changes anything: a focus after that makes the browser lay out the page in between.
        if (next?.focus && next.quadrant === quadrant) focusCard(next);
      }),
    [selection, quadrant],
  );
  return index;
}

function focusCard({ id }: Selection): void {
  const card = document.getElementById(cardId(id));
  if (!card || card === document.activeElement) return;
  setTabStop(card, true);
  focusUnlessTyping(card);
}
