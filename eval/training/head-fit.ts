import type { HeadInput } from "../../src/features/triage/models/message-models";
import type { Head } from "../../src/features/triage/models/message-weights";
import { signalNames } from "../../src/features/triage/signals/signals";

type Weights = Head["weights"];
type Name = keyof Weights;

/** The belief of a head: its means, and how strongly each weight is held to them. */
export interface Start {
  bias: number;
  weights: Weights;
  /** Penalty on the square of a move from the belief; the bias moves almost freely. */
  strength: number;
  /** Signals that this head doesn't use. */
  without?: ReadonlySet<Name>;
}

const names: Name[] = ["task", ...signalNames];
const freeBias = 0.05;
/** Penalty on weights that must not move. */
const fixed = 1e6;

const round = (value: number) => Math.round(value * 100) / 100;

function toHead([bias = 0, ...rest]: Float64Array): Head {
  const weights: Weights = {};
  names.forEach((name, i) => {
    const value = round(rest[i]!);
    if (value !== 0) weights[name] = value;
  });
  return { bias: round(bias), weights };
}

const startOf = ({ bias, weights }: Start) =>
  Float64Array.of(bias, ...names.map((name) => weights[name] ?? 0));

/** Unused weights are held so strongly that they don't move. */
const penaltiesOf = ({ strength, without }: Start) =>
  Float64Array.of(freeBias * strength, ...names.map((name) => (without?.has(name) ? fixed : strength)));

/** A message as numbers, with the non-zero ones listed, because most are zero. */
interface Row {
  values: Float64Array;
  filled: Int32Array;
}

const known = new WeakMap<HeadInput, Row>();

function rowOf(input: HeadInput): Row {
  const cached = known.get(input);
  if (cached) return cached;
  const values = Float64Array.of(1, ...names.map((name) => input[name] ?? 0));
  const row = { values, filled: Int32Array.from([...values.keys()].filter((i) => values[i] !== 0)) };
  known.set(input, row);
  return row;
}

function score(weights: Float64Array, { values, filled }: Row): number {
  let sum = 0;
  for (const i of filled) sum += weights[i]! * values[i]!;
  return sum;
}

/** Fits a yes-or-no head with Newton's method: the exact minimum in a few steps. */
export function fitHead(
  start: Start,
  examples: readonly { input: HeadInput; yes: boolean; weight?: number }[],
): Head {
  const origin = startOf(start);
  const penalties = penaltiesOf(start);
  const total = examples.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const rows = examples.map(({ input, yes, weight = 1 }) => ({
    row: rowOf(input),
    yes,
    share: weight / total,
  }));
  const weights = origin.slice();
  let loss = lossOf(weights, origin, penalties, rows);
  for (let step = 0; step < 30; step++) {
    const { slope, curve } = surroundings(weights, origin, penalties, rows);
    const move = solve(curve, slope);
    // A full step may go too far where the curve is flat.
    for (let part = 1; part > 1e-3; part /= 2) {
      const next = weights.map((value, i) => value - part * move[i]!);
      const reached = lossOf(next, origin, penalties, rows);
      if (reached > loss) continue;
      weights.set(next);
      loss = reached;
      break;
    }
    if (Math.max(...move.map(Math.abs)) < 1e-5) break;
  }
  return toHead(weights);
}

function lossOf(
  weights: Float64Array,
  origin: Float64Array,
  penalties: Float64Array,
  rows: readonly { row: Row; yes: boolean; share: number }[],
): number {
  let loss = 0;
  for (let i = 0; i < weights.length; i++) loss += (penalties[i]! * (weights[i]! - origin[i]!) ** 2) / 2;
  for (const { row, yes, share } of rows) {
    const odds = score(weights, row) * (yes ? -1 : 1);
    loss += share * (odds > 30 ? odds : Math.log1p(Math.exp(odds)));
  }
  return loss;
}

/** First and second derivatives of the penalized loss; of the second, only the lower triangle. */
function surroundings(
  weights: Float64Array,
  origin: Float64Array,
  penalties: Float64Array,
  rows: readonly { row: Row; yes: boolean; share: number }[],
) {
  const slope = weights.map((weight, i) => penalties[i]! * (weight - origin[i]!));
  const curve = Array.from(penalties, (penalty, i) => {
    const line = new Float64Array(i + 1);
    line[i] = penalty;
    return line;
  });
  for (const { row, yes, share } of rows) {
    const chance = 1 / (1 + Math.exp(-score(weights, row)));
    const error = (chance - (yes ? 1 : 0)) * share;
    const bend = Math.max(1e-6, chance * (1 - chance)) * share;
    const { values, filled } = row;
    for (let a = 0; a < filled.length; a++) {
      const i = filled[a]!;
      slope[i]! += error * values[i]!;
      const line = curve[i]!;
      for (let b = 0; b <= a; b++) line[filled[b]!]! += bend * values[i]! * values[filled[b]!]!;
    }
  }
  return { slope, curve };
}

