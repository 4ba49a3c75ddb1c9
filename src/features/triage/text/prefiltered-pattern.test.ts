import { expect, test } from "vitest";
import { deniedBefore } from "../dates/date-denials";
import { changedTo } from "../dates/date-roles";
import { textSigns } from "../signals/bulk";
import { type PrefilteredPattern, patternFor } from "./prefiltered-pattern";
import { said } from "./text-for-ai";

/** The same numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** A text that fits a pattern: one alternative of every group, with optional parts now and then. */
function textLike(source: string, below: (limit: number) => number): string {
  const pick = (choices: readonly string[]) => choices[below(choices.length)]!;
  let text = source.replace(/\(\?<?[!=](?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "");
  for (let depth = 0; depth < 12; depth++)
    text = text.replace(/\((?:\?:)?([^()]*)\)([?*]|\{\d*,?\d*\})?\??/g, (_, inner: string, times?: string) =>
      times && below(2) === 0 ? "" : pick(inner.split("|")),
    );
  return text
    .replace(/\[\^[^\]]*\](?:\{\d*,?\d*\}|[+*?])*/g, " ")
    .replace(/\[([^\]\\])[^\]]*\](?:\{\d*,?\d*\}|[+*])*(\?)?/g, (_, first: string, maybe?: string) =>
      maybe && below(2) === 0 ? "" : first,
    )
    .replace(/\\s(?:\{\d*,?\d*\}|[+*?])*/g, " ")
    .replace(/\\[wS](?:\{\d*,?\d*\}|[+*?])*/g, "plan")
    .replace(/\\d(?:\{\d*,?\d*\}|[+*?])*/g, () => String(below(30)))
    .replace(/\\[bB]|[\^$]/g, "")
    .replace(/(\w)\?/g, (_, letter: string) => pick(["", letter]))
    .replace(/\\(.)/g, "$1")
    .replace(/\.\{\d*,?\d*\}\??/g, " ");
}

const patterns: Record<string, PrefilteredPattern> = { textSigns, said, deniedBefore, changedTo };

test.each(Object.entries(patterns))("%s: omits no matching alternative", (_, prefiltered) => {
  const below = numbersFrom(77);
  const whole = prefiltered.toPattern(
    prefiltered.alternatives.map(({ source }) => `(?:${source})`).join("|"),
  );
  const find = (pattern: RegExp | null, text: string) => {
    if (pattern) pattern.lastIndex = 0;
    return pattern?.exec(text)?.slice(0, 1).join() ?? null;
  };
  let found = 0;
  for (const { source } of prefiltered.alternatives)
    for (let round = 0; round < 300; round++) {
      const text = `${["", "We said. ", "Please "][round % 3]}${textLike(source, below)}`;
      const match = find(whole, text);
      if (match !== null) found++;
      expect({ text, match: find(patternFor(prefiltered, text), text) }).toEqual({ text, match });
    }
  expect(found).toBeGreaterThan(50 * prefiltered.alternatives.length);
});
