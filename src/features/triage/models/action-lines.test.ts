import { expect, test } from "vitest";
import { findActionLines, type TranscriptLine } from "./action-lines";

const small = [
  "So the numbers of last quarter were fine.",
  "Sales went up in the north.",
  "And the south stayed where it was.",
  "Yeah.",
  "People liked the new packaging, it was cheaper to make as well.",
  "Mm-hmm.",
  "That is what the survey said.",
];
const work = [
  "Anna, you will have to prepare the figures for Friday.",
  "And I will send the minutes to everybody.",
];
/** Long enough to have a middle and an end. */
const talk = [
  "Good morning everybody.",
  ...Array.from({ length: 210 }, (_, at) => small[at % small.length]!),
  "Right, we are nearly out of time.",
  ...work,
  "Okay, thanks.",
];
const lines: TranscriptLine[] = talk.map((text, at) => ({ speaker: at % 2 ? "B" : "A", text }));

test("the lines that assign work are among the five proposed", () => {
  const { scores, proposals } = findActionLines(lines);
  expect(scores).toHaveLength(talk.length);
  expect(proposals.map(({ line }) => talk[line])).toEqual(expect.arrayContaining(work));
});

test("five lines are proposed, best first, each with its score", () => {
  const { scores, proposals } = findActionLines(lines);
  expect(proposals).toHaveLength(5);
  const ordered = proposals.map(({ score }) => score);
  expect(ordered).toEqual([...ordered].sort((one, other) => other - one));
  for (const { line, score } of proposals) expect(score).toBe(scores[line]);
});

test("a transcript without lines or words proposes nothing", () => {
  expect(findActionLines([])).toEqual({ scores: [], proposals: [] });
  const { scores, proposals } = findActionLines([
    { speaker: null, text: "" },
    { speaker: "A", text: "…" },
  ]);
  expect(scores).toHaveLength(2);
  expect(proposals).toEqual([]);
});

test("names don't matter, only whether the same person continues", () => {
  const renamed = lines.map(({ speaker, text }) => ({
    speaker: speaker === "A" ? "Manager" : "Intern",
    text,
  }));
  expect(findActionLines(renamed)).toEqual(findActionLines(lines));
});
