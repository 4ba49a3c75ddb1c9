import { type RefObject, useLayoutEffect } from "react";

/**
 * The distance of the toasts from the lower and the right window edge, and their width; `plain-toast.module.css` uses
 * them.
 */
const liftProperty = "--z-toast-lift";
const endProperty = "--z-toast-end";
const widthProperty = "--z-toast-width";

/** Beside the guide, a toast is narrower, so that it covers nothing of the list beside a message. */
const widthBeside = 360;

/** Shows toasts above or beside the guide rather than on top of it. */
export function useLiftedToasts(guide: RefObject<HTMLElement | null>, hidden: boolean): void {
  useLayoutEffect(() => {
    const element = guide.current;
    if (hidden || !element) return;
    const { style } = document.documentElement;
    const lift = () => {
      const { top, left, width } = element.getBoundingClientRect();
      const beside = left > window.innerWidth / 2;
      if (beside) {
        style.removeProperty(liftProperty);
        style.setProperty(endProperty, `${width}px`);
        style.setProperty(widthProperty, `${widthBeside}px`);
      } else {
        style.setProperty(liftProperty, `${Math.max(0, window.innerHeight - top)}px`);
        style.removeProperty(endProperty);
        style.removeProperty(widthProperty);
      }
    };
    const observer = new ResizeObserver(lift);
    observer.observe(element);
    window.addEventListener("resize", lift);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", lift);
      for (const name of [liftProperty, endProperty, widthProperty]) style.removeProperty(name);
    };
  }, [guide, hidden]);
}
