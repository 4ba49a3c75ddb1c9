import type { ComingFeature } from "../coming";
import classes from "./coming-badge.module.css";
import { comingTexts } from "./texts";

/** Marks a described feature that isn't built yet. Markup only. */
export function ComingBadge({ feature }: { feature: ComingFeature }) {
  return (
    <span className={classes.badge} data-coming={feature}>
      {comingTexts.badge}
      <span className="z-visually-hidden">{comingTexts.explained}</span>
    </span>
  );
}
