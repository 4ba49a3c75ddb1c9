/** Analyzes again what the engine failed on when the message was stored. */
export const analyzeQueue = { name: "analyze-messages", retryLimit: 5 };

/** Asks the language model about new messages, one each; exists only while one is configured. */
export const refineQueue = { name: "refine-messages", retryLimit: 4 };
