import type { ReactNode } from "react";
import classes from "./top-banner.module.css";

/** A line above the view that says what holds for the whole team. */
export function TopBanner({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className={classes.banner} aria-label={label}>
      {children}
    </aside>
  );
}
