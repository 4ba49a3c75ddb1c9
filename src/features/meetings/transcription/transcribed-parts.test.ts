import { expect, test } from "vitest";
import { cutOf, doneOf } from "./transcribed-parts";

const meeting = { transcribedSeconds: 0 };

test("MEET-3 each side of a part goes on where it was; the part is over once both are", () => {
  expect(doneOf(meeting, { transcribed: [12, 7], seconds: 20 }, 0)).toEqual({ done: [12, 7], isOver: false });
  expect(doneOf(meeting, { transcribed: [20, 20], seconds: 20 }, 0).isOver).toBe(true);
  expect(doneOf(meeting, { transcribed: [20, 19], seconds: 20 }, 0).isOver).toBe(false);
  expect(doneOf(meeting, { transcribed: [], seconds: null }, 0)).toEqual({ done: [0], isOver: false });
});

test("MEET-3 a transcription that an earlier version began goes on at the meeting's second", () => {
  const half = { transcribedSeconds: 25 };
  expect(doneOf(half, { transcribed: [], seconds: 20 }, 0)).toEqual({ done: [25], isOver: true });
  expect(doneOf(half, { transcribed: [], seconds: 20 }, 20)).toEqual({ done: [5], isOver: false });
  expect(doneOf(half, { transcribed: [], seconds: 20 }, 40)).toEqual({ done: [0], isOver: false });
});

test("MEET-2 the last seconds of a closed tab are no cut, a missing half is", () => {
  const heard = { segments: [], done: [57], total: 57, damagedAt: 57 };
  expect(cutOf({ seconds: 60 }, heard)).toBeNull();
  expect(cutOf({ seconds: 120 }, heard)).toBe(57);
  expect(cutOf({ seconds: null }, heard)).toBe(57);
  expect(cutOf({ seconds: null }, { ...heard, damagedAt: null })).toBeNull();
  expect(cutOf({ seconds: 60 }, { ...heard, damagedAt: 20 })).toBe(20);
});
