import type { Locator, Page } from "playwright-core";

/**
 * A function that swipes with a finger on an element, from this far inside it, by pixels across and down; it calls `held`
 * before the finger lets go.
 */
export async function swipesOn(page: Page, element: Locator, inside = 60) {
  const session = await page.context().newCDPSession(page);
  return async (x: number, y: number, held?: () => Promise<void>): Promise<void> => {
    // A finger goes to where the element has come to rest. What loads above it moves it until then.
    await element.hover({ trial: true });
    const box = await element.boundingBox();
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          type === "touchEnd" ? [] : [{ x: (box?.x ?? 0) + inside + x, y: (box?.y ?? 0) + 20 + y }],
      });
    await touch("touchStart");
    for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", x * part, y * part);
    await held?.();
    await touch("touchEnd");
  };
}
