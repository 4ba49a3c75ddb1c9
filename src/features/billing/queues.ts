/** Stores a subscription's state after its provider reported a change. */
export const syncPaymentsQueue = { name: "sync-payments", retryLimit: 10 };

/** Compares every subscription with its provider. */
export const reconcileQueue = { name: "reconcile-payments", retryLimit: 3 };
