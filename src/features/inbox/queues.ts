/** Retries messages the engine failed on when they were stored. */
export const analyzeQueue = { name: "analyze-messages", retryLimit: 5 };

/** Analyzes a team's open messages again after the engine changed. */
export const reanalyzeQueue = { name: "reanalyze-messages", retryLimit: 5 };

/** Analyzes the messages that came over a plan's limit, as far as the plan allows now. */
export const releaseQueue = { name: "release-messages", retryLimit: 5 };

/** Asks the language model about one new message per job; exists only if one is configured. */
export const refineQueue = { name: "refine-messages", retryLimit: 4 };

/** Adds up the rows that counts of messages are the sum of. */
export const countsQueue = { name: "add-up-counts", retryLimit: 0 };
