import { type PointerEvent, useMemo, useRef } from "react";

/** The least way to the right before it counts as a swipe, and before letting go does something (pixels). */
const begins = 12;
const counts = 88;

interface Swipe {
  pointer: number;
  x: number;
  y: number;
  moving: boolean;
}

/**
 * Runs when a finger swipes an element to the right and lets go. Meanwhile the element has `--swipe`, the way so
 * far, and `data-swiping`, which is `done` once letting go runs it. It needs `touch-action: pan-y`.
 */
export function useSwipeRight<E extends HTMLElement>(run: () => void) {
  const latest = useRef(run);
  latest.current = run;
  return useMemo(() => {
    let swipe: Swipe | undefined;
    const end = ({ currentTarget }: PointerEvent<E>) => {
      swipe = undefined;
      currentTarget.style.removeProperty("--swipe");
      delete currentTarget.dataset.swiping;
    };
    return {
      onPointerDown({ pointerType, pointerId, clientX, clientY }: PointerEvent<E>) {
        if (pointerType === "touch") swipe = { pointer: pointerId, x: clientX, y: clientY, moving: false };
      },
      onPointerMove(event: PointerEvent<E>) {
        if (swipe?.pointer !== event.pointerId) return;
        const [across, along] = [event.clientX - swipe.x, Math.abs(event.clientY - swipe.y)];
        if (!swipe.moving && (across < begins || across < along * 1.5)) return;
        const { currentTarget } = event;
        // From here on the element gets the finger's events, and no click.
        if (!swipe.moving) currentTarget.setPointerCapture(event.pointerId);
        swipe.moving = true;
        currentTarget.style.setProperty("--swipe", `${Math.max(0, across)}px`);
        currentTarget.dataset.swiping = across >= counts ? "done" : "";
      },
      onPointerUp(event: PointerEvent<E>) {
        const done = swipe?.moving && event.currentTarget.dataset.swiping === "done";
        end(event);
        if (done) latest.current();
      },
      onPointerCancel: end,
    };
  }, []);
}
