import { type ReactNode, useEffect, useState } from "react";
import classes from "./late.module.css";

/** Shows its children 150 ms after it is mounted, so that a short wait doesn't flash. */
export function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return late ? (
    <div className={classes.late} aria-busy="true">
      {children}
    </div>
  ) : null;
}
