import { type PackedModel, packModel, unpackModel } from "../../src/features/triage/models/linear-model";
import { intentFeatures, toneFeatures } from "../../src/features/triage/models/text-models";
import { readShape } from "../../src/features/triage/signals/clause-shape";
import { tokenize } from "../../src/features/triage/text/tokens";
import type { IntentRow, ToneRow } from "../data/data";
import { crossValidate, splitFolds } from "../scores/folds";
import { bestThreshold } from "../scores/scores";
import {
  type Example,
  scoreExample,
  sizeOfLargest,
  type TrainedModel,
  type TrainingOptions,
  toExample,
  trainLinear,
} from "./linear-training";

const intentOptions: TrainingOptions = { cost: 0.6, passes: 15, minTexts: 2, contrast: 0.5 };
const toneOptions: TrainingOptions = { cost: 1, passes: 15, minTexts: 2, contrast: 0.5 };

/** How many weights to keep per tone, largest first, so that the weight files stay small. */
const keptToneWeights = 32_000;

export const tones = ["positive", "neutral", "negative"] as const;
type Tone = (typeof tones)[number];

const intentExample = ({ text, intent }: IntentRow): Example => {
  const tokens = tokenize(text, 0, text.length);
  return toExample(intentFeatures(tokens, readShape(tokens)), intent === 1);
};

/** The model as shipped, including int8 rounding, so that we measure what runs. */
function shipped(model: TrainedModel): TrainedModel {
  const { weights, bias, scale } = unpackModel(packModel(model.weights, model.bias));
  return { weights: Float64Array.from(weights, (weight) => weight * scale), bias };
}

/** Trains the sentence model and moves its bias so that 0 is the best threshold from cross-validation. */
function trainIntentExamples(examples: readonly Example[]): TrainedModel {
  const keys = examples.map((_, i) => String(i));
  const scores = crossValidate(examples, splitFolds(keys, 4, 23), (training, held) => {
    const model = trainLinear(training, intentOptions);
    return held.map((example) => scoreExample(model, example));
  });
  const model = trainLinear(examples, intentOptions);
  return {
    ...model,
    bias:
      model.bias -
      bestThreshold(
        scores,
        examples.map(({ positive }) => positive),
      ),
  };
}

export function trainIntent(rows: readonly IntentRow[]): PackedModel {
  const { weights, bias } = trainIntentExamples(rows.map(intentExample));
  return packModel(weights, bias);
}

/** For each sentence, whether a model that hadn't seen it calls it a request or promise. */
export function intentUnseen(rows: readonly IntentRow[]): boolean[] {
  const examples = rows.map(intentExample);
  return crossValidate(
    examples,
    splitFolds(
      rows.map(({ text }) => text),
      5,
      7,
    ),
    (training, held) => {
      const model = shipped(trainIntentExamples(training));
      return held.map((example) => scoreExample(model, example) > 0);
    },
  );
}

const toneExamples = (rows: readonly ToneRow[], tone: Tone): Example[] =>
  rows.map(({ text, label }) =>
    toExample(toneFeatures(text, tokenize(text, 0, text.length), 0, text.length), label === tone),
  );

function trainToneExamples(examples: readonly Example[]): TrainedModel {
  const { weights, bias } = trainLinear(examples, toneOptions);
  const smallest = sizeOfLargest(weights, keptToneWeights);
  return { bias, weights: weights.map((weight) => (Math.abs(weight) < smallest ? 0 : weight)) };
}

export function trainTone(rows: readonly ToneRow[]): Record<Tone, PackedModel> {
  const packed = tones.map((tone) => {
    const { weights, bias } = trainToneExamples(toneExamples(rows, tone));
    return [tone, packModel(weights, bias)] as const;
  });
  return Object.fromEntries(packed) as Record<Tone, PackedModel>;
}

/** For each post, the tone according to a model that hadn't seen it. */
export function toneUnseen(rows: readonly ToneRow[]): Tone[] {
  const folds = splitFolds(
    rows.map(({ text }) => text),
    5,
    7,
  );
  const scores = tones.map((tone) =>
    crossValidate(toneExamples(rows, tone), folds, (training, held) => {
      const model = shipped(trainToneExamples(training));
      return held.map((example) => scoreExample(model, example));
    }),
  );
  return rows.map((_, i) =>
    tones.reduce((top, tone, k) => (scores[k]![i]! > scores[tones.indexOf(top)]![i]! ? tone : top)),
  );
}
