import { categories } from "../src/features/triage/contract";
import { type HeadInput, judge, scoreHead } from "../src/features/triage/message-models";
import type { Head, MessageWeights } from "../src/features/triage/message-weights";
import type { Signals } from "../src/features/triage/signals";
import type { GoldRow } from "./data";
import { crossValidate, dealFolds } from "./folds";
import { fitClasses, fitHead, type Start } from "./head-fit";
import { beliefs, narrowSignals } from "./message-beliefs";

/** A gold message with what the engine read in it. */
export interface GoldReading {
  row: GoldRow;
  signals: Signals;
}

/** Penalty on moving a weight away from its belief. */
export const strengths = { hasTask: 0.1, axes: 0.025, category: 0.02, sentiment: 0.1 };

/**
 * Where an axis says yes, as log-odds. F1 is highest where the odds are half the F1 that can be had (Lipton et al.,
 * "Optimal Thresholding of Classifiers to Maximize F1", 2014): a quarter for the rare "urgent". "Important" would be at
 * 37 %; it says yes from 29 %, as to miss what matters costs more than to show one card too many.
 */
const cuts = { urgent: -1.1, important: -1.1 };

export const keyOf = ({ row }: GoldReading) => row.body.replace(/\s+/g, " ").slice(0, 300);

const startsOf = <C extends string>(names: readonly C[], strength: number) =>
  Object.fromEntries(names.map((name) => [name, { ...beliefs[name]!, strength }])) as Record<C, Start>;

/** Everything the beliefs do not name is used, but for signals made for another question. */
function axisStart(name: "urgent" | "important", strength: number): Start {
  const belief = beliefs[name]!;
  const without = new Set([...narrowSignals].filter((signal) => belief.weights[signal] === undefined));
  return { ...belief, strength, without };
}

/** Trains the message-level models; the later ones see what a model that had not seen the message thought of its task. */
export function trainMessages(rows: readonly GoldReading[], use = strengths): MessageWeights {
  const fitTask = (part: readonly GoldReading[]) =>
    fitHead(
      { ...beliefs.hasTask!, strength: use.hasTask },
      part.map(({ row, signals }) => ({ input: signals, yes: row.hasTask })),
    );
  const task = crossValidate(rows, dealFolds(rows.map(keyOf), 5, 11), (training, held) => {
    const head = fitTask(training);
    return held.map(({ signals }) => Math.tanh(scoreHead(head, signals) / 2));
  });
  const inputs: HeadInput[] = rows.map(({ signals }, i) => ({ ...signals, task: task[i]! }));
  const fitAxis = (name: "urgent" | "important", yes: (row: GoldRow) => boolean): Head => {
    const examples = rows.map(({ row }, i) => ({ input: inputs[i]!, yes: yes(row) }));
    const head = fitHead(axisStart(name, use.axes), examples);
    return { ...head, bias: Number((head.bias - cuts[name]).toFixed(2)) };
  };
  const fitLabels = <C extends string>(of: readonly C[], label: (row: GoldRow) => C, strength: number) =>
    fitClasses(
      startsOf(of, strength),
      rows.map(({ row }, i) => ({ input: inputs[i]!, label: label(row) })),
    );
  return {
    hasTask: fitTask(rows),
    urgent: fitAxis("urgent", ({ urgency }) => urgency === "urgent"),
    important: fitAxis("important", ({ importance }) => importance === "important"),
    category: fitLabels(categories, (row) => row.category, use.category),
    sentiment: fitLabels(["positive", "neutral", "negative"], (row) => row.sentiment, use.sentiment),
  };
}

/** Judges each message with models that saw neither it nor a copy of it. */
export function judgeUnseen(rows: readonly GoldReading[], seed = 3, use = strengths) {
  const folds = dealFolds(rows.map(keyOf), 10, seed);
  return crossValidate(rows, folds, (training, held) => {
    const weights = trainMessages(training, use);
    return held.map(({ signals }) => judge(signals, weights));
  });
}
