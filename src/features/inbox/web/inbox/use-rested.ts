import { useEffect, useState } from "react";

/** A message that stays this long is being read; a held key passes many (milliseconds). */
const reading = 150;

/** Whether something has been shown for a moment, so that passing it costs no request. */
export function useRested(id: string): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), reading);
    return () => clearTimeout(timer);
  }, [id]);
  return rested === id;
}
