import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LazyPart } from "./lazy-part";

/**
 * Loads parts one after the other once the page is idle and has its data, the most needed ones first.
 *
 * @param parts - the same array each time.
 */
export function usePreload(parts: readonly Pick<LazyPart<never>, "preload">[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stop = whenIdle(async function preload() {
      if (queryClient.isFetching() > 0) {
        stop = whenIdle(preload);
        return;
      }
      let mounted = true;
      stop = () => {
        mounted = false;
      };
      for (const part of parts) if (mounted) await part.preload();
    });
    return () => stop();
  }, [parts, queryClient]);
}

/** Runs something a moment later, when the page is idle. Returns a function that cancels it. */
function whenIdle(run: () => void): () => void {
  const moment = 200;
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari doesn't have it.
    if (typeof requestIdleCallback === "undefined") run();
    else idle = requestIdleCallback(run, { timeout: 2_000 });
  }, moment);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
