import type { Page } from "playwright-core";

/** The longest pause between two checks of a page (milliseconds). */
const pause = 40;

interface Progress {
  wait(time: number): Promise<void>;
}

/**
 * The parts of Playwright that retry: waiting for an element in the frame, and waiting for an element to be
 * ready in its handle.
 */
interface FrameInternals {
  retryWithProgressAndTimeouts(progress: Progress, pauses: number[], action: unknown): Promise<unknown>;
}
interface HandleInternals {
  _retryAction(progress: Progress, name: string, action: unknown, options: unknown): Promise<unknown>;
}

let done = false;

/**
 * Playwright checks for an element after 20, 70, 170 and 270 ms, then only twice a second, so most waits take
 * half a second longer than necessary. This makes it check every few milliseconds instead; Playwright has no
 * setting for it.
 */
export async function retryPromptly(page: Page): Promise<void> {
  if (done) return;
  done = true;
  const { _connection: connection } = page as unknown as { _connection: { toImpl(object: object): object } };
  const internals = <T>(object: object): T => Object.getPrototypeOf(connection.toImpl(object)) as T;

  const frame = internals<FrameInternals>(page.mainFrame());
  const retryFrame = frame.retryWithProgressAndTimeouts;
  frame.retryWithProgressAndTimeouts = function (progress, pauses, action) {
    return retryFrame.call(this, progress, pauses.map(shorter), action);
  };

  const root = (await page.evaluateHandle("document.documentElement")).asElement();
  const handle = internals<HandleInternals>(root as object);
  const retryAction = handle._retryAction;
  handle._retryAction = function (progress, ...rest) {
    const wait = (time: number) => progress.wait(shorter(time));
    return retryAction.call(this, Object.assign(Object.create(progress), { wait }), ...rest);
  };
}

const shorter = (time: number): number => Math.min(time, pause);
