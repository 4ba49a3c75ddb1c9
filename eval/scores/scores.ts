/** The mean of some values; 0 for none. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** F1 of the positive class, 0 to 1. */
export function f1(predicted: readonly boolean[], actual: readonly boolean[]): number {
  let hits = 0;
  let errors = 0;
  predicted.forEach((value, i) => {
    if (value && actual[i]) hits++;
    else if (value !== actual[i]) errors++;
  });
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + errors);
}

/** Share of rows on which both agree, 0 to 1. */
export function accuracy<T>(predicted: readonly T[], actual: readonly T[]): number {
  return predicted.filter((value, i) => value === actual[i]).length / (actual.length || 1);
}

/** Mean of the F1 of each class that occurs in the labels, 0 to 1. */
export function macroF1<T>(predicted: readonly T[], actual: readonly T[]): number {
  const classes = [...new Set(actual)];
  const sum = classes.reduce(
    (total, name) =>
      total +
      f1(
        predicted.map((value) => value === name),
        actual.map((value) => value === name),
      ),
    0,
  );
  return sum / (classes.length || 1);
}

/** The threshold with the best F1; ties go to the one nearest zero. */
export function bestThreshold(scores: readonly number[], actual: readonly boolean[]): number {
  let best = 0;
  let threshold = 0;
  for (let step = 0; step <= 50; step++) {
    for (const cut of [step / 50, -step / 50]) {
      const value = f1(
        scores.map((score) => score > cut),
        actual,
      );
      if (value > best + 1e-9) {
        best = value;
        threshold = cut;
      }
    }
  }
  return threshold;
}
