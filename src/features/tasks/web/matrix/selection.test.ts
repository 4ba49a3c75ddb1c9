import { expect, test } from "vitest";
import { quadrantOrder } from "../../quadrants";
import { beside, nextSelection } from "./selection";

test("MTX-4 when a card leaves its list the next one is selected, at the end the one before", () => {
  expect(nextSelection(["a", "b", "c"], 1)).toBe("c");
  expect(nextSelection(["a", "b", "c"], 2)).toBe("b");
  expect(nextSelection(["a"], 0)).toBeUndefined();
});

test("an arrow and its opposite lead back to the same quadrant", () => {
  for (const quadrant of quadrantOrder) {
    const right = beside.ArrowRight[quadrant];
    const down = beside.ArrowDown[quadrant];
    if (right) expect(beside.ArrowLeft[right]).toBe(quadrant);
    if (down) expect(beside.ArrowUp[down]).toBe(quadrant);
  }
});
