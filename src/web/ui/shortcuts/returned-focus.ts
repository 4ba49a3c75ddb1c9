import { useEffect, useState } from "react";

/** Where the focus returns to in the next frame, because a dialog was closed in this one. */
let returning: Element | undefined;

/**
 * Returns the focus to where it was at mount; for dialogs that are mounted while they are open, and components that
 * show one after another.
 */
export function useReturnedFocus(): void {
  const [before] = useState(focused);
  useEffect(
    () => () => {
      returning = before;
      // After the page has settled, because the focused row may be disappearing.
      requestAnimationFrame(() => {
        if (returning === before) returning = undefined;
        if (isFree() && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

/** What has the focus, or gets it back in the next frame, as when one dialog opens as another closes. */
function focused(): Element | undefined {
  return isFree() ? returning : (document.activeElement ?? undefined);
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
