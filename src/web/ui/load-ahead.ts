import { useEffect } from "react";

/** How to load further rows. */
export interface MoreRows {
  available: boolean;
  load: (options: { cancelRefetch: boolean }) => unknown;
}

/** Loads the next page when the last row shown is within `ahead` rows of the last one loaded. */
export function useLoadAhead(
  lastShown: number,
  loaded: number,
  ahead: number,
  { available, load }: MoreRows,
): void {
  useEffect(() => {
    // A second request before the first response would start over.
    if (available && lastShown >= loaded - ahead) void load({ cancelRefetch: false });
  }, [available, load, lastShown, loaded, ahead]);
}
