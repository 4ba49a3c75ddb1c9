import { useState } from "react";

interface Attempts {
  data: unknown;
  error: Error | null;
}

/**
 * Why a query's latest attempt failed, also while the next one is under way; undefined once there is data. The library
 * forgets the error when an attempt begins, and a screen that shows it would go and come back each time.
 */
export function useLastFailure(query: Attempts): Error | undefined {
  const [before, setBefore] = useState<Error>();
  const now = query.data === undefined ? (query.error ?? before) : undefined;
  if (now !== before) setBefore(now);
  return now;
}
