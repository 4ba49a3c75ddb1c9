/** When a key was last pressed, by the page's clock (milliseconds). */
let pressedAt = Number.NEGATIVE_INFINITY;

const notePress = () => {
  pressedAt = performance.now();
};

/**
 * Runs something after a moment without a key, so that no key waits for it.
 *
 * @param moment - in milliseconds.
 * @returns a function that cancels it.
 */
export function afterKeys(run: () => void, moment: number): () => void {
  // Adding the same listener again changes nothing.
  document.addEventListener("keydown", notePress, { capture: true });
  let timer = setTimeout(function look() {
    const left = pressedAt + moment - performance.now();
    if (left > 0) timer = setTimeout(look, left);
    else run();
  }, moment);
  return () => clearTimeout(timer);
}

/** Runs something after the next frame is painted. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
