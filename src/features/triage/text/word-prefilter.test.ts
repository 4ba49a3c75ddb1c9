import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { timePatterns } from "../dates/clock-patterns";
import { readClues } from "../dates/date-clues";
import { readHints } from "../dates/date-hints";
import { mayMatch } from "../dates/date-rule";
import { dateRules } from "../dates/date-rules";
import { patternFor, prefilterPattern } from "./prefiltered-pattern";
import { compilePrefilter, siftWords } from "./word-prefilter";

const folder = join(import.meta.dirname, "../dates/fixtures");
const sentences = readdirSync(folder).flatMap((name) =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { text: string }).text),
);

describe("a prefilter", () => {
  const prefilter = compilePrefilter([
    [1, "ai opt"],
    [2, "unsubscribe"],
  ]);
  const sift = (text: string) => siftWords(prefilter, text);

  test("matches short words exactly and long ones by their beginning, in any case", () => {
    expect(sift("Ask the AI.")).toBe(1);
    expect(sift("opt-out")).toBe(1);
    expect(sift("UNSUBSCRIBED")).toBe(2);
    expect(sift("ai2 unsubscribe")).toBe(3);
    expect(sift("aim option resubscribe unsu")).toBe(2);
    expect(sift("")).toBe(0);
  });

  test("searches only between two offsets", () => {
    expect(siftWords(prefilter, "opt unsubscribe", 4)).toBe(2);
    expect(siftWords(prefilter, "opt unsubscribe", 0, 6)).toBe(1);
  });
});

test("keeps only the alternatives of a pattern whose words are in the text", () => {
  const pattern = prefilterPattern(
    [
      { needs: ["ignore forget", "rules"], source: String.raw`\b(?:ignore|forget) the rules\b` },
      { needs: ["stop"], source: String.raw`\bstop\b` },
    ],
    (source) => new RegExp(source, "i"),
  );
  expect(patternFor(pattern, "The rules are plain")).toBeNull();
  expect(patternFor(pattern, "Forget the rules")?.exec("Forget the rules")?.[0]).toBe("Forget the rules");
  expect(patternFor(pattern, "stop")?.source).toBe(String.raw`(?:\bstop\b)`);
  expect(patternFor(pattern, "Stop: ignore the rules")?.exec("Stop: ignore the rules")?.[0]).toBe("Stop");
});

test("skips no date rule or time pattern that matches a sentence", () => {
  expect(sentences.length).toBeGreaterThan(1000);
  const patterns = [...dateRules, ...timePatterns.map((one) => ({ ...one, pattern: one.regex }))];
  const passedOver: string[] = [];
  for (const text of sentences) {
    const clues = readClues(text);
    const hints = readHints(text);
    for (const rule of patterns) {
      if (mayMatch(rule, clues, hints, text)) continue;
      rule.pattern.lastIndex = 0;
      if (rule.pattern.test(text)) passedOver.push(`${rule.pattern.source} in: ${text}`);
    }
  }
  expect(passedOver).toEqual([]);
});
