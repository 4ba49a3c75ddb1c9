import { expect, test } from "vitest";
import type { Explanation, Reason } from "../../../triage/contract";
import { linksOf, mainReason, reasonId, split } from "./why-links";

const span = (start: number, end: number, part: "content" | "subject" = "content") => ({
  part,
  start,
  end,
  quote: "x".repeat(end - start),
});
const reason = (signal: string, share: number | null, spans: Reason["spans"] = []): Reason => ({
  signal,
  reason: signal,
  contribution: share,
  share,
  spans,
});

function explanation(reasons: Reason[], against: Reason[] = []): Explanation {
  const field = "urgency" as const;
  const conclusion = {
    field,
    conclusion: "urgent",
    probability: 0.9,
    score: 2,
    bias: -1,
    rival: null,
    rule: null,
  };
  const changes = [{ condition: "Without it", outcome: "not_urgent", spans: [span(4, 9)] }];
  return {
    version: "1",
    taskTitle: null,
    notes: [],
    sentence: null,
    conclusions: [{ ...conclusion, reasons, against, changes }],
  };
}

test("BEY-13 the strongest reasons are shown, small ones are hidden", () => {
  const all = [0.4, 0.2, 0.1, 0.09, 0.08, 0.07, 0.01].map((share) => reason(String(share), share));
  expect(split(all, "reasons").shown).toHaveLength(5);
  expect(split(all, "against").shown).toHaveLength(3);
  expect(split(all, "reasons").rest.map(({ signal }) => signal)).toEqual(["0.07", "0.01"]);
});

test("BEY-13 a conclusion from small signals still shows its strongest; a weak reason against it is hidden", () => {
  const weak = [reason("weak", 0.04)];
  expect(split(weak, "reasons").shown).toEqual(weak);
  expect(split(weak, "against").shown).toEqual([]);
  const read = [reason("read", null)];
  expect(split(read, "reasons").shown).toEqual(read);
});

test("BEY-13 words of shown reasons are marked; sentences and small reasons only while hovered", () => {
  const links = linksOf(
    explanation([
      reason("word", 0.4, [span(0, 5), span(2, 4, "subject")]),
      reason("sentence", 0.3, [span(0, 90)]),
      reason("small", 0.01, [span(7, 9)]),
    ]),
  );
  expect([...links.words]).toEqual(["urgency-word"]);
  expect(links.marks("subject")).toEqual([
    { name: "urgency-word", start: 2, end: 4 },
    { name: "line-urgency", start: 2, end: 4 },
  ]);
  expect(links.marks("content").map(({ name }) => name)).toEqual([
    "urgency-word",
    "urgency-sentence",
    "urgency-small",
    "urgency-change-0",
    "line-urgency",
  ]);
  expect(reasonId({ field: "urgency" }, reason("word", 1))).toBe("urgency-word");
});

test("BEY-13 the summary tells the reason with words in the message that says the most, and marks its words", () => {
  const words = reason("urgentWords", 0.5, [span(0, 5)]);
  const silent = reason("task", 0.3);
  const date = reason("soonDate", 0.2, [span(7, 15)]);
  expect(mainReason({ reasons: [words, silent, date] })).toBe(date);
  expect(mainReason({ reasons: [silent, words] })).toBe(words);
  expect(mainReason({ reasons: [silent] })).toBe(silent);
  expect(mainReason({ reasons: [] })).toBeUndefined();
  const decided = { ...reason("decided", null), contribution: null };
  expect(mainReason({ reasons: [decided, date] })).toBe(decided);

  const short = linksOf(explanation([words, date]), null, false);
  expect([...short.words]).toEqual(["line-urgency"]);
  const line = short.marks("content").filter(({ name }) => name === "line-urgency");
  expect(line).toEqual([{ name: "line-urgency", start: 7, end: 15 }]);
});
