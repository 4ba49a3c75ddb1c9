import { useEffect, useMemo, useState } from "react";
import classes from "./progress.module.css";

/**
 * How far somebody has come through what requires action: the most there was since this tab opened, and what is
 * left of it.
 *
 * @param left - how many there are now; undefined while unknown, or while a filter hides some.
 */
export function useProgress(teamId: string, left: number | undefined): { done: number; total: number } {
  const key = `zippy-progress-${teamId}`;
  const [most, setMost] = useState(() => Number(sessionStorage.getItem(key)) || 0);
  useEffect(() => {
    if (left === undefined || left <= most) return;
    setMost(left);
    sessionStorage.setItem(key, String(left));
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
