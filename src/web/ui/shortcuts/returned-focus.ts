import { useEffect, useState } from "react";

/**
 * Returns the focus to where it was at mount; for dialogs that are mounted while they are open, and components that
 * show one after another.
 */
export function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the page has settled, because the focused row may be disappearing.
      requestAnimationFrame(() => {
        const free = document.activeElement === null || document.activeElement === document.body;
        if (free && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
