import { expect, test } from "vitest";
import { isAsSeen } from "./as-seen";

const now = { title: "Call Bo", due: null as string | null, people: ["ana"] };

test.each([
  ["nothing was seen", {}, {}, true],
  ["the same was seen", { title: "Call Bo", people: ["ana"] }, {}, true],
  ["something else was seen", { title: "Call Ana" }, {}, false],
  ["something else was seen, but it is as wanted by now", { title: "Call Ana" }, { title: "Call Bo" }, true],
  ["nothing was said about a field", { title: undefined, due: null }, {}, true],
  ["one of two fields has changed", { title: "Call Bo", people: [] }, {}, false],
])("BEY-18 %s", (_name, seen, wanted, expected) => {
  expect(isAsSeen(now, seen, wanted)).toBe(expected);
});
