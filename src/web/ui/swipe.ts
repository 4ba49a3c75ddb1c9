import { type PointerEvent, useMemo, useRef } from "react";

/** The least way to a side before it counts as a swipe, and before letting go does something (pixels). */
const begins = 12;
const counts = 88;

interface Swipe {
  pointer: number;
  x: number;
  y: number;
  moving: boolean;
}

/** What a swipe to each side does; without one, the element doesn't move that way. */
interface Swipes {
  right?: () => void;
  left?: () => void;
}

/**
 * Runs when a finger swipes an element to a side and lets go. Meanwhile the element has `--swipe`, the way so
 * far, and `data-swiping`, which is `done` once letting go runs it. It needs `touch-action: pan-y`.
 */
export function useSwipe<E extends HTMLElement>(swipes: Swipes) {
  const latest = useRef(swipes);
  latest.current = swipes;
  return useMemo(() => {
    let swipe: Swipe | undefined;
    const end = ({ currentTarget }: PointerEvent<E>) => {
      swipe = undefined;
      currentTarget.style.removeProperty("--swipe");
      delete currentTarget.dataset.swiping;
    };
    const sideOf = (across: number) => (across > 0 ? latest.current.right : latest.current.left);
    return {
      onPointerDown({ pointerType, pointerId, clientX, clientY }: PointerEvent<E>) {
        if (pointerType === "touch") swipe = { pointer: pointerId, x: clientX, y: clientY, moving: false };
      },
      onPointerMove(event: PointerEvent<E>) {
        if (swipe?.pointer !== event.pointerId) return;
        const [across, along] = [event.clientX - swipe.x, Math.abs(event.clientY - swipe.y)];
        const way = sideOf(across) ? across : 0;
        if (!swipe.moving && (Math.abs(way) < begins || Math.abs(way) < along * 1.5)) return;
        const { currentTarget } = event;
        // From here on the element gets the finger's events, and no click.
        if (!swipe.moving) currentTarget.setPointerCapture(event.pointerId);
        swipe.moving = true;
        currentTarget.style.setProperty("--swipe", `${way}px`);
        currentTarget.dataset.swiping = Math.abs(way) >= counts ? "done" : "";
      },
      onPointerUp(event: PointerEvent<E>) {
        const done = swipe?.moving && event.currentTarget.dataset.swiping === "done";
        const run = swipe && sideOf(event.clientX - swipe.x);
        end(event);
        if (done) run?.();
      },
      onPointerCancel: end,
    };
  }, []);
}
