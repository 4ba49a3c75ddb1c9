/** The fit is good enough after this many steps. */
const mostSteps = 200;
/** The fit ends when no pull changes by more than this in a step. */
const precision = 1e-5;

/**
 * Finds how strongly each example pulls each score: by the error that remains after all have pulled.
 *
 * With `near` N and pulls p, the scores are `offsets` + N p, and p is `wanted` minus the probability from the
 * scores. That is the only minimum of logistic regression with kernel N. Each step uses the same bound of the
 * curvature, so one factorization serves all steps, and no step overshoots.
 *
 * @param near - how similar the examples are to each other (symmetric, positive).
 * @param offsets - per score, the log-odds of each example before learning.
 * @param wanted - per score, 1 where it should be yes or the highest, else 0.
 * @returns pulls per score, each from -1 to 1.
 */
export function solvePulls(
  near: readonly Float64Array[],
  offsets: readonly Float64Array[],
  wanted: readonly Float64Array[],
): Float64Array[] {
  const bound = offsets.length === 1 ? 1 / 4 : 1 / 2;
  const lower = factorize(near, bound);
  const scores = offsets.map((row) => row.slice());
  const pulls = offsets.map((row) => new Float64Array(row.length));
  let before = { scores: scores.map((row) => row.slice()), pulls: pulls.map((row) => row.slice()) };
  for (let step = 0, swing = 0; step < mostSteps; step++, swing++) {
    const last = { scores: scores.map((row) => row.slice()), pulls: pulls.map((row) => row.slice()) };
    // Continues in the direction of the last step (Nesterov) while that goes downhill.
    const ahead = swing / (swing + 3);
    for (const c of pulls.keys()) {
      push(scores[c]!, before.scores[c]!, ahead);
      push(pulls[c]!, before.pulls[c]!, ahead);
    }
    const chances = chancesOf(scores);
    let largest = 0;
    let downhill = 0;
    for (const [c, pull] of pulls.entries()) {
      const rest = pull.map((value, i) => wanted[c]![i]! - chances[c]![i]! - value);
      const move = solve(lower, rest.slice());
      for (let i = 0; i < move.length; i++) {
        pull[i]! += move[i]!;
        // N times the move follows from the equation that the move solves.
        scores[c]![i]! += (rest[i]! - move[i]!) / bound;
        largest = Math.max(largest, Math.abs(move[i]!));
        downhill += rest[i]! * (scores[c]![i]! - last.scores[c]![i]!);
      }
    }
    if (largest < precision) break;
    if (downhill < 0) swing = -1;
    before = last;
  }
  return pulls;
}

/** Extrapolates from `before` through `now` by a share of their distance. */
function push(now: Float64Array, before: Float64Array, share: number): void {
  for (let i = 0; i < now.length; i++) now[i]! += share * (now[i]! - before[i]!);
}

/** Probabilities per example: for one score, of yes; for several, of each of them. */
function chancesOf(scores: readonly Float64Array[]): Float64Array[] {
  if (scores.length === 1) return scores.map((row) => row.map((score) => 1 / (1 + Math.exp(-score))));
  const chances = scores.map((row) => row.slice());
  for (let i = 0; i < (scores[0]?.length ?? 0); i++) {
    let top = Number.NEGATIVE_INFINITY;
    for (const row of scores) top = Math.max(top, row[i]!);
    let sum = 0;
    for (const row of chances) {
      row[i] = Math.exp(row[i]! - top);
      sum += row[i]!;
    }
    for (const row of chances) row[i]! /= sum;
  }
  return chances;
}

/** The lower half L of 1 + `share` × `near` = L Lᵀ (Cholesky). */
function factorize(near: readonly Float64Array[], share: number): Float64Array[] {
  const lower: Float64Array[] = [];
  for (let i = 0; i < near.length; i++) {
    const line = new Float64Array(i + 1);
    for (let j = 0; j <= i; j++) {
      const other = j === i ? line : lower[j]!;
      let rest = share * near[i]![j]! + (i === j ? 1 : 0);
      for (let k = 0; k < j; k++) rest -= line[k]! * other[k]!;
      line[j] = i === j ? Math.sqrt(rest) : rest / other[j]!;
    }
    lower.push(line);
  }
  return lower;
}

/** Solves L Lᵀ x = `right`, which is overwritten and returned. */
function solve(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  for (let i = 0; i < right.length; i++) {
    const line = lower[i]!;
    let rest = right[i]!;
    for (let k = 0; k < i; k++) rest -= line[k]! * right[k]!;
    right[i] = rest / line[i]!;
  }
  for (let i = right.length - 1; i >= 0; i--) {
    const line = lower[i]!;
    const found = right[i]! / line[i]!;
    right[i] = found;
    for (let k = 0; k < i; k++) right[k]! -= line[k]! * found;
  }
  return right;
}
