import { type RefObject, useLayoutEffect } from "react";

/** The distance of the toasts from the lower window edge, and their width; `plain-toast.module.css` uses them. */
const liftProperty = "--z-toast-lift";
const widthProperty = "--z-toast-width";

/**
 * Shows toasts above the guide rather than on top of it. Beside the view, they are as narrow as the guide, so
 * that they don't cover the view either.
 */
export function useLiftedToasts(guide: RefObject<HTMLElement | null>, hidden: boolean): void {
  useLayoutEffect(() => {
    const element = guide.current;
    if (hidden || !element) return;
    const { style } = document.documentElement;
    const lift = () => {
      const { top, left, width } = element.getBoundingClientRect();
      const beside = left > window.innerWidth / 2;
      style.setProperty(liftProperty, `${Math.max(0, window.innerHeight - top)}px`);
      if (beside) style.setProperty(widthProperty, `${width}px`);
      else style.removeProperty(widthProperty);
    };
    const observer = new ResizeObserver(lift);
    observer.observe(element);
    window.addEventListener("resize", lift);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", lift);
      style.removeProperty(liftProperty);
      style.removeProperty(widthProperty);
    };
  }, [guide, hidden]);
}
