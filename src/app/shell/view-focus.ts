import { useEffect, useRef } from "react";
import type { Screen } from "../screens";

/**
 * Names the window after the view, and after a change of view moves the focus to its heading so that it is announced
 * and keys work on it.
 *
 * @returns the ref of the heading, which needs `tabIndex={-1}`.
 */
export function useViewFocus({ id, header }: Screen) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    document.title = `${header} · Zippy`;
    if (shown.current === id) return;
    shown.current = id;
    heading.current?.focus({ preventScroll: true });
  }, [id, header]);
  return heading;
}
