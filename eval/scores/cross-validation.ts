import type { IntentRow, ToneRow } from "../data/data";
import { intentUnseen, toneUnseen } from "../training/text-training";
import { accuracy, f1 } from "./scores";

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
