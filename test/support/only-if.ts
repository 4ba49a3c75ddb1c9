import "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test was skipped. */
    skipped?: string;
  }
}

/**
 * Options for a test or suite that runs only under a condition. Otherwise it counts as skipped, with the
 * reason.
 *
 * @param reason - completes "skipped: …".
 */
export function onlyIf(condition: boolean, reason: string) {
  return condition ? {} : { skip: true, meta: { skipped: reason } };
}

/** The folder with labeled data; undefined if there is none. */
export const dataFolder = process.env.EVAL_DATA;

/** Options for a test that reads the labeled data. */
export const onlyWithData = onlyIf(
  dataFolder !== undefined,
  "EVAL_DATA isn't set to a folder with labeled data",
);
