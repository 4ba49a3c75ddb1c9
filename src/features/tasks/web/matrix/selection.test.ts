import { expect, test } from "vitest";
import { quadrantOrder } from "../../quadrants";
import { beside, nextSelection } from "./selection";

test("MTX-4 when a card leaves its list, the next one is selected, or the previous one at the end", () => {
  expect(nextSelection(["a", "b", "c"], 1)).toBe("c");
  expect(nextSelection(["a", "b", "c"], 2)).toBe("b");
  expect(nextSelection(["a"], 0)).toBeUndefined();
});

test("an arrow and its opposite return to the same quadrant", () => {
  for (const quadrant of quadrantOrder) {
    const right = beside.ArrowRight[quadrant];
    const down = beside.ArrowDown[quadrant];
    if (right) expect(beside.ArrowLeft[right]).toBe(quadrant);
    if (down) expect(beside.ArrowUp[down]).toBe(quadrant);
  }
});
