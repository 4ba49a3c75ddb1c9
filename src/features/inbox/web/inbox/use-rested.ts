import { useEffect, useState } from "react";
import { afterKeys } from "../../../../web/after-keys";

/** A message that stays this long is being read; a held key passes many (milliseconds). */
const reading = 150;
/** A selection that stays this long is shown with what belongs to it; keys in quick succession pass many (milliseconds). */
export const passing = 60;

/**
 * Whether something has been shown for a moment without a key, so that passing it costs no request; undefined never
 * has.
 */
export function useRested<Shown>(shown: Shown, moment = reading): boolean {
  const [rested, setRested] = useState<Shown>();
  useEffect(() => {
    if (shown !== undefined) return afterKeys(() => setRested(shown), moment);
  }, [shown, moment]);
  return shown !== undefined && rested === shown;
}
