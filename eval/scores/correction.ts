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
import { type Readings, readLabelled } from "../data/readings";
import { seededRandom } from "../training/linear-training";
import { type GoldReading, seenBy, type TrainedMessages, trainMessages } from "../training/message-training";
import { splitFolds } from "./folds";
import { analyzeUnseenOnce, type Further, readOnce } from "./unseen";

/** Number of messages that the simulated person corrects. */
const corrected = 30;
const measures = ["Task", "Quadrant", "Category"] as const;
type Errors = Record<(typeof measures)[number], number>;

interface LabelledMessage {
  reading: GoldReading;
  /** The shipped engine's reading of it. */
  signals: Signals;
  truth: ShownValues;
}

/** The engine of one part, and its reading of a message. */
interface Engine {
  weights: MessageWeights;
  read: (one: LabelledMessage) => { signals: Signals; traits: Traits };
}

const said = ({ task, urgent, important, category }: ModelScores): ShownValues => ({
  task: task > 0 ? "task" : "none",
  urgency: urgent > 0 ? "urgent" : "not_urgent",
  importance: important > 0 ? "important" : "not_important",
  category,
});

/**
 * How much better messages are analyzed after a person has corrected others. Each draw picks messages with a
 * wrong analysis and corrects them. All remaining messages, except copies of the corrected ones, are analyzed
 * with and without the team's corrections.
 *
 * The weights were trained on neither the corrected nor the analyzed messages.
 *
 * @param further - additional training messages if the shipped weights were trained on these rows; null if
 * they weren't.
 * @param effort - `draws`; `parts` that the remaining messages are split into, because the weights for one
 * part are trained on the others; `folds` of the models that find the wrong analyses.
 * @returns errors before and after as shares (0 to 1), means over the draws, and the standard deviation of
 * the change.
 */
export function measureCorrection(
  rows: readonly GoldRow[],
  further: Further | null,
  { draws = 12, parts = 4, folds = 10 } = {},
) {
  const readings = further ? readOnce(rows, further) : readLabelled(rows);
  const gold = readings.gold.map(
    (reading): LabelledMessage => ({
      reading,
      signals: toSignals(readMessage(toInput(reading.row))),
      truth: shownValues(reading.row),
    }),
  );
  const unseen = further
    ? analyzeUnseenOnce(readings, 1, folds)
    : gold.map(({ signals }) => runModels(signals));
  const wrong = gold.filter(({ truth }, i) => wrongFields(said(unseen[i]!), truth).length > 0);
  const more = further && readings;
  const runs = Array.from({ length: draws }, (_, seed) => simulate(gold, wrong, more, parts, seed + 1));
  return Object.fromEntries(measures.flatMap((name) => summary(name, runs)));
}

const wrongFields = (shown: ShownValues, truth: ShownValues): CorrectableField[] =>
  (Object.keys(truth) as CorrectableField[]).filter((field) => shown[field] !== truth[field]);

interface Run {
  before: Errors;
  after: Errors;
}

function simulate(
  gold: readonly LabelledMessage[],
  wrong: readonly LabelledMessage[],
  more: Readings | null,
  parts: number,
  seed: number,
): Run {
  const random = seededRandom(seed * 77);
  const order = wrong.map((one) => ({ one, at: random() })).sort((one, other) => one.at - other.at);
  const chosen = order.slice(0, corrected).map(({ one }) => one);
  const keys = new Set(chosen.map(({ reading }) => reading.key));
  const rest = gold.filter(({ reading }) => !keys.has(reading.key));
  const folds = splitFolds(
    rest.map(({ reading }) => reading.key),
    parts,
    seed,
  );
  const run: Run = { before: none(), after: none() };
  for (let fold = 0; fold < parts; fold++) {
    const held = rest.filter((_, i) => folds[i] === fold);
    const engine = more
      ? trainedEngine(
          rest.filter((_, i) => folds[i] !== fold),
          [...chosen, ...held],
          more,
        )
      : shippedEngine;
    const { weights } = engine;
    const teamCorrections = learn(
      chosen.flatMap((one, i) => correct(one, i, engine)),
      weights,
    );
    for (const one of held) {
      const { signals, traits } = engine.read(one);
      count(run.before, said(runModels(signals, weights)), one.truth, rest.length);
      count(
        run.after,
        said(runModels(signals, weights, shiftOf(teamCorrections, traits))),
        one.truth,
        rest.length,
      );
    }
  }
  return run;
}

const shippedEngine: Engine = {
  weights: messageWeights,
  read: ({ reading, signals }) => ({ signals, traits: traitsOf(toInput(reading.row), signals) }),
};

/** An engine that was trained on neither `unseen` nor copies of it. */
function trainedEngine(
  training: readonly LabelledMessage[],
  unseen: readonly LabelledMessage[],
  more: Readings,
): Engine {
  const keys = new Set(unseen.map(({ reading }) => reading.key));
  const further = more.further.filter(({ key }) => !keys.has(key));
  const trained = trainOnce([...training.map(({ reading }) => reading), ...further], more.space);
  return {
    weights: trained.weights,
    read: ({ reading }) => {
      const signals = seenBy(trained, reading);
      return { signals, traits: traitsOf(toInput(reading.row), signals) };
    },
  };
}

let last: { readings: readonly GoldReading[]; trained: TrainedMessages } | undefined;

/** Draws that leave only the further messages for training share one training. */
function trainOnce(readings: readonly GoldReading[], space: number): TrainedMessages {
  const same =
    last?.readings.length === readings.length && readings.every((one, i) => one === last?.readings[i]);
  if (!last || !same) last = { readings, trained: trainMessages(readings, space) };
  return last.trained;
}

/** The corrections of a person who corrects everything about a message. */
function correct(one: LabelledMessage, index: number, { weights, read }: Engine): Correction[] {
  const { signals, traits } = read(one);
  const { truth } = one;
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

function count(errors: Errors, shown: ShownValues, truth: ShownValues, all: number): void {
  const span = ({ urgency, importance }: ShownValues) =>
    quadrantOf({ urgency, importance } as Parameters<typeof quadrantOf>[0]);
  errors.Task += Number(shown.task !== truth.task) / all;
  errors.Quadrant += Number(span(shown) !== span(truth)) / all;
  errors.Category += Number(shown.category !== truth.category) / all;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

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
