import type { ModelScores } from "../../src/features/triage/models/message-models";
import type { GoldRow } from "../data/data";
import { type Readings, readLabelled } from "../data/readings";
import { analyzeUnseen } from "../training/message-training";

/** What is trained on besides the messages that are scored. */
export interface Further {
  further: readonly GoldRow[];
  written: readonly GoldRow[];
}

const read = new WeakMap<readonly GoldRow[], { besides: Further; readings: Readings }>();
const analyzed = new WeakMap<Readings, Map<number, ModelScores[]>>();

/** Reads labelled messages; the same rows and further ones are read once. */
export function readOnce(rows: readonly GoldRow[], besides: Further): Readings {
  const known = read.get(rows);
  if (known?.besides === besides) return known.readings;
  const readings = readLabelled(rows, besides.further, besides.written);
  read.set(rows, { besides, readings });
  return readings;
}

/** The verdicts of models that had not seen the message, for one deal of the folds; several measures ask for the same. */
export function analyzeUnseenOnce(readings: Readings, seed: number): ModelScores[] {
  const bySeed = analyzed.get(readings) ?? new Map<number, ModelScores[]>();
  analyzed.set(readings, bySeed);
  const known = bySeed.get(seed) ?? analyzeUnseen(readings.gold, readings, seed);
  bySeed.set(seed, known);
  return known;
}
