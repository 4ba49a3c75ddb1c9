import { useEffect, useState } from "react";
import type { LiveState } from "../../web/live-connection";
import { useServerAway } from "../../web/ui/feedback/use-server-away";
import { appTexts } from "../texts";
import classes from "./header.module.css";

/** How long connecting may take before the notice appears (milliseconds). */
const patience = 1_500;

/** Says that the screen isn't updating live; hidden while it is. */
export function LiveNotice({ state }: { state: LiveState }) {
  const connected = state === "connected";
  const away = useServerAway();
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
