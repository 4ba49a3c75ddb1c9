import { seededRandom, shuffle } from "./linear-training";

/** A text as numbered features with their values, and its label. */
export interface LabelledText {
  slots: Int32Array;
  values: Float32Array;
  yes: boolean;
  /** Its weight in training. */
  say: number;
}

/**
 * Trains a linear model of log-odds by gradient descent with a step size per feature.
 *
 * Method: Duchi, Hazan, Singer, "Adaptive Subgradient Methods", JMLR 2011.
 *
 * @param space - every feature has a number below it.
 */
export function trainLogistic(
  texts: readonly LabelledText[],
  space: number,
  { passes = 5, rate = 0.3 } = {},
): { weights: Float64Array; bias: number } {
  const weights = new Float64Array(space);
  const steepness = new Float64Array(space).fill(0.01);
  let bias = 0;
  let biasSteepness = 0.01;
  const random = seededRandom(1);
  const order = texts.map((_, at) => at);
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random);
    for (const at of order) {
      const { slots, values, yes, say } = texts[at]!;
      let score = bias;
      for (let i = 0; i < slots.length; i++) score += weights[slots[i]!]! * values[i]!;
      const error = (1 / (1 + Math.exp(-score)) - Number(yes)) * say;
      if (Math.abs(error) < 1e-4) continue;
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!;
        const slope = error * values[i]!;
        steepness[slot]! += slope * slope;
        weights[slot]! -= (rate * slope) / Math.sqrt(steepness[slot]!);
      }
      biasSteepness += error * error;
      bias -= (rate * error) / Math.sqrt(biasSteepness);
    }
  }
  return { weights, bias };
}
