import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Whether the page has been idle, with its data, since this component was mounted. */
export function useSettled(): boolean {
  const queryClient = useQueryClient();
  const [settled, setSettled] = useState(false);
  useEffect(() => whenSettled(queryClient, () => setSettled(true)), [queryClient]);
  return settled;
}

/** Runs something once the page is idle and has its data. Returns a function that cancels it. */
export function whenSettled(queryClient: QueryClient, run: () => void): () => void {
  let stop = whenIdle(function look() {
    if (queryClient.isFetching() > 0) stop = whenIdle(look);
    else run();
  });
  return () => stop();
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
