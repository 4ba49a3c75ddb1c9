import { useEffect, useRef } from "react";
import type { Screen } from "../screens";

/**
 * Titles the window after the view. After a change of view, focuses its heading so that screen readers
 * announce it and its keys work.
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
