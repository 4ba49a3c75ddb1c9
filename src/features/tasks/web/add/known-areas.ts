import { useEffect, useState } from "react";
import type { LineArea } from "./task-line";

/** How long a line that may name an area waits until the areas are known (milliseconds). */
const patience = 3_000;

/** Whether a line may name an area, which has to be known before its task is added. */
export const namesArea = (line: string): boolean => /(?:^|\s)#\S/.test(line);

/**
 * The team's areas, and what takes them once they are known. Undefined until then; null if they can't be loaded.
 *
 * @param wanted - a line may name one: if they take too long, they count as not loaded.
 */
export function useKnownAreas(wanted: boolean) {
  const [areas, setAreas] = useState<LineArea[] | null>();
  const waits = wanted && areas === undefined;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setAreas(null), patience);
    return () => clearTimeout(timer);
  }, [waits]);
  return [areas, setAreas] as const;
}