/** Solves for x in `curve` x = `right`, by Cholesky; `curve` is overwritten. */
function solve(curve: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = curve[i]![j]!;
      for (let k = 0; k < j; k++) rest -= curve[i]![k]! * curve[j]![k]!;
      curve[i]![j] = i === j ? Math.sqrt(rest) : rest / curve[j]![j]!;
    }
  }
  const found = right.slice();
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) found[i]! -= curve[i]![k]! * found[k]!;
    found[i]! /= curve[i]![i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) found[i]! -= curve[k]![i]! * found[k]!;
    found[i]! /= curve[i]![i]!;
  }
  return found;
}

const rounds = 250;

/** Rows of numbers in sequence: a feature's for every class, or an example's. */
interface Examples {
  /** The non-zero features of all examples, with `values` in parallel. */
  features: Int32Array;
  values: Float64Array;
  /** Where each example starts, and the end of the last. */
  starts: Int32Array;
  labels: Int32Array;
  shares: Float64Array;
}

function lineUp(
  examples: readonly { input: HeadInput; label: number; weight: number }[],
  used: (feature: number) => boolean,
): Examples {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const features: number[] = [];
  const values: number[] = [];
  const starts = [0];
  for (const { input } of examples) {
    const row = rowOf(input);
    for (const i of row.filled) {
      if (!used(i)) continue;
      features.push(i);
      values.push(row.values[i]!);
    }
    starts.push(features.length);
  }
  return {
    features: Int32Array.from(features),
    values: Float64Array.from(values),
    starts: Int32Array.from(starts),
    labels: Int32Array.from(examples, ({ label }) => label),
    shares: Float64Array.from(examples, ({ weight }) => weight / total),
  };
}

/** A number per feature and class. Those of a feature are adjacent, so that an example reads them at once. */
const sideBySide = (rows: readonly Float64Array[]): Float64Array =>
  Float64Array.from({ length: rows.length * (rows[0]?.length ?? 0) }, (_, at) => {
    return rows[at % rows.length]![Math.floor(at / rows.length)]!;
  });

/** Fits classes against each other by gradient descent with momentum, starting at the belief. */
export function fitClasses<C extends string>(
  starts: Record<C, Start>,
  examples: readonly { input: HeadInput; label: C; weight?: number }[],
): Record<C, Head> {
  const classes = Object.keys(starts) as C[];
  const all = classes.map((name) => starts[name]);
  const origins = sideBySide(all.map(startOf));
  const penalties = sideBySide(all.map(penaltiesOf));
  const amount = classes.length;
  // A weight that must not move and is zero has no influence on any class.
  const used = (feature: number) =>
    all.some((_, c) => penalties[feature * amount + c] !== fixed || origins[feature * amount + c] !== 0);
  const rows = lineUp(
    examples.map(({ input, label, weight = 1 }) => ({ input, label: classes.indexOf(label), weight })),
    used,
  );
  const weights = origins.slice();
  const speeds = new Float64Array(weights.length);
  const slopes = new Float64Array(weights.length);
  for (let turn = 0; turn < rounds; turn++) {
    for (let i = 0; i < slopes.length; i++) slopes[i] = penalties[i]! * (weights[i]! - origins[i]!);
    addSlopes(slopes, weights, rows, amount);
    for (let i = 0; i < weights.length; i++) {
      if (penalties[i] === fixed) continue;
      speeds[i] = 0.9 * speeds[i]! - 0.25 * slopes[i]!;
      weights[i]! += speeds[i]!;
    }
  }
  return Object.fromEntries(
    classes.map((name, c) => [name, toHead(weights.filter((_, i) => i % amount === c))]),
  ) as Record<C, Head>;
}

function addSlopes(slopes: Float64Array, weights: Float64Array, rows: Examples, amount: number): void {
  const { features, values, starts, labels, shares } = rows;
  const errors = new Float64Array(amount);
  for (let at = 0; at < labels.length; at++) {
    const begin = starts[at]!;
    const end = starts[at + 1]!;
    errors.fill(0);
    for (let i = begin; i < end; i++) {
      const value = values[i]!;
      const from = features[i]! * amount;
      for (let c = 0; c < amount; c++) errors[c]! += weights[from + c]! * value;
    }
    toErrors(errors, labels[at]!, shares[at]!);
    for (let i = begin; i < end; i++) {
      const value = values[i]!;
      const from = features[i]! * amount;
      for (let c = 0; c < amount; c++) slopes[from + c]! += errors[c]! * value;
    }
  }
}

/** Turns the odds of each class into the error of its probability, times the example's weight. */
function toErrors(odds: Float64Array, label: number, share: number): void {
  let top = -Infinity;
  for (let c = 0; c < odds.length; c++) if (odds[c]! > top) top = odds[c]!;
  let total = 0;
  for (let c = 0; c < odds.length; c++) {
    odds[c] = Math.exp(odds[c]! - top);
    total += odds[c]!;
  }
  for (let c = 0; c < odds.length; c++) odds[c] = (odds[c]! / total - (c === label ? 1 : 0)) * share;
}
