import { expect, test } from "vitest";
import { bars, stripOf } from "./strip";

/** Four bars for each second. */
const length = bars / 4;
const seconds = (strip: readonly number[], from: number, to: number) => strip.slice(from * 4, to * 4);
const same = (count: number, height: number) => Array.from({ length: count }, () => height);

test("MEET-2 each bar is as high as the loudest second in it", () => {
  const strip = stripOf([{ levels: `5z0${"1".repeat(length - 3)}`, seconds: length }], [], length);
  expect(strip.length).toBe(bars);
  expect(seconds(strip, 0, 1)).toEqual(same(4, 5));
  expect(seconds(strip, 1, 2)).toEqual(same(4, 35));
  expect(seconds(strip, 2, 3)).toEqual(same(4, 0));
  expect(seconds(strip, 3, length)).toEqual(same((length - 3) * 4, 1));

  // Two seconds in each bar: the louder one shows.
  const long = stripOf([{ levels: "1902".repeat(bars / 2), seconds: bars * 2 }], [], bars * 2);
  expect(long).toEqual(Array.from({ length: bars }, (_, n) => (n % 2 === 0 ? 9 : 2)));
});

test("MEET-2 where no levels are known, the strip shows when somebody speaks", () => {
  const spoken = [
    { start: 1, end: 3 },
    { start: 10, end: 12 },
  ];
  const strip = stripOf([{ levels: "", seconds: length }], spoken, length);
  expect(strip.flatMap((height, n) => (height > 0 ? [n] : []))).toEqual([
    ...[4, 5, 6, 7, 8, 9, 10, 11],
    ...[40, 41, 42, 43, 44, 45, 46, 47],
  ]);
  expect(new Set(strip)).toEqual(new Set([0, 20]));
  // Levels, once known, are all that counts.
  expect(stripOf([{ levels: "0".repeat(length), seconds: length }], spoken, length)).toEqual(same(bars, 0));
});

test("MEET-2 the parts of a recording stand one after the other, each as long as it is", () => {
  const parts = [
    { levels: "33", seconds: 2 },
    // Without levels, as an uploaded file: its time stays empty.
    { levels: "", seconds: 5 },
    // A level may stand for more or less than a second.
    { levels: "79", seconds: 4 },
    // Unmeasured: a second for each level.
    { levels: "ab", seconds: null },
  ];
  const strip = stripOf(parts, [{ start: 0, end: 20 }], length);
  expect(seconds(strip, 0, 2)).toEqual(same(8, 3));
  expect(seconds(strip, 2, 7)).toEqual(same(20, 0));
  expect(seconds(strip, 7, 9)).toEqual(same(8, 7));
  expect(seconds(strip, 9, 11)).toEqual(same(8, 9));
  expect(seconds(strip, 11, 12)).toEqual(same(4, 10));
  expect(seconds(strip, 12, 13)).toEqual(same(4, 11));
  expect(seconds(strip, 13, length)).toEqual(same((length - 13) * 4, 0));
});
