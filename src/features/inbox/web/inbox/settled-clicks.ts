import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from "react";

/** The second press of a double-click comes within this time after the first (milliseconds). */
const doubleClick = 600;
/** How far a resting hand moves (pixels). */
const jitter = 6;

/** What a press is about: a message, and the control on it. Null: nothing that slides, such as a sheet above. */
function controlAt({ target }: { target: EventTarget }): string | null {
  const element = target as Element;
  const message = element.closest("[data-message]")?.getAttribute("data-message");
  if (!message) return null;
  const control = element.closest("button, a");
  return `${message} ${control?.getAttribute("aria-label") ?? control?.textContent}`;
}

/**
 * Swallows presses on what slid under a resting pointer less than a double-click ago: when a message leaves, the
 * second half of a double-click would act on its neighbor.
 *
 * @param order - another one whenever messages change position.
 * @param opened - the opened message, above the list.
 * @param follow - calls back when they do so for another reason. Returns an unsubscribe function.
 * @returns handlers for the element around all messages.
 */
export function useSettledClicks(
  order: readonly string[],
  opened: string | undefined,
  follow: (listener: () => void) => () => void,
) {
  /** Where the pointer last moved to, and what it meant there. */
  const aim = useRef<{ x: number; y: number; at: string | null }>(undefined);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const swallowing = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the layout changed
  useLayoutEffect(() => {
    changedAt.current = performance.now();
  }, [order, opened]);
  useEffect(
    () =>
      follow(() => {
        changedAt.current = performance.now();
      }),
    [follow],
  );

  return useMemo(() => {
    const isResting = ({ clientX, clientY }: MouseEvent) =>
      aim.current !== undefined && Math.hypot(clientX - aim.current.x, clientY - aim.current.y) <= jitter;
    const take = (event: MouseEvent) => {
      aim.current = { x: event.clientX, y: event.clientY, at: controlAt(event) };
    };
    const swallow = (event: MouseEvent) => {
      if (!swallowing.current) return;
      event.preventDefault();
      event.stopPropagation();
    };
    return {
      onPointerMoveCapture: (event: PointerEvent) => {
        if (!isResting(event)) take(event);
      },
      onPointerLeave: () => {
        aim.current = undefined;
      },
      onPointerDownCapture: (event: PointerEvent) => {
        const at = controlAt(event);
        const slid = at !== null && isResting(event) && aim.current?.at !== at;
        swallowing.current = slid && performance.now() - changedAt.current < doubleClick;
        if (!swallowing.current) take(event);
      },
      onMouseDownCapture: swallow,
      // A key also clicks, without a press before it.
      onClickCapture: (event: MouseEvent) => event.detail > 0 && swallow(event),
      onDoubleClickCapture: swallow,
    };
  }, []);
}
