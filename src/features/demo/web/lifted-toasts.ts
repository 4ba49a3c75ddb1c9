import { type RefObject, useLayoutEffect } from "react";

/**
 * How far the toasts' lower edge stands above that of the window, and how wide they may be; read by
 * `demo-guide.module.css`.
 */
const liftProperty = "--z-toast-lift";
const widthProperty = "--z-toast-width";

/**
 * Lets toasts come up above the guide instead of on it; where it stands beside the work they are as narrow as it is, and
 * so hide nothing of the work either.
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
