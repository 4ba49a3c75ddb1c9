import { useEffect, useRef } from "react";

/**
 * For what moves the things around it: does it at once, but during a press of the mouse only when the button is
 * released. What is pressed would have moved from under the mouse by then, and not get the click.
 */
export function useWhenReleased(): (run: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const press = () => {
      isDown.current = true;
    };
    const release = () => {
      isDown.current = false;
      const run = waiting.current;
      waiting.current = undefined;
      run?.();
    };
    document.addEventListener("mousedown", press, true);
    document.addEventListener("mouseup", release, true);
    return () => {
      document.removeEventListener("mousedown", press, true);
      document.removeEventListener("mouseup", release, true);
    };
  }, []);
  return (run) => {
    if (isDown.current) waiting.current = run;
    else run();
  };
}
