import { defaultScheduler, notifyManager } from "@tanstack/react-query";

/**
 * Changes cached data and tells screens at once, together. The library would tell them by timers, after the frame of the
 * key that changed something, so that a person would see the change one frame later.
 */
export function changeAtOnce(change: () => void): void {
  notifyManager.setScheduler((run) => run());
  try {
    notifyManager.batch(change);
  } finally {
    notifyManager.setScheduler(defaultScheduler);
  }
}
