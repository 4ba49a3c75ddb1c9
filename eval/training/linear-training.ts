import type { FeatureGroup } from "../../src/features/triage/models/linear-model";
import { featureSpace } from "../../src/features/triage/models/text-features";

/** One labeled text in the trainer's form. */
export interface Example {
  slots: Int32Array;
  values: Float64Array;
  positive: boolean;
}

/** Flattens feature groups; a repeated slot gets a multiple of the value, as in scoring. */
export function toExample(groups: readonly FeatureGroup[], positive: boolean): Example {
  const sums = new Map<number, number>();
  for (const { slots, share } of groups) {
    const value = share / Math.sqrt(slots.length || 1);
    for (const slot of slots) sums.set(slot, (sums.get(slot) ?? 0) + value);
  }
  return { slots: Int32Array.from(sums.keys()), values: Float64Array.from(sums.values()), positive };
}

/** Repeatable random numbers in [0, 1): mulberry32. */
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
  /** Cost of an error; larger values fit the training data more closely. */
  cost: number;
  passes: number;
  /** Features seen in fewer texts are dropped. */
  minTexts: number;
  /** 0 to 1: how much a feature is scaled by its uneven distribution over the two classes. */
  contrast: number;
}

export interface TrainedModel {
  weights: Float64Array;
  bias: number;
}

/** The texts of one training, read once for all questions about them. */
export interface TrainingTexts {
  amount: number;
  /** The number of features; those of every text are numbered below it. */
  space: number;
  /** The frequent features of all texts in sequence, as indexes into `kept`. */
  features: Int32Array;
  values: Float64Array;
  /** Where each text starts in `features`, and the end of the last. */
  starts: Int32Array;
  /** The number of each feature used in training. */
  kept: Int32Array;
}

/**
 * Reads texts for training.
 *
 * @param minTexts - drops features seen in fewer texts.
 */
export function readTexts(
  texts: readonly Omit<Example, "positive">[],
  minTexts: number,
  space: number,
): TrainingTexts {
  const seen = new Int32Array(space);
  for (const { slots } of texts) for (let i = 0; i < slots.length; i++) seen[slots[i]!]!++;
  const kept = Int32Array.from([...seen.keys()].filter((slot) => seen[slot]! >= Math.max(1, minTexts)));
  // Most texts' features are adjacent: looking up distant numbers takes longer than adding them.
  kept.sort((one, other) => seen[other]! - seen[one]! || one - other);
  const spans = new Int32Array(space).fill(-1);
  for (let span = 0; span < kept.length; span++) spans[kept[span]!] = span;
  const most = texts.reduce((sum, { slots }) => sum + slots.length, 0);
  const features = new Int32Array(most);
  const values = new Float64Array(most);
  const starts = new Int32Array(texts.length + 1);
  let filled = 0;
  for (const [at, text] of texts.entries()) {
    for (let i = 0; i < text.slots.length; i++) {
      const span = spans[text.slots[i]!]!;
      if (span < 0) continue;
      features[filled] = span;
      values[filled++] = text.values[i]!;
    }
    starts[at + 1] = filled;
  }
  return { amount: texts.length, space, features, values, starts, kept };
}

/** How much each feature is scaled by its uneven distribution over the two classes. */
function stretchOf({ features, starts, kept }: TrainingTexts, positive: Uint8Array, contrast: number) {
  const inPositive = new Float64Array(kept.length).fill(1);
  const inNegative = new Float64Array(kept.length).fill(1);
  let positives = 0;
  for (let at = 0; at < positive.length; at++) {
    positives += positive[at]!;
    const side = positive[at] ? inPositive : inNegative;
    for (let i = starts[at]!; i < starts[at + 1]!; i++) side[features[i]!]!++;
  }
  const negatives = positive.length - positives;
  return inPositive.map((count, span) => {
    const ratio = Math.abs(Math.log(count / (positives || 1) / (inNegative[span]! / (negatives || 1))));
    return 1 - contrast + contrast * ratio;
  });
}

