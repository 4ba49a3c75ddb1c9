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

/** What letting go does, and what it's called beside the finger. */
interface SwipeAction {
  label: string;
  run: () => void;
}

/** What a swipe to each side does; without one, the element doesn't move that way. */
interface Swipes {
  right?: SwipeAction | undefined;
  left?: SwipeAction | undefined;
}

/**
 * Runs when a finger swipes an element to a side and lets go. Meanwhile the element has `--swipe`, the way so
 * far; `data-swiping`, which is `done` once letting go runs it; and `data-swipe-right` or `-left`, what that does. It
 * needs `touch-action: pan-y`.
 */
export function useSwipe<E extends HTMLElement>(swipes: Swipes) {
  const latest = useRef(swipes);
  latest.current = swipes;
  return useMemo(() => {
    let swipe: Swipe | undefined;
    const end = ({ currentTarget }: PointerEvent<E>) => {
      swipe = undefined;
      currentTarget.style.removeProperty("--swipe");
      for (const name of ["swiping", "swipeRight", "swipeLeft"]) delete currentTarget.dataset[name];
    };
    const sideOf = (across: number) => (across > 0 ? latest.current.right : latest.current.left);
    return {
      onPointerDown({ pointerType, pointerId, clientX, clientY }: PointerEvent<E>) {
        if (pointerType === "touch") swipe = { pointer: pointerId, x: clientX, y: clientY, moving: false };
      },
      onPointerMove(event: PointerEvent<E>) {
        if (swipe?.pointer !== event.pointerId) return;
        const [across, along] = [event.clientX - swipe.x, Math.abs(event.clientY - swipe.y)];
        const action = sideOf(across);
        const way = action ? across : 0;
        if (!swipe.moving && (Math.abs(way) < begins || Math.abs(way) < along * 1.5)) return;
        const { currentTarget } = event;
        // From here on the element gets the finger's events, and no click.
        if (!swipe.moving) currentTarget.setPointerCapture(event.pointerId);
        swipe.moving = true;
        currentTarget.style.setProperty("--swipe", `${way}px`);
        currentTarget.dataset.swiping = Math.abs(way) >= counts ? "done" : "";
        const [side, other] = way > 0 ? ["swipeRight", "swipeLeft"] : ["swipeLeft", "swipeRight"];
        delete currentTarget.dataset[other as string];
        if (action) currentTarget.dataset[side as string] = action.label;
      },
      onPointerUp(event: PointerEvent<E>) {
        const done = swipe?.moving && event.currentTarget.dataset.swiping === "done";
        const run = swipe && sideOf(event.clientX - swipe.x);
        end(event);
        if (done) run?.run();
      },
      onPointerCancel: end,
    };
  }, []);
}
