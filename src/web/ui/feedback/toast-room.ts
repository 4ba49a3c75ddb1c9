import { type RefObject, useLayoutEffect } from "react";

/**
 * What makes room for a toast has `data-above-toast`, and gets two properties while one is shown: the height that the
 * toast takes with the space around it, and its reach, from the window's lower edge to above the toast. Only these
 * elements get them: on the whole document, they would cost the browser the styles of everything on it.
 */
const room = new CSSStyleSheet();
let rules = "";

/** Replacing rules by the same ones would cost the browser the styles of the page again. */
function setRules(next: string): void {
  if (next === rules) return;
  rules = next;
  room.replaceSync(rules);
  // What a key has just selected may be where the toast is now. Not yet, because the view gets smaller by a transition.
  if (rules) requestAnimationFrame(showFocused);
}

const showFocused = (): void =>
  document.querySelector("[data-above-toast] :focus")?.scrollIntoView({ block: "nearest" });

/** Above a toast and below it (pixels). */
const gap = 16;
let shown = 0;

/** Makes room for a toast while it is shown, so that it covers no button. */
export function useToastRoom(toast: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = toast.current;
    if (!element) return;
    if (!document.adoptedStyleSheets.includes(room)) document.adoptedStyleSheets.push(room);
    const measure = () => {
      const { top, height } = element.getBoundingClientRect();
      setRules(`[data-above-toast] {
        --z-toast-height: ${Math.ceil(height) + 2 * gap}px;
        --z-toast-reach: ${Math.ceil(window.innerHeight - top) + gap}px;
      }`);
    };
    // Also calls back for the first size, before the toast is painted.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    shown++;
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      shown--;
      // The next toast may take the place of this one.
      queueMicrotask(() => shown === 0 && setRules(""));
    };
  }, [toast]);
}