/**
 * Trains a linear support vector machine (squared hinge loss) by dual coordinate descent. Method: Hsieh et
 * al., "A Dual Coordinate Descent Method for Large-scale Linear SVM", ICML 2008. The feature scaling follows
 * Wang and Manning, "Baselines and Bigrams", ACL 2012.
 *
 * @param answers - for each text, whether the answer is yes.
 */
export function trainOnTexts(
  texts: TrainingTexts,
  answers: readonly boolean[],
  { cost, passes, contrast }: Omit<TrainingOptions, "minTexts">,
  seed = 1,
): TrainedModel {
  const positive = Uint8Array.from(answers, Number);
  const stretch = stretchOf(texts, positive, contrast);
  const scaled = texts.values.slice();
  for (let i = 0; i < scaled.length; i++) scaled[i]! *= stretch[texts.features[i]!]!;
  const { weights, bias } = descend(texts, scaled, positive, 1 / (2 * cost), passes, seed);
  const spread = new Float64Array(texts.space);
  for (let span = 0; span < weights.length; span++)
    spread[texts.kept[span]!] = weights[span]! * stretch[span]!;
  return { weights: spread, bias };
}

function squaresOf({ amount, starts }: TrainingTexts, scaled: Float64Array): Float64Array {
  const squares = new Float64Array(amount).fill(1);
  for (let at = 0; at < amount; at++)
    for (let i = starts[at]!; i < starts[at + 1]!; i++) squares[at]! += scaled[i]! * scaled[i]!;
  return squares;
}

function descend(
  texts: TrainingTexts,
  scaled: Float64Array,
  positive: Uint8Array,
  slack: number,
  passes: number,
  seed: number,
): TrainedModel {
  const { amount, starts, features, kept } = texts;
  const squares = squaresOf(texts, scaled);
  const weights = new Float64Array(kept.length);
  const alphas = new Float64Array(amount);
  const order = Array.from({ length: amount }, (_, at) => at);
  const random = seededRandom(seed);
  let bias = 0;
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random);
    for (let turn = 0; turn < amount; turn++) {
      const at = order[turn]!;
      const sign = positive[at] ? 1 : -1;
      const end = starts[at + 1]!;
      let score = bias;
      for (let i = starts[at]!; i < end; i++) score += weights[features[i]!]! * scaled[i]!;
      const before = alphas[at]!;
      const after = Math.max(0, before - (sign * score - 1 + before * slack) / (squares[at]! + slack));
      if (after === before) continue;
      alphas[at] = after;
      const step = (after - before) * sign;
      for (let i = starts[at]!; i < end; i++) weights[features[i]!]! += step * scaled[i]!;
      bias += step;
    }
  }
  return { weights, bias };
}

/** Trains a model on examples; see {@link trainOnTexts}. */
export const trainLinear = (examples: readonly Example[], options: TrainingOptions): TrainedModel =>
  trainOnTexts(
    readTexts(examples, options.minTexts, featureSpace),
    examples.map(({ positive }) => positive),
    options,
  );

/** Size of the `count`-th largest weight; 0 if there are fewer. Found without sorting all. */
export function sizeOfLargest(weights: Float64Array, count: number): number {
  if (count > weights.length) return 0;
  const sizes = weights.map(Math.abs);
  const wanted = sizes.length - count;
  let low = 0;
  let high = sizes.length - 1;
  while (low < high) {
    const middle = sizes[(low + high) >>> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (sizes[left]! < middle) left++;
      while (sizes[right]! > middle) right--;
      if (left > right) break;
      const moved = sizes[left]!;
      sizes[left++] = sizes[right]!;
      sizes[right--] = moved;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return sizes[wanted]!;
}

export function scoreExample({ weights, bias }: TrainedModel, { slots, values }: Example): number {
  let score = bias;
  for (let i = 0; i < slots.length; i++) score += weights[slots[i]!]! * values[i]!;
  return score;
}
