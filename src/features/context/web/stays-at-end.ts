import { type RefObject, useEffect, useRef } from "react";

/** How far from its end a list still counts as being there (pixels). */
const nearEnd = 48;

/** Keeps a list at its end while its height changes, for example when the areas above it are loaded. */
export function useStaysAtEnd(end: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    let isThere = true;
    const look = () => {
      isThere = list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd;
    };
    const observer = new ResizeObserver(() => isThere && end.current?.scrollIntoView({ block: "end" }));
    observer.observe(list);
    list.addEventListener("scroll", look);
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, [end]);
  return box;
}
