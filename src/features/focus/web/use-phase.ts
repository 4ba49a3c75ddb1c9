import { useEffect, useState } from "react";
import { type Phase, phaseOf } from "../timer";
import { pageTime, type ReceivedFocus } from "./received-focus";

/**
 * What the timer of a session shows now, updated every second. It counts with a clock that a change of the
 * computer's time doesn't move.
 */
export function usePhase({ session, receivedAt }: ReceivedFocus): Phase | undefined {
  const [now, setNow] = useState(() => pageTime());
  const running = session !== null && session.pausedAt === null;
  useEffect(() => {
    setNow(pageTime());
    if (!running) return;
    const timer = setInterval(() => setNow(pageTime()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  if (!session) return undefined;
  return phaseOf(session, session.elapsedMs + (running ? Math.max(0, now - receivedAt) : 0));
}
