import { useEffect, useState, useSyncExternalStore } from "react";
import { checkServer, onReachChange, serverReach } from "../../web/server-reach";
import classes from "./unreachable-banner.module.css";

/** How long the note that the server is back stays visible (milliseconds). */
const returnedMs = 4_000;

/** Says that the server isn't responding, and afterwards that it is back. */
export function UnreachableBanner() {
  const reach = useSyncExternalStore(onReachChange, serverReach);
  const lost = reach.state === "lost";
  const [returned, setReturned] = useState(false);
  useEffect(() => {
    if (!lost) return;
    return () => setReturned(true);
  }, [lost]);
  useEffect(() => {
    if (!returned) return;
    const timer = setTimeout(() => setReturned(false), returnedMs);
    return () => clearTimeout(timer);
  }, [returned]);

  return (
    <div role="status">
      {lost && (
        <div className={classes.banner} data-lost>
          <p className={classes.text}>
            <strong>{reach.reason}</strong> What you see may be out of date, and changes aren't saved. Trying
            again…
          </p>
          <button type="button" className={classes.button} onClick={checkServer}>
            Try now
          </button>
        </div>
      )}
      {!lost && returned && (
        <div className={classes.banner}>
          <p className={classes.text}>Connected again.</p>
        </div>
      )}
    </div>
  );
}
