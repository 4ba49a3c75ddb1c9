import { expect, test } from "vitest";
import { rowsAtOnce } from "./virtual-rows";

const rowsOf = (...keys: string[]) => keys.map((key, index) => ({ key, index }));
const keysAtOnce = (keys: string[], before: string[], selectedIndex = -1) =>
  rowsAtOnce(rowsOf(...keys), new Set(before), selectedIndex).map(({ key }) => key);

test("BEY-10 one or two rows that come to a list follow, unless they are selected; more of them appear with it", () => {
  expect(keysAtOnce(["a", "b", "c"], ["a"])).toEqual(["a"]);
  expect(keysAtOnce(["a", "b", "c"], ["a"], 2)).toEqual(["a", "c"]);
  expect(keysAtOnce(["a", "b", "c", "d"], ["a"])).toEqual(["a", "b", "c", "d"]);
});

test("BEY-10 a short list that takes another's place, or an empty one's, appears as a whole, whatever is selected", () => {
  for (const before of [[], ["x"], ["x", "y", "z"]])
    for (const selectedIndex of [-1, 0]) {
      expect(keysAtOnce(["a"], before, selectedIndex)).toEqual(["a"]);
      expect(keysAtOnce(["a", "b"], before, selectedIndex)).toEqual(["a", "b"]);
    }
});
