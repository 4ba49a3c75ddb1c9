import { type RefObject, useEffect, useRef } from "react";

/** How far from its end a list still counts as being there (pixels). */
const nearEnd = 48;

/**
 * Keeps a list at its end while its height changes, for example when the areas above it are loaded, or that of what is in
 * it, as when its font arrives.
 *
 * @param end - what stands at the end of its content.
 */
export function useStaysAtEnd(end: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    let isThere = true;
    let top = list.scrollTop;
    const look = () => {
      const toEnd = list.scrollHeight - list.scrollTop - list.clientHeight;
      // Only who scrolls up leaves: what is in it may have grown between a scroll to the end and this event.
      isThere = toEnd < nearEnd || (isThere && list.scrollTop >= top);
      top = list.scrollTop;
    };
    const observer = new ResizeObserver(() => isThere && end.current?.scrollIntoView({ block: "end" }));
    observer.observe(list);
    if (end.current?.parentElement) observer.observe(end.current.parentElement);
    list.addEventListener("scroll", look);
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, [end]);
  return box;
}
