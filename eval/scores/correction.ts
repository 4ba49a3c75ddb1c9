import { quadrantOf } from "../../src/features/tasks/quadrants";
import type { CorrectableField } from "../../src/features/triage/contract";
import type { Correction, ShownValues, Traits } from "../../src/features/triage/corrections/correction";
import { learn } from "../../src/features/triage/corrections/correction-fit";
import { shiftOf } from "../../src/features/triage/corrections/correction-shift";
import { traitsOf } from "../../src/features/triage/corrections/correction-similarity";
import { shownValues } from "../../src/features/triage/corrections/overrides";
import { readMessage } from "../../src/features/triage/engine";
import { type ModelScores, runModels } from "../../src/features/triage/models/message-models";
import type { MessageWeights } from "../../src/features/triage/models/message-weights";
import { type Signals, toSignals } from "../../src/features/triage/signals/signals";
import { messageWeights } from "../../src/features/triage/weights/messages";
import { type GoldRow, toInput } from "../data/data";
import { seededRandom } from "../training/linear-training";
import { readWith } from "../training/message-training";
import { mean } from "./scores";
import type { Stranger } from "./strangers";

/** A simulated person corrects at most `most` messages, and at most this share of the wrong ones. */
const corrected = { most: 30, share: 0.5 };
/** A group with fewer messages isn't measured. */
const leastMessages = 70;

const measures = ["Task", "Quadrant", "Category"] as const;
type Errors = Record<(typeof measures)[number], number>;

/** A labeled message, and the engine that analyzed it without training on its source. */
interface AnalyzedMessage {
  signals: Signals;
  traits: Traits;
  weights: MessageWeights;
  truth: ShownValues;
}

const said = ({ task, urgent, important, category }: ModelScores): ShownValues => ({
  task: task > 0 ? "task" : "none",
  urgency: urgent > 0 ? "urgent" : "not_urgent",
  importance: important > 0 ? "important" : "not_important",
  category,
});

const toAnalyzed = (row: GoldRow, signals: Signals, weights: MessageWeights): AnalyzedMessage => ({
  signals,
  weights,
  traits: traitsOf(toInput(row), signals),
  truth: shownValues(row),
});

/** Messages by the engine that analyzed them without training on their source. */
export function groupByEngine(strangers: readonly Stranger[]): AnalyzedMessage[][] {
  const engines = new Map<Stranger["trained"], AnalyzedMessage[]>();
  for (const { reading, trained } of strangers) {
    if (!reading.source.real) continue;
    const all = engines.get(trained) ?? [];
    all.push(toAnalyzed(reading.row, toSignals(readWith(trained, reading)), trained.weights));
    engines.set(trained, all);
  }
  return [...engines.values()].filter(({ length }) => length >= leastMessages);
}

/** Messages that the shipped engine wasn't trained on. */
export const groupOfShipped = (rows: readonly GoldRow[]): AnalyzedMessage[][] => [
  rows.map((row) => toAnalyzed(row, toSignals(readMessage(toInput(row))), messageWeights)),
];

/**
 * How much the analyses of other messages improve once a person has corrected some. Each draw picks wrongly
 * analyzed messages and corrects them, then analyzes the remaining messages with and without these corrections.
 *
 * @param groups - of messages that one engine read; `draws` - of each.
 * @returns errors before and after as shares (0 to 1), means over groups and draws, and the standard deviation
 * of the
 * change.
 */
export function measureCorrection(groups: readonly (readonly AnalyzedMessage[])[], draws = 6) {
  const runs = groups.flatMap((all) =>
    Array.from({ length: draws }, (_, draw) => simulate(all, draw + 1)).filter((run) => run !== null),
  );
  return Object.fromEntries(measures.flatMap((name) => summary(name, runs)));
}

const wrongFields = (shown: ShownValues, truth: ShownValues): CorrectableField[] =>
  (Object.keys(truth) as CorrectableField[]).filter((field) => shown[field] !== truth[field]);

interface Run {
  before: Errors;
  after: Errors;
}

function simulate(all: readonly AnalyzedMessage[], seed: number): Run | null {
  const random = seededRandom(seed * 77);
  const wrong = all
    .filter(({ signals, weights, truth }) => wrongFields(said(runModels(signals, weights)), truth).length > 0)
    .map((one) => ({ one, at: random() }))
    .sort((one, other) => one.at - other.at);
  const count = Math.min(corrected.most, Math.floor(wrong.length * corrected.share));
  if (count === 0) return null;
  const chosen = new Set(wrong.slice(0, count).map(({ one }) => one));
  const rest = all.filter((one) => !chosen.has(one));
  const corrections = [...chosen].flatMap(correct);
  const teamCorrections = learn(corrections, all[0]!.weights);
  const run: Run = { before: none(), after: none() };
  for (const { signals, traits, weights, truth } of rest) {
    addErrors(run.before, said(runModels(signals, weights)), truth, rest.length);
    addErrors(
      run.after,
      said(runModels(signals, weights, shiftOf(teamCorrections, traits))),
      truth,
      rest.length,
    );
  }
  return run;
}

/** The corrections of a person who corrects every wrong field of a message. */
function correct({ signals, traits, weights, truth }: AnalyzedMessage, index: number): Correction[] {
  const shown = said(runModels(signals, weights));
  return wrongFields(shown, truth).map((field) => ({
    id: `${String(index).padStart(4, "0")} ${field}`,
    messageId: String(index),
    field,
    value: truth[field],
    shown,
    traits,
  }));
}

const none = (): Errors => ({ Task: 0, Quadrant: 0, Category: 0 });

function addErrors(errors: Errors, shown: ShownValues, truth: ShownValues, all: number): void {
  const quadrant = ({ urgency, importance }: ShownValues) =>
    quadrantOf({ urgency, importance } as Parameters<typeof quadrantOf>[0]);
  errors.Task += Number(shown.task !== truth.task) / all;
  errors.Quadrant += Number(quadrant(shown) !== quadrant(truth)) / all;
  errors.Category += Number(shown.category !== truth.category) / all;
}

function summary(name: (typeof measures)[number], runs: readonly Run[]): [string, number][] {
  const changes = runs.map(({ before, after }) => after[name] - before[name]);
  const middle = mean(changes);
  const spread = Math.sqrt(
    changes.reduce((sum, change) => sum + (change - middle) ** 2, 0) / Math.max(1, changes.length - 1),
  );
  return [
    [`correction${name}ErrorBefore`, mean(runs.map(({ before }) => before[name]))],
    [`correction${name}ErrorAfter`, mean(runs.map(({ after }) => after[name]))],
    [`correction${name}ChangeSpread`, spread],
  ];
}
