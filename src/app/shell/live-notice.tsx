import { useEffect, useState, useSyncExternalStore } from "react";
import type { LiveState } from "../../web/live-connection";
import { onReachChange, serverReach } from "../../web/server-reach";
import { appTexts } from "../texts";
import classes from "./header.module.css";

/** How long connecting may take before the notice appears (milliseconds). */
const patience = 1_500;

/** Says that the screen isn't updating live; hidden while it is. */
export function LiveNotice({ state }: { state: LiveState }) {
  const connected = state === "connected";
  // Then the banner says it.
  const away = useSyncExternalStore(onReachChange, serverReach).state === "lost";
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (connected) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [connected]);

  return (
    <span role="status">
      {late && !connected && !away && (
        <span className={classes.live}>
          {state === "ended" ? appTexts.live.ended : appTexts.live.reconnecting}
        </span>
      )}
    </span>
  );
}
