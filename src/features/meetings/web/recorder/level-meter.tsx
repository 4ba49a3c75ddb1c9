import { useEffect, useRef } from "react";
import classes from "./recorder.module.css";
import { currentLevel } from "./recorder-state";

/** Shows how loud the microphone is. It's drawn outside of React, ten times a second. */
export function LevelMeter() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const level = currentLevel() / 35;
      bar.current?.style.setProperty("transform", `scaleX(${level.toFixed(2)})`);
      bar.current?.parentElement?.setAttribute("aria-valuenow", String(Math.round(level * 100)));
    }, 100);
    return () => clearInterval(timer);
  }, []);
  return (
    // A <meter> can't be drawn ten times a second without React.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      className={classes.meter}
      role="meter"
      aria-label="Microphone level"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <div ref={bar} />
    </div>
  );
}
