import { expect, test } from "vitest";
import { numbersFrom, textLike } from "../../../../test/support/messages/text-like";
import { deniedBefore } from "../dates/date-denials";
import { changedTo } from "../dates/date-roles";
import { textSigns } from "../signals/bulk";
import { type PrefilteredPattern, patternFor } from "./prefiltered-pattern";
import { said } from "./text-for-ai";

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
