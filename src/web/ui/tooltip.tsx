import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./tooltip.module.css";

interface TooltipProps {
  /** Repeats what the element already says, so screen readers skip it. Undefined: no tooltip. */
  label: string | undefined;
  position: "top" | "right";
  disabled?: boolean;
  /** One element. */
  children: ReactNode;
}

/** How long the pointer rests before the tooltip appears (milliseconds). */
const delay = 300;
/** Between the element and its tooltip (pixels). */
const gap = 5;

/** A few words next to the element under the pointer. Escape closes it. */
export function Tooltip({ label, position, disabled = false, children }: TooltipProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [resting, setResting] = useState(false);
  const [offset, setOffset] = useState<{ left: number; top: number }>();

  useEffect(() => {
    if (!resting || disabled || !label) return;
    const timer = setTimeout(() => {
      const box = frame.current?.firstElementChild?.getBoundingClientRect();
      if (!box) return;
      setOffset(
        position === "right"
          ? { left: box.right + gap, top: box.top + box.height / 2 }
          : { left: box.left + box.width / 2, top: box.top - gap },
      );
    }, delay);
    const close = (event: KeyboardEvent) => event.key === "Escape" && setResting(false);
    document.addEventListener("keydown", close);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", close);
      setOffset(undefined);
    };
  }, [resting, disabled, label, position]);

  return (
    <span
      ref={frame}
      className={classes.frame}
      onPointerEnter={({ pointerType }) => setResting(pointerType === "mouse")}
      onPointerLeave={() => setResting(false)}
      onPointerDown={() => setResting(false)}
    >
      {children}
      {offset && (
        <span className={classes.tooltip} data-position={position} style={offset} aria-hidden>
          {label}
        </span>
      )}
    </span>
  );
}
