import { scoreIntent, scoreTone, shippedTextModels } from "../../src/features/triage/models/text-models";
import { readShape } from "../../src/features/triage/signals/clause-shape";
import { tokenize } from "../../src/features/triage/text/tokens";
import type { IntentRow, ToneRow } from "../data/data";
import { tones } from "../training/text-training";
import { accuracy, f1 } from "./scores";

/** F1 of the shipped sentence model, 0 to 1. */
export function scoreSentences(rows: readonly IntentRow[]): number {
  const models = shippedTextModels();
  const predicted = rows.map(({ text }) => {
    const tokens = tokenize(text, 0, text.length);
    return scoreIntent(models, tokens, readShape(tokens)) > 0;
  });
  return f1(
    predicted,
    rows.map(({ intent }) => intent === 1),
  );
}

/** Accuracy of the shipped tone model on posts, 0 to 1. */
export function scoreTones(rows: readonly ToneRow[]): number {
  const models = shippedTextModels();
  const predicted = rows.map(({ text }) => {
    const scores = scoreTone(models, text, { start: 0, end: text.length });
    return tones.reduce((top, tone) => (scores[tone] > scores[top] ? tone : top));
  });
  return accuracy(
    predicted,
    rows.map(({ label }) => label),
  );
}
