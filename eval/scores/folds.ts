import { seededRandom } from "../training/linear-training";

/**
 * Splits items into folds so that items with the same key share one (the data may contain a mail twice).
 *
 * @returns the fold number of each item, 0 to `count` - 1; the same for the same keys and seed.
 */
export function splitFolds(keys: readonly string[], count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const folds = new Map<string, number>();
  for (const key of keys) if (!folds.has(key)) folds.set(key, Math.floor(random() * count));
  return keys.map((key) => folds.get(key)!);
}

/**
 * Splits items into folds so that items with the same key share one and all are about equally large.
 *
 * @returns the fold number of each item, 0 to `count` - 1.
 */
export function packFolds(keys: readonly string[], count: number): number[] {
  const sizes = new Map<string, number>();
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  const filled: number[] = new Array(count).fill(0);
  const folds = new Map<string, number>();
  const largest = [...sizes].sort(
    ([one, size], [other, otherSize]) => otherSize - size || (one < other ? -1 : 1),
  );
  for (const [key, size] of largest) {
    const fold = filled.indexOf(Math.min(...filled));
    folds.set(key, fold);
    filled[fold]! += size;
  }
  return keys.map((key) => folds.get(key)!);
}

/** For each item, the result of a model that wasn't trained on its fold. */
export function crossValidate<T, R>(
  items: readonly T[],
  folds: readonly number[],
  trainAndApply: (training: T[], held: T[]) => R[],
): R[] {
  const results: R[] = new Array(items.length);
  for (const fold of [...new Set(folds)].sort((one, other) => one - other)) {
    const held = items.flatMap((_, i) => (folds[i] === fold ? [i] : []));
    const training = items.filter((_, i) => folds[i] !== fold);
    const values = trainAndApply(
      training,
      held.map((i) => items[i]!),
    );
    held.forEach((i, at) => {
      results[i] = values[at]!;
    });
  }
  return results;
}
