/** The request header with the key under which a change is made once, however often the call is repeated. */
export const idempotencyHeader = "idempotency-key";

/** How long the server knows a key (days): as long as the change can be undone. */
export const idempotencyDays = 30;
