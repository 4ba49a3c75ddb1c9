import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "../../../../web/after-keys";

/**
 * A value as of the last painted frame, undefined before the first one. What shows it is drawn after the frame of what
 * else has changed, which a deferred value may still get into.
 */
export function useAfterPaint<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>();
  useEffect(() => afterPaint(() => startTransition(() => setPainted(() => value))), [value]);
  return painted;
}
