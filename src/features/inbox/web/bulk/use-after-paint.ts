import { startTransition, useEffect, useState } from "react";

/**
 * A value as of the last painted frame, undefined before the first one. What shows it is drawn after the frame of what
 * else has changed, which a deferred value may still get into.
 */
export function useAfterPaint<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
