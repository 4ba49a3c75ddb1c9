import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface TabStop<E extends HTMLElement> {
  ref: RefObject<E | null>;
  tabIndex: 0 | -1;
}

/**
 * Props of a row that Tab leads to, or passes. React sets the attribute only once: on the element with the focus, the
 * browser answers each setting by computing the styles and the layout of all that has changed, in the middle of a key.
 */
export function useTabStop<E extends HTMLElement>(tabbable: boolean): TabStop<E> {
  const ref = useRef<E>(null);
  const [tabIndex] = useState<0 | -1>(tabbable ? 0 : -1);
  useLayoutEffect(() => {
    if (ref.current) setTabStop(ref.current, tabbable);
  }, [tabbable]);
  return { ref, tabIndex };
}

/** What {@link useTabStop} does later, for the row that a key has selected and that is about to get the focus. */
export function setTabStop(row: HTMLElement, tabbable: boolean): void {
  const value = tabbable ? "0" : "-1";
  if (row.getAttribute("tabindex") !== value) row.setAttribute("tabindex", value);
}
