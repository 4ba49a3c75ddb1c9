import { expect, test } from "vitest";
import { modelRate } from "./resample";
import { createSegmenter, type Stretch } from "./sound-segments";

const second = modelRate;

/** Segments for stretches with a voice, in seconds. */
function segmentsOf(voices: [number, number][], quietAt: number[] = [], begin = 0): [number, number][] {
  const segmenter = createSegmenter(
    (start, end) => (quietAt.some((at) => at * second >= start && at * second < end) ? 0 : 1),
    begin * second,
  );
  const found: Stretch[] = [];
  for (const [start, end] of voices)
    found.push(...segmenter.add({ start: start * second, end: end * second }));
  found.push(...segmenter.flush());
  return found.map(({ start, end }) => [start / second, end / second]);
}

test("short pauses join stretches, long ones end them, with a little sound on both sides", () => {
  expect(
    segmentsOf([
      [1, 2],
      [2.5, 4],
      [8, 9],
    ]),
  ).toEqual([
    [0.8, 4.2],
    [7.8, 9.2],
  ]);
});

test("a segment lasts at most 16 seconds and is cut where it's quietest", () => {
  expect(segmentsOf([[0, 20]], [14])).toEqual([
    [0, expect.closeTo(14, 0)],
    [expect.closeTo(14, 0), 20.2],
  ]);
  for (const [start, end] of segmentsOf([
    [0, 120],
    [120.5, 130],
    [131, 140],
  ]))
    expect(end - start).toBeLessThanOrEqual(16.5);
});

test("segments overlap nothing and lose nothing", () => {
  const segments = segmentsOf([
    [0, 10],
    [10.3, 15],
    [15.2, 30],
    [31.5, 33],
  ]);
  for (const [at, [start]] of segments.entries())
    if (at > 0) expect(start).toBeGreaterThanOrEqual(segments[at - 1]![1] - 0.4);
  expect(segments[0]![0]).toBe(0);
  expect(segments.at(-1)![1]).toBeCloseTo(33.2);
});

test("MEET-3 a later run doesn't reach back into what is transcribed", () => {
  expect(segmentsOf([[60.1, 62]], [], 60)).toEqual([[60, 62.2]]);
  expect(segmentsOf([[60, 80]], [74], 60)[0]![0]).toBe(60);
  expect(segmentsOf([[65, 66]], [], 60)).toEqual([[64.8, 66.2]]);
});
