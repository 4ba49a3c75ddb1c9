import { setImmediate as letOthersRun } from "node:timers/promises";

/** How long the steps of a loop may keep the thread together (milliseconds). */
const longest = 10;

/**
 * For a loop of short steps that a worker isn't worth: await the result before each step, and other work of the thread
 * runs whenever the steps have kept it for {@link longest}.
 */
export function shortTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await letOthersRun();
    since = performance.now();
  };
}
