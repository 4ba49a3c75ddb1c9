import { type RefObject, useLayoutEffect, useState } from "react";

/** From this width of the window on, the message is beside the list (pixels). */
const wideWindow = "(min-width: 68.75em)";
/** The list and the message need this much together, whatever else is beside them (pixels). */
const leastWidth = 820;

/** Whether there is room for the list and a message side by side. */
export function useSplitView(screen: RefObject<HTMLElement | null>): boolean {
  const [split, setSplit] = useState(() => window.matchMedia(wideWindow).matches);
  useLayoutEffect(() => {
    const element = screen.current;
    if (!element) return;
    const media = window.matchMedia(wideWindow);
    const measure = () => setSplit(media.matches && element.clientWidth >= leastWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    media.addEventListener("change", measure);
    return () => {
      observer.disconnect();
      media.removeEventListener("change", measure);
    };
  }, [screen]);
  return split;
}
