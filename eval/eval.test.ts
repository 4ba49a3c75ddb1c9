import { expect, test } from "vitest";
import { dataFolder, onlyWithData } from "../test/support/only-if";
import { onlyIfChanged } from "../test/support/only-if-changed";
import { readDates, readGold, readIntent, readMeetings, readQuestions } from "./data/data";
import { readFurther, readWritten } from "./data/further-messages";
import { analyzeAll } from "./scores/analyses";
import { measureCorrection } from "./scores/correction";
import { crossValidateIntent, crossValidateMessages } from "./scores/cross-validation";
import { scoreDates } from "./scores/date-scores";
import { scoreRetrieval } from "./scores/retrieval-scores";
import { scoreTitles } from "./scores/title-scores";
import type { Further } from "./scores/unseen";
import thresholds from "./thresholds.json" with { type: "json" };
import { crossValidateActions } from "./training/action-line-training";

const dir = dataFolder;
const wanted = dir ? onlyIfChanged("eval/eval.test.ts", ["eval/data", dir]) : onlyWithData;

const gold = dir ? readGold(dir)! : [];
const further: Further = { further: dir ? readFurther(dir) : [], written: readWritten() };

const { oneSplit } = thresholds;
/** A few trainings; `npm run eval` does ten times as many. The thresholds match these. */
const effort = { draws: 1, parts: 4, folds: 3 };
/** Timeout for all of them on a busy machine. */
const patience = { timeout: 600_000, ...wanted };
/** The last digit of a figure may differ between machines. */
const slack = 0.003;

test("all date phrases and traps read correctly so far still are", wanted, () => {
  const { datesRight, trapsRight } = scoreDates(readDates(dir!)!);
  expect(datesRight).toBeGreaterThanOrEqual(thresholds.datesRight);
  expect(trapsRight).toBeGreaterThanOrEqual(thresholds.trapsRight);
});

test("the search finds the passages that answer questions about meetings", wanted, () => {
  const { retrievalHit5, retrievalInsideHit5 } = scoreRetrieval(readQuestions(dir!)!);
  expect(retrievalHit5).toBeGreaterThanOrEqual(thresholds.retrievalHit5 - slack);
  expect(retrievalInsideHit5).toBeGreaterThanOrEqual(thresholds.retrievalInsideHit5 - slack);
});

test(
  "titles are short, in the message's own words, and as near to the labelled ones as reached",
  wanted,
  () => {
    const scores = scoreTitles(analyzeAll(gold));
    expect(scores).toMatchObject({ titlesShort: 1, titlesOfOwnWords: 1 });
    expect(scores.taskTitleF1).toBeGreaterThanOrEqual(thresholds.taskTitleF1 - slack);
  },
);

test("the sentence model reaches its threshold on unseen sentences", patience, () => {
  expect(crossValidateIntent(readIntent(dir!)!)).toBeGreaterThanOrEqual(thresholds.hasTaskF1 - slack);
});

test("the message models reach their thresholds on unseen messages", patience, () => {
  const scores = crossValidateMessages(gold, further, { splits: 1, folds: effort.folds });
  expect(scores.hasTaskMessagesF1).toBeGreaterThanOrEqual(oneSplit.hasTaskMessagesF1 - slack);
  expect(scores.quadrantF1).toBeGreaterThanOrEqual(oneSplit.quadrantF1 - slack);
  expect(scores.categoryAccuracy).toBeGreaterThanOrEqual(oneSplit.categoryAccuracy - slack);
  expect(scores.doFirstDeferred).toBeLessThanOrEqual(oneSplit.doFirstDeferredAtMost);
});

test("BEY-14 correcting thirty messages improves the analyses of others", patience, () => {
  const found = measureCorrection(gold, further, effort);
  const errors = (time: "Before" | "After") =>
    ["Task", "Quadrant", "Category"].reduce((sum, name) => sum + found[`correction${name}Error${time}`]!, 0);
  expect(errors("After")).toBeLessThan(errors("Before"));
});

test("the model of action lines reaches its thresholds on unseen meetings", patience, () => {
  const scores = crossValidateActions(readMeetings(dir!)!, { splits: 1, folds: effort.folds });
  expect(scores.actionLineF1).toBeGreaterThanOrEqual(oneSplit.actionLineF1 - slack);
  expect(scores.actionItemsTop5).toBeGreaterThanOrEqual(oneSplit.actionItemsTop5 - slack);
});
