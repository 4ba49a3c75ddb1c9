import type { Forest } from "../../src/features/triage/models/forest";
import { seededRandom } from "./linear-training";

export interface ForestOptions {
  trees: number;
  depth: number;
  /** How far each tree moves the score. */
  rate: number;
  /** The least weight, in second derivatives, on each side of a limit. */
  least: number;
  /** Penalty on large values. */
  strength: number;
}

/** How many limits are tried per input. */
const mostLimits = 24;
/** The share of the examples and of the inputs that each tree sees. */
const seen = { examples: 0.7, inputs: 0.6 };

interface Node {
  input: number;
  limit: number;
  above: Node | null;
  below: Node | null;
  value: number;
}

/** Every example's values as steps between limits, one input after the other. */
interface Steps {
  limits: number[][];
  steps: Uint8Array[];
}

function limitsOf(values: Float64Array): number[] {
  const sorted = values.toSorted();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= mostLimits) return distinct.slice(1).map((value, at) => (value + distinct[at]!) / 2);
  const limits: number[] = [];
  for (let part = 1; part < mostLimits; part++) {
    const at = Math.floor((part * sorted.length) / mostLimits);
    const limit = sorted[at]!;
    if (limit !== limits.at(-1) && limit < distinct.at(-1)!) limits.push(limit);
  }
  return limits;
}

function stepsOf(rows: readonly Float64Array[]): Steps {
  const inputs = rows[0]!.length;
  const limits: number[][] = [];
  const steps: Uint8Array[] = [];
  for (let input = 0; input < inputs; input++) {
    // Rounded as stored, so that we train what we ship.
    const found = limitsOf(Float64Array.from(rows, (row) => row[input]!)).map(rounded);
    limits.push(found);
    steps.push(
      Uint8Array.from(rows, (row) => {
        let step = 0;
        while (step < found.length && row[input]! > found[step]!) step++;
        return step;
      }),
    );
  }
  return { limits, steps };
}

const rounded = (value: number) => Number(value.toFixed(4));

/**
 * Trains small trees one after the other, each on the errors of those before it.
 *
 * Method: Friedman, "Greedy Function Approximation", Annals of Statistics 2001; second derivatives as in Chen
 * and Guestrin, "XGBoost", KDD 2016.
 *
 * @param says - the weight of each example.
 * @returns the log-odds of a yes or, with `regression`, the value itself.
 */
export function trainForest(
  rows: readonly Float64Array[],
  answers: readonly number[],
  says: readonly number[],
  { trees, depth, rate, least, strength }: ForestOptions,
  regression = false,
): Forest {
  const { limits, steps } = stepsOf(rows);
  const total = says.reduce((sum, say) => sum + say, 0);
  const yes = answers.reduce((sum, answer, at) => sum + answer * says[at]!, 0);
  const bias = rounded(regression ? yes / total : Math.log((yes + 1) / (total - yes + 1)));
  const scores = new Float64Array(rows.length).fill(bias);
  const slopes = new Float64Array(rows.length);
  const curves = new Float64Array(rows.length);
  const random = seededRandom(1);
  const grown: Node[] = [];

  function grow(members: readonly number[], inputs: readonly number[], levels: number): Node {
    let slope = 0;
    let curve = 0;
    for (const at of members) {
      slope += slopes[at]!;
      curve += curves[at]!;
    }
    const node: Node = {
      input: -1,
      limit: 0,
      above: null,
      below: null,
      value: (-slope / (curve + strength)) * rate,
    };
    if (levels === 0) return node;
    let gain = 1e-3;
    let step = -1;
    for (const input of inputs) {
      const found = bestStep(members, input, slope, curve);
      if (found.gain <= gain) continue;
      ({ gain, step } = found);
      node.input = input;
    }
    if (node.input < 0) return node;
    node.limit = limits[node.input]![step]!;
    const own = steps[node.input]!;
    node.below = grow(
      members.filter((at) => own[at]! <= step),
      inputs,
      levels - 1,
    );
    node.above = grow(
      members.filter((at) => own[at]! > step),
      inputs,
      levels - 1,
    );
    return node;
  }

  function bestStep(members: readonly number[], input: number, slope: number, curve: number) {
    const count = limits[input]!.length + 1;
    const bySlope = new Float64Array(count);
    const byCurve = new Float64Array(count);
    const own = steps[input]!;
    for (const at of members) {
      bySlope[own[at]!]! += slopes[at]!;
      byCurve[own[at]!]! += curves[at]!;
    }
    const whole = (slope * slope) / (curve + strength);
    let best = { gain: 0, step: -1 };
    let left = 0;
    let leftCurve = 0;
    for (let step = 0; step < count - 1; step++) {
      left += bySlope[step]!;
      leftCurve += byCurve[step]!;
      const right = curve - leftCurve;
      if (leftCurve < least || right < least) continue;
      const gain = (left * left) / (leftCurve + strength) + (slope - left) ** 2 / (right + strength) - whole;
      if (gain > best.gain) best = { gain, step };
    }
    return best;
  }

  for (let tree = 0; tree < trees; tree++) {
    for (let at = 0; at < rows.length; at++) {
      const chance = 1 / (1 + Math.exp(-scores[at]!));
      slopes[at] = (regression ? scores[at]! - answers[at]! : chance - answers[at]!) * says[at]!;
      curves[at] = Math.max(1e-6, regression ? 1 : chance * (1 - chance)) * says[at]!;
    }
    const members: number[] = [];
    for (let at = 0; at < rows.length; at++) if (random() < seen.examples) members.push(at);
    const inputs: number[] = [];
    for (let input = 0; input < limits.length; input++)
      if (limits[input]!.length > 0 && random() < seen.inputs) inputs.push(input);
    const root = grow(members, inputs, depth);
    grown.push(root);
    for (let at = 0; at < rows.length; at++) scores[at]! += valueIn(root, rows[at]!);
  }
  return { bias, trees: grown.map(pack) };
}

function valueIn(root: Node, row: Float64Array): number {
  let node = root;
  while (node.above && node.below) node = row[node.input]! > node.limit ? node.above : node.below;
  return node.value;
}

/** A tree as one row of numbers; the node for values up to the limit comes right after its parent. */
function pack(root: Node): number[] {
  const row: number[] = [];
  const add = (node: Node) => {
    const at = row.length;
    row.push(node.above ? node.input : -1, node.limit, 0, rounded(node.value));
    if (!node.below || !node.above) return;
    add(node.below);
    row[at + 2] = row.length / 4;
    add(node.above);
  };
  add(root);
  return row;
}
