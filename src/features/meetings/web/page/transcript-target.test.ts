import { expect, test } from "vitest";
import type { MeetingEvidence } from "../../../../shared/evidence";
import { markIn, segmentAt, targetOf } from "./transcript-target";

const line = (position: number, start: number, text: string) => ({
  ...{ position, start, end: start + 5, speaker: null, text },
});
const evidence: MeetingEvidence = {
  ...{
    sourceType: "meeting",
    sourceId: "m",
    segment: 1,
    start: 3,
    end: 17,
    second: 20,
    quote: "book the room.",
  },
};

test("MEET-4 a quote leads to its line and is marked there", () => {
  const segments = [line(0, 0, "Hello."), line(1, 19, "So book the room."), line(2, 40, "Bye.")];
  const target = targetOf(evidence);
  expect(segmentAt(segments, target)?.position).toBe(1);
  expect(markIn(segments[1]!, target)).toEqual(evidence);
  // A line of the transcript that was chosen itself.
  expect(segmentAt(segments, { segment: 2, second: 0 })?.position).toBe(2);
  expect(markIn(segments[2]!, { segment: 2, second: 0 })).toBeUndefined();
});

test("MEET-4 a quote that a new transcript lacks leads to its second, and no other words are marked", () => {
  const segments = [line(0, 0, "Hello."), line(1, 2, "I will send the quote."), line(2, 18, "Book that.")];
  const target = targetOf(evidence);
  const shown = segmentAt(segments, target);
  expect(shown?.position).toBe(2);
  expect(segments.map((segment) => markIn(segment, target))).toEqual([undefined, undefined, undefined]);
  // The new transcript has fewer lines.
  expect(segmentAt(segments.slice(0, 1), target)?.position).toBe(0);
});
