import type { ModelScores } from "../../src/features/triage/models/message-models";
import type { GoldRow } from "../data/data";
import { type Readings, readLabelled } from "../data/readings";
import { analyzeUnseen } from "../training/message-training";

/** Additional training messages, which aren't scored. */
export interface Further {
  further: readonly GoldRow[];
  written: readonly GoldRow[];
}

const read = new WeakMap<readonly GoldRow[], { besides: Further; readings: Readings }>();
const analyzed = new WeakMap<Readings, Map<string, ModelScores[]>>();

/** Reads labeled messages; the same rows and further ones are read once. */
export function readOnce(rows: readonly GoldRow[], besides: Further): Readings {
  const known = read.get(rows);
  if (known?.besides === besides) return known.readings;
  const readings = readLabelled(rows, besides.further, besides.written);
  read.set(rows, { besides, readings });
  return readings;
}

/**
 * Analyses by models that weren't trained on the message, for one split into folds. Several measures need the
 * same split, so it is computed once.
 */
export function analyzeUnseenOnce(readings: Readings, seed: number, folds: number): ModelScores[] {
  const bySplit = analyzed.get(readings) ?? new Map<string, ModelScores[]>();
  analyzed.set(readings, bySplit);
  const split = `${seed} ${folds}`;
  const known = bySplit.get(split) ?? analyzeUnseen(readings.gold, readings, seed, folds);
  bySplit.set(split, known);
  return known;
}
