import { expect, test } from "vitest";
import { scoreActionLines, shippedActionModel, type TranscriptLine } from "./action-lines";

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

const scoresOf = (spoken: readonly TranscriptLine[]) => scoreActionLines(spoken, shippedActionModel());

test("the lines that assign work score highest", () => {
  const scores = scoresOf(lines);
  expect(scores).toHaveLength(talk.length);
  const best = [...talk.keys()].sort((one, other) => scores[other]! - scores[one]!).slice(0, 5);
  expect(best.map((line) => talk[line])).toEqual(expect.arrayContaining(work));
});

test("lines without words assign nothing, and a transcript without lines has no scores", () => {
  expect(scoresOf([])).toEqual([]);
  const wordless = [
    { speaker: null, text: "" },
    { speaker: "A", text: "…" },
  ];
  expect(scoresOf(wordless).map((score) => score > 0)).toEqual([false, false]);
});

test("names don't matter, only whether the same person continues", () => {
  const renamed = lines.map(({ speaker, text }) => ({
    speaker: speaker === "A" ? "Manager" : "Intern",
    text,
  }));
  expect(scoresOf(renamed)).toEqual(scoresOf(lines));
});
