import type { AreaColor } from "../contract";
import classes from "./area-dot.module.css";

/** The color of an area, beside its name. */
export function AreaDot({ color }: { color: AreaColor }) {
  return <span className={classes.dot} data-color={color} aria-hidden />;
}
