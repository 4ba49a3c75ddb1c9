import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { oldestOnScreen } from "../../web/offline/stored-reads";
import { onQueuedChanges, queuedChanges } from "../../web/offline/waiting-changes";
import { checkServer, onReachChange, serverReach } from "../../web/server-reach";
import { lazyDialog } from "../../web/ui/lazy-part";
import classes from "./offline-banner.module.css";
import { offlineTexts } from "./offline-texts";

const QueuedChangesDialog = lazyDialog(() => import("./queued-changes-dialog"), "QueuedChangesDialog");

/** How long the note that the server is back stays visible (milliseconds). */
const returnedMs = 4_000;

/** Says that the server isn't responding, from when the screen is and what waits to be sent; and when it is back. */
export function OfflineBanner() {
  const reach = useSyncExternalStore(onReachChange, serverReach);
  const changes = useSyncExternalStore(onQueuedChanges, queuedChanges);
  const lost = reach.state === "lost";
  const [opened, setOpened] = useState(false);
  const returned = useReturned(lost);
  const loadedAt = useLoadedAt(lost ? reach.since : undefined);
  const undecided = changes.filter(({ state }) => state !== "waiting").length;
  const waiting = changes.length - undecided;

  return (
    <>
      <div role="status">
        {(lost || changes.length > 0) && (
          <div className={classes.banner} data-lost>
            <p className={classes.text}>
              {loadedAt !== undefined && <strong>{offlineTexts.line(loadedAt)}</strong>}{" "}
              {lost && `${reach.reason} `}
              {undecided > 0 && `${offlineTexts.undecided(undecided)} `}
              {waiting > 0 && offlineTexts.waiting(waiting, lost)}
              {lost && changes.length === 0 && offlineTexts.help}
            </p>
            {changes.length > 0 && (
              <button
                type="button"
                className={classes.button}
                onPointerEnter={QueuedChangesDialog.preload}
                onClick={() => setOpened(true)}
              >
                {offlineTexts.show}
              </button>
            )}
            {lost && (
              <button type="button" className={classes.button} onClick={checkServer}>
                Try now
              </button>
            )}
          </div>
        )}
        {!lost && returned && changes.length === 0 && (
          <div className={classes.banner}>
            <p className={classes.text}>Connected again.</p>
          </div>
        )}
      </div>
      {opened && <QueuedChangesDialog onClose={() => setOpened(false)} />}
    </>
  );
}

/** True for a few seconds after the server is back. */
function useReturned(lost: boolean): boolean {
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
  return returned;
}

/** From when the screen is, while the server is lost (milliseconds); undefined if it isn't. */
function useLoadedAt(lostSince: number | undefined): number | undefined {
  const queryClient = useQueryClient();
  const oldest = useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => (lostSince === undefined ? undefined : oldestOnScreen(queryClient)),
  );
  return lostSince === undefined ? undefined : (oldest ?? lostSince);
}
