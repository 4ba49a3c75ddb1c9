import { expect, test } from "vitest";
import { isQuiet } from "./quiet-hours";

const at = (hour: number, minute = 0) => new Date(2026, 10, 22, hour, minute);

test("BEY-9 quiet hours begin and end to the minute, and may pass midnight", () => {
  const night = { from: "22:00", to: "07:30" };
  expect([at(21, 59), at(22), at(0), at(7, 29), at(7, 30), at(12)].map((now) => isQuiet(night, now))).toEqual(
    [false, true, true, true, false, false],
  );
  const lunch = { from: "12:00", to: "13:00" };
  expect([at(11, 59), at(12), at(12, 59), at(13)].map((now) => isQuiet(lunch, now))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(isQuiet({ from: "09:00", to: "09:00" }, at(3))).toBe(true);
  expect(isQuiet(null, at(3))).toBe(false);
});
