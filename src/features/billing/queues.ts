/** Stores a subscription's state after its provider reported a change. */
export const syncPaymentsQueue = { name: "sync-payments", retryLimit: 10 };

/** Warns before data is deleted, and deletes it. */
export const retainQueue = { name: "enforce-retention", retryLimit: 3 };

/** Cancels the subscription of a deleted team. */
export const endPaymentsQueue = { name: "end-payments", retryLimit: 20 };

/** Compares every subscription with its provider. */
export const reconcileQueue = { name: "reconcile-payments", retryLimit: 3 };
