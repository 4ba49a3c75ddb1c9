import { featureSpace } from "../src/features/triage/features";
import type { FeatureGroup } from "../src/features/triage/linear-model";

/** One labelled text as the trainer sees it. */
export interface Example {
  slots: Int32Array;
  values: Float64Array;
  positive: boolean;
}

/** Flattens feature groups; a slot that occurs twice carries twice the value, as it does when scoring. */
export function toExample(groups: readonly FeatureGroup[], positive: boolean): Example {
  const sums = new Map<number, number>();
  for (const { slots, share } of groups) {
    const value = share / Math.sqrt(slots.length || 1);
    for (const slot of slots) sums.set(slot, (sums.get(slot) ?? 0) + value);
  }
  return { slots: Int32Array.from(sums.keys()), values: Float64Array.from(sums.values()), positive };
}

/** Repeatable numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffle(items: number[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
}

export interface TrainingOptions {
  /** Cost of an error; larger fits the training data more closely. */
  cost: number;
  passes: number;
  /** Features seen in fewer texts are dropped. */
  minTexts: number;
  /** 0 to 1: how much a feature is stretched by how unevenly it falls on the two classes. */
  contrast: number;
}

export interface TrainedModel {
  weights: Float64Array;
  bias: number;
}

interface Counts {
  texts: Int32Array;
  stretch: Float64Array;
}

function countFeatures(examples: readonly Example[], contrast: number, space: number): Counts {
  const inPositive = new Float64Array(space).fill(1);
  const inNegative = new Float64Array(space).fill(1);
  const texts = new Int32Array(space);
  let positives = 0;
  for (const { slots, positive } of examples) {
    if (positive) positives++;
    const side = positive ? inPositive : inNegative;
    for (const slot of slots) {
      side[slot]!++;
      texts[slot]!++;
    }
  }
  const negatives = examples.length - positives;
  const stretch = new Float64Array(space);
  for (let slot = 0; slot < space; slot++) {
    const ratio = Math.abs(
      Math.log(inPositive[slot]! / (positives || 1) / (inNegative[slot]! / (negatives || 1))),
    );
    stretch[slot] = 1 - contrast + contrast * ratio;
  }
  return { texts, stretch };
}

/**
 * Trains a linear support vector machine (squared hinge loss) by dual coordinate descent.
 * Method: Hsieh et al., "A Dual Coordinate Descent Method for Large-scale Linear SVM", ICML 2008; the feature
 * stretching is the idea of Wang and Manning, "Baselines and Bigrams", ACL 2012.
 *
 * @param space - how many features there are; those of every example are numbered below it.
 */
export function trainLinear(
  examples: readonly Example[],
  options: TrainingOptions,
  { seed = 1, space = featureSpace } = {},
): TrainedModel {
  const { texts, stretch } = countFeatures(examples, options.contrast, space);
  const rows = examples.map(({ slots, values, positive }) => {
    const kept: number[] = [];
    const scaled: number[] = [];
    let square = 1;
    slots.forEach((slot, i) => {
      if (texts[slot]! < options.minTexts) return;
      const value = values[i]! * stretch[slot]!;
      kept.push(slot);
      scaled.push(value);
      square += value * value;
    });
    return { kept, scaled, square, sign: positive ? 1 : -1 };
  });
  const weights = new Float64Array(space);
  const alphas = new Float64Array(rows.length);
  const slack = 1 / (2 * options.cost);
  const order = rows.map((_, i) => i);
  const random = seededRandom(seed);
  let bias = 0;
  for (let pass = 0; pass < options.passes; pass++) {
    shuffle(order, random);
    for (const at of order) {
      const { kept, scaled, square, sign } = rows[at]!;
      let score = bias;
      for (let i = 0; i < kept.length; i++) score += weights[kept[i]!]! * scaled[i]!;
      const before = alphas[at]!;
      const after = Math.max(0, before - (sign * score - 1 + before * slack) / (square + slack));
      if (after === before) continue;
      alphas[at] = after;
      const step = (after - before) * sign;
      for (let i = 0; i < kept.length; i++) weights[kept[i]!]! += step * scaled[i]!;
      bias += step;
    }
  }
  for (let slot = 0; slot < space; slot++) weights[slot]! *= stretch[slot]!;
  return { weights, bias };
}

export function scoreExample({ weights, bias }: TrainedModel, { slots, values }: Example): number {
  let score = bias;
  for (let i = 0; i < slots.length; i++) score += weights[slots[i]!]! * values[i]!;
  return score;
}
