import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LazyPart } from "./lazy-part";
import { whenSettled } from "./use-settled";

/**
 * Loads parts one after the other once the page is idle and has its data, the most needed ones first; nothing for
 * people whose browser saves data.
 *
 * @param parts - the same array each time.
 */
export function usePreload(parts: readonly Pick<LazyPart<never>, "preload">[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (savesData()) return;
    let mounted = true;
    const stop = whenSettled(queryClient, async () => {
      for (const part of parts) if (mounted) await part.preload();
    });
    return () => {
      mounted = false;
      stop();
    };
  }, [parts, queryClient]);
}

/** Only Chromium says it so far. */
const savesData = (): boolean =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
