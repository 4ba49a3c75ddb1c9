import { type RefObject, useLayoutEffect } from "react";

/** The height that a toast takes with the space around it; views keep it free (`workspace.module.css`). */
const heightProperty = "--z-toast-height";
/** From the window's lower edge to above the toast; dialogs end there (`sheet.module.css`). */
const reachProperty = "--z-toast-reach";
/** Above a toast and below it (pixels). */
const gap = 16;

/** Makes room for a toast while it is shown, so that it covers no button. */
export function useToastRoom(toast: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = toast.current;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => {
      const { top, height } = element.getBoundingClientRect();
      style.setProperty(heightProperty, `${Math.ceil(height) + 2 * gap}px`);
      style.setProperty(reachProperty, `${Math.ceil(window.innerHeight - top) + gap}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      style.removeProperty(heightProperty);
      style.removeProperty(reachProperty);
    };
  }, [toast]);
}
