/** Analyses again what the engine failed on when the message was stored. */
export const analyseQueue = { name: "analyse-messages", retryLimit: 5 };
