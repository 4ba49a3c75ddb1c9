import { useEffect, useState } from "react";

/** Where the focus returns to in the next frame, because a dialog was closed in this one. */
let returning: Element | undefined;

/** What had the focus last, also once it is disabled or gone; nothing that let go of it. */
export const lastFocus: { element: Element | undefined } = { element: undefined };

/**
 * Returns the focus to where it was at mount; for dialogs that are mounted while they are open, and components that
 * show one after another.
 */
export function useReturnedFocus(): void {
  const [focusedFirst] = useState(focused);
  useEffect(() => {
    // The dialog that this one came from, and that has closed with it, would return it now.
    const before = focusedFirst?.isConnected === false ? returning : focusedFirst;
    return () => {
      returning = before;
      // After the page has settled, because the focused row may be disappearing.
      requestAnimationFrame(() => {
        if (returning === before) returning = undefined;
        if (isFree() && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    };
  }, [focusedFirst]);
}

/**
 * What has the focus, or gets it back: in the next frame, as when one dialog opens as another closes, or once it isn't
 * disabled any more, as a button that waited for what a dialog shows.
 */
function focused(): Element | undefined {
  if (!isFree()) return document.activeElement ?? undefined;
  return returning ?? (lastFocus.element?.matches(":disabled") ? lastFocus.element : undefined);
}

/** Whether nothing has the focus. */
export function isFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Marks what has the focus only until somebody knows better. */
export const inPassing = "data-in-passing";

/** Whether nothing has the focus, or something only because what had it is gone. */
export const isUnclaimed = (): boolean =>
  isFree() || document.activeElement?.hasAttribute(inPassing) === true;
