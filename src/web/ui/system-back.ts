import { useEffect, useRef } from "react";
import { phone } from "./phone";

/** Numbers of the entries whose dialogs are open. Later pages of this tab must not repeat earlier numbers. */
const open = new Set<number>();
let latest = Date.now();

/**
 * On phones, gives an open dialog an entry in the history: the system's Back closes it instead of leaving the
 * view. Closing it otherwise takes the entry away.
 */
export function useSystemBack(opened: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // Dialogs fill a phone's window, so Back is expected to close them.
    if (!opened || !matchMedia(phone).matches) return;
    const entry = ++latest;
    open.add(entry);
    const { state } = window.history;
    // A dialog that takes another's place takes its entry too.
    if (isLeftOver()) window.history.replaceState({ ...state, dialog: entry }, "");
    else window.history.pushState({ ...state, dialog: entry, above: (state?.above ?? 0) + 1 }, "");
    const listen = () => {
      if ((dialogEntry() ?? 0) < entry) close.current();
    };
    window.addEventListener("popstate", listen);
    return () => {
      window.removeEventListener("popstate", listen);
      open.delete(entry);
      // Later, so that a link or another dialog comes first.
      setTimeout(() => {
        if (dialogEntry() === entry) window.history.back();
      });
    };
  }, [opened]);
}

/** Whether the current entry was of a dialog that is closed: a link in it, or what it changed, came on top. */
function isLeftOver(): boolean {
  const entry = dialogEntry();
  return entry !== undefined && !open.has(entry);
}

// Back skips it, because nothing on the screen would change.
window.addEventListener("popstate", () => {
  if (isLeftOver()) window.history.back();
});

function dialogEntry(): number | undefined {
  return (window.history.state as { dialog?: number } | null)?.dialog;
}
