import type { JobHandler } from "../../server/jobs";
import type { DemoService } from "./service";

export const demoQueue = { name: "ended-demos", retryLimit: 3 };

/** Removes ended demos every hour. */
export function demoJob(demo: Pick<DemoService, "removeEnded">): JobHandler {
  return {
    queue: demoQueue.name,
    retryLimit: demoQueue.retryLimit,
    concurrency: 1,
    schedule: "7 * * * *",
    run: () => demo.removeEnded(),
  };
}
