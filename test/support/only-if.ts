import "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test was skipped. */
    skipped?: string;
  }
}

/**
 * Options for a test or a suite that runs only under a condition. The test run counts it as skipped and names the reason.
 *
 * @param reason - completes "skipped: …".
 */
export function onlyIf(condition: boolean, reason: string) {
  return condition ? {} : { skip: true, meta: { skipped: reason } };
}

/** The folder with labelled data; undefined when there is none. */
export const dataFolder = process.env.EVAL_DATA;

/** Options for a test that reads the labelled data. */
export const onlyWithData = onlyIf(dataFolder !== undefined, "EVAL_DATA names no folder with labelled data");
