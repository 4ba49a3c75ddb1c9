import { quadrantOf } from "../../src/features/tasks/quadrants";
import type { ModelScores } from "../../src/features/triage/models/message-models";
import type { GoldRow, IntentRow, ToneRow } from "../data/data";
import { intentUnseen, toneUnseen } from "../training/text-training";
import { accuracy, f1, macroF1 } from "./scores";
import { analyzeUnseenOnce, type Further, readOnce } from "./unseen";

/** Splits of the few labeled messages into folds; the figures of a single split vary by a few points. */
const seeds = [1, 2, 3, 4, 5, 6];

/** F1 of the sentence model, 5-fold: weights and threshold come from the other four fifths. */
export const crossValidateIntent = (rows: readonly IntentRow[]): number =>
  f1(
    intentUnseen(rows),
    rows.map(({ intent }) => intent === 1),
  );

/** Accuracy of the tone model on posts, 5-fold. */
export const crossValidateTone = (rows: readonly ToneRow[]): number =>
  accuracy(
    toneUnseen(rows),
    rows.map(({ label }) => label),
  );

/**
 * Scores of the message-level models, mean over {@link seeds}; copies of a message share a fold. The spreads
 * are standard deviations between the splits.
 *
 * @param further - additional training messages, real and written.
 * @param effort - `splits`, and `folds` of each: every fold needs a training.
 */
export function crossValidateMessages(
  rows: readonly GoldRow[],
  further: Further,
  { splits = seeds.length, folds = 10 } = {},
) {
  const readings = readOnce(rows, further);
  const runs = seeds.slice(0, splits).map((seed) => scoreRun(rows, analyzeUnseenOnce(readings, seed, folds)));
  const mean = (key: keyof (typeof runs)[number]) =>
    runs.reduce((sum, run) => sum + run[key], 0) / runs.length;
  const spread = (key: keyof (typeof runs)[number]) =>
    Math.sqrt(runs.reduce((sum, run) => sum + (run[key] - mean(key)) ** 2, 0) / (runs.length - 1));
  return {
    hasTaskMessagesF1: mean("hasTaskMessagesF1"),
    quadrantF1: mean("quadrantF1"),
    categoryAccuracy: mean("categoryAccuracy"),
    messageSentimentAccuracy: mean("messageSentimentAccuracy"),
    urgentF1: mean("urgentF1"),
    importantF1: mean("importantF1"),
    doFirstDeferred: mean("doFirstDeferred"),
    hasTaskMessagesSpread: spread("hasTaskMessagesF1"),
    quadrantSpread: spread("quadrantF1"),
    categorySpread: spread("categoryAccuracy"),
  };
}

function scoreRun(rows: readonly GoldRow[], analyzed: readonly ModelScores[]) {
  const axes = analyzed.map(({ urgent, important }) => ({
    urgency: urgent > 0 ? ("urgent" as const) : ("not_urgent" as const),
    importance: important > 0 ? ("important" as const) : ("not_important" as const),
  }));
  return {
    hasTaskMessagesF1: f1(
      analyzed.map(({ task }) => task > 0),
      rows.map(({ hasTask }) => hasTask),
    ),
    quadrantF1: macroF1(axes.map(quadrantOf), rows.map(quadrantOf)),
    categoryAccuracy: accuracy(
      analyzed.map(({ category }) => category),
      rows.map(({ category }) => category),
    ),
    messageSentimentAccuracy: accuracy(
      analyzed.map(({ sentiment }) => sentiment),
      rows.map(({ sentiment }) => sentiment),
    ),
    urgentF1: f1(
      analyzed.map(({ urgent }) => urgent > 0),
      rows.map(({ urgency }) => urgency === "urgent"),
    ),
    importantF1: f1(
      analyzed.map(({ important }) => important > 0),
      rows.map(({ importance }) => importance === "important"),
    ),
    doFirstDeferred: axes.filter(
      (axis, i) => quadrantOf(rows[i]!) === "do_first" && quadrantOf(axis) === "delete_defer",
    ).length,
  };
}
