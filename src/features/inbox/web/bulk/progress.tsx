import { useEffect, useMemo, useRef, useState } from "react";
import { onActivity } from "../../../../web/activity";
import classes from "./progress.module.css";

/**
 * How far somebody has come through what requires action: the most there was since this tab opened, and what is
 * left of it. What the answer about an archive's age leaves to All Messages is no longer counted: nobody has done it.
 *
 * @param left - how many there are now; undefined while unknown, or while a filter hides some.
 */
export function useProgress(teamId: string, left: number | undefined): { done: number; total: number } {
  const key = `zippy-progress-${teamId}`;
  const [most, setMost] = useState(() => Number(sessionStorage.getItem(key)) || 0);
  // Not a state, which would draw the inbox once more for each message that is done.
  const before = useRef(left);
  const leftOut = useRef(false);
  useEffect(
    () =>
      onActivity((name) => {
        if (name === "messages-left-out") leftOut.current = true;
      }),
    [],
  );
  useEffect(() => {
    if (left === undefined) return;
    const fewer = leftOut.current ? Math.max(0, (before.current ?? left) - left) : 0;
    before.current = left;
    if (fewer > 0) leftOut.current = false;
    const now = Math.max(most - fewer, left);
    if (now === most) return;
    setMost(now);
    sessionStorage.setItem(key, String(now));
  }, [left, most, key]);
  const total = Math.max(most, left ?? 0);
  const done = left === undefined ? 0 : total - left;
  return useMemo(() => ({ done, total }), [done, total]);
}

/** "14 of 102" with a line that fills; nothing before the first is done. */
export function Progress({ done, total }: { done: number; total: number }) {
  if (done === 0) return null;
  return (
    <span className={classes.progress}>
      <span className={classes.line} aria-hidden>
        <span style={{ transform: `scaleX(${done / total})` }} />
      </span>
      <span>
        {done.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
        <span className="z-visually-hidden"> done</span>
      </span>
    </span>
  );
}
