import { describe, expect, test } from "vitest";
import { numbersFrom, textLike } from "../../../../test/support/messages/text-like";
import { asker, needsEquipment, noMore, runningOut, wanting } from "./need-words";
import { mayNamePlight, maySayFailed, maySayUnable, ruleWord, ruleWordsIn } from "./rule-words";
import { failing, plight, shutOut, troubledLine, troubledThing, waits } from "./trouble-words";

describe("words of rules", () => {
  test.each([
    ["Gentle reminder to send your timesheet", ruleWord.remind],
    ["Make sure that the door is closed", ruleWord.sure],
    ["Call them a.s.a.p.", ruleWord.atOnce],
    ["We’re relying on you to send it", ruleWord.expect],
    ["I thought we had agreed on it", ruleWord.reprove],
    ["What is still missing is your signature", ruleWord.lack],
    ["We ran out of paper", ruleWord.left],
    ["The neighbours want to know more", ruleWord.asker],
    ["I need two new keys", ruleWord.equipment | ruleWord.need],
    ["The lists should be with me on Monday", ruleWord.be],
    ["A call has been scheduled for Monday", ruleWord.call],
    ["The invoice is due", ruleWord.due],
  ])("%s", (text, bits) => {
    expect(ruleWordsIn(text) & bits).toBe(bits);
  });

  test.each([
    "The tap is dripping",
    "The taps are dripping",
    "Our Wi-Fi doesn’t work",
    "The ac isnt working",
    "My batteries are dead",
    "The washing machine gives an error",
    "The lift won't close",
    "Printer jammed again",
  ])("a thing that failed: %s", (text) => {
    expect(maySayFailed(text, ruleWordsIn(text))).toBe(true);
  });

  test("a state without a thing, and a thing without a state, aren't a failure", () => {
    for (const text of ["The weather is not nice", "The printer is new"])
      expect(maySayFailed(text, ruleWordsIn(text))).toBe(false);
  });

  test.each(["I can't log in", "Nobody can pay", "We cant open the door", "I’m unable to pay"])(
    "somebody unable: %s",
    (text) => {
      expect(maySayUnable(ruleWordsIn(text))).toBe(true);
    },
  );

  test.each(["There's no hot water", "The lights went out", "I smell gas", "I’ve lost my badge"])(
    "a plight: %s",
    (text) => {
      expect(mayNamePlight(ruleWordsIn(text))).toBe(true);
    },
  );

  test("a sentence without any of the words has no bits", () => {
    expect(ruleWordsIn("Thanks, see the photos of Monday")).toBe(0);
  });

  const has = (found: number, bits: number) => (found & bits) === bits;
  test.each<[string, string, (found: number, text: string) => boolean]>([
    ["a thing that failed", `${troubledThing}${failing}`, (found, text) => maySayFailed(text, found)],
    ["a line about one", troubledLine, (found, text) => maySayFailed(text, found)],
    ["a plight", plight, mayNamePlight],
    ["somebody unable", shutOut, maySayUnable],
    [
      "somebody unable for a while",
      waits.replace("[^?;]{2,60}?", "come"),
      (found) => has(found, ruleWord.until) && maySayUnable(found),
    ],
    ["something that ran out", runningOut, (found) => has(found, ruleWord.left)],
    ["something of which none is left", `${noMore} tape left`, (found) => has(found, ruleWord.left)],
    ["somebody who wants something", `the ${asker} ${wanting}`, (found) => has(found, ruleWord.asker)],
    [
      "equipment",
      needsEquipment.source.replaceAll(/[$^]/g, ""),
      (found) => has(found, ruleWord.need | ruleWord.equipment),
    ],
  ])("no sentence that matches is left out: %s", (_, source, mayMatch) => {
    const below = numbersFrom(78);
    const pattern = new RegExp(`^(?:${source})`, "iu");
    const matching = Array.from({ length: 4000 }, () => textLike(source, below)).filter((text) =>
      pattern.test(text),
    );
    expect(matching.length).toBeGreaterThan(100);
    expect(matching.filter((text) => !mayMatch(ruleWordsIn(text), text))).toEqual([]);
  });
});
