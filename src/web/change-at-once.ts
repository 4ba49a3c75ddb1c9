import { defaultScheduler, notifyManager, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** How many changes are under way, one within the other. */
let depth = 0;

/**
 * Changes cached data and tells screens at once, together. The library would tell them by timers, after the frame of the
 * key that changed something, so that a person would see the change one frame later.
 */
export function changeAtOnce(change: () => void): void {
  depth += 1;
  notifyManager.setScheduler((run) => run());
  try {
    notifyManager.batch(change);
  } finally {
    depth -= 1;
    if (depth === 0) notifyManager.setScheduler(defaultScheduler);
  }
}

/**
 * Shows a change that the server hasn't answered yet, within the call. A response already under way under the prefix
 * doesn't include the change and would undo it on screen, so it is canceled: that is done when the call returns, and only
 * its promise comes later.
 */
export function showAtOnce(queryClient: QueryClient, queryKey: QueryKey, change: () => void): void {
  changeAtOnce(() => {
    void queryClient.cancelQueries({ queryKey });
    change();
  });
}
