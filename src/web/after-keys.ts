/** When a key was last pressed, or its frame painted, by the page's clock (milliseconds). */
let pressedAt = Number.NEGATIVE_INFINITY;

const notePress = () => {
  pressedAt = performance.now();
};

/** How long a frame may take, after which nothing waits for it: a page in the background has none (milliseconds). */
const longestFrame = 250;
/** From a key until its frame is painted. */
let frame: Promise<void> | undefined;

/**
 * To be called with each key before anything follows it. The pause after a key begins once its frame is painted: on a slow
 * device, that takes as long as a short pause, and what waits for one would begin before the next key.
 */
export function beginKeyFrame(): void {
  notePress();
  beginFrame();
  void frame?.then(notePress);
}

/** To be called before what isn't needed for the next frame: {@link keyFrame} lasts until that is painted. */
export function beginFrame(): void {
  frame ??= painted().then(() => {
    frame = undefined;
  });
}

/** Resolves once the next frame is painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      clearTimeout(late);
      resolve();
    };
    const cancel = afterPaint(end);
    const late = setTimeout(end, longestFrame);
  });
}

/** What wouldn't be seen before the frame of a key, such as a request, waits for this; undefined if there is none. */
export const keyFrame = (): Promise<void> | undefined => frame;

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

/** Without a key for so long, the keys rest; but nothing waits longer for that (milliseconds). */
const rest = { moment: 150, longest: 1_000 };

/**
 * Resolves once no key has come for a moment, soon at the latest: at once unless one has just been pressed. What the
 * screen reloads waits for it, so that drawing that doesn't hold up the next key.
 */
export async function keysRested(): Promise<void> {
  if (performance.now() - pressedAt >= rest.moment) return;
  await new Promise<void>((resolve) => {
    const cancel = afterKeys(end, rest.moment);
    const late = setTimeout(end, rest.longest);
    function end() {
      cancel();
      clearTimeout(late);
      resolve();
    }
  });
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
