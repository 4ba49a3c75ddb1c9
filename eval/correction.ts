import { quadrantOf } from "../src/features/tasks/quadrants";
import type { LessonField } from "../src/features/triage/contract";
import type { Lesson, Shown, Traits } from "../src/features/triage/lesson";
import { learn } from "../src/features/triage/lesson-fit";
import { traitsOf } from "../src/features/triage/lesson-likeness";
import { shownOf } from "../src/features/triage/lesson-overlay";
import { shiftOf } from "../src/features/triage/lesson-shift";
import { type Judgement, judge } from "../src/features/triage/message-models";
import type { MessageWeights } from "../src/features/triage/message-weights";
import { messageWeights } from "../src/features/triage/weights/messages";
import { readGoldSignals } from "./cross-validation";
import { type GoldRow, toInput } from "./data";
import { dealFolds } from "./folds";
import { seededRandom } from "./linear-training";
import { type GoldReading, judgeUnseen, keyOf, trainMessages } from "./message-training";

/** Messages the simulated person corrects. */
const corrected = 30;
/** Parts the others are dealt into; the weights that judge one are trained on the rest of them. */
const parts = 5;

const measures = ["Task", "Quadrant", "Category"] as const;
type Errors = Record<(typeof measures)[number], number>;

interface Labelled extends GoldReading {
  key: string;
  traits: Traits;
  truth: Shown;
}

const said = ({ task, urgent, important, category }: Judgement): Shown => ({
  task: task > 0 ? "task" : "none",
  urgency: urgent > 0 ? "urgent" : "not_urgent",
  importance: important > 0 ? "important" : "not_important",
  category,
});

/**
 * How much better messages are judged once a person has corrected others. Each draw takes messages with a wrong verdict;
 * the person sets right what is wrong about them, and all remaining messages (but for copies of the corrected) are
 * judged without and with what the team's lessons add.
 *
 * The weights were trained neither on what is corrected nor on what is judged.
 *
 * @param trained - the shipped weights were trained on these rows, so others are trained for each part.
 * @returns errors before and after as shares (0 to 1), means over the draws, and the standard deviation of the change.
 */
export function measureCorrection(rows: readonly GoldRow[], trained: boolean, draws = 24) {
  const gold = readGoldSignals(rows).map((reading): Labelled => {
    const { row, signals } = reading;
    const traits = traitsOf(toInput(row), signals);
    return { ...reading, key: keyOf(reading), traits, truth: shownOf(row) };
  });
  const unseen = trained ? judgeUnseen(gold, 1) : gold.map(({ signals }) => judge(signals));
  const wrong = gold.filter(({ truth }, i) => wrongFields(said(unseen[i]!), truth).length > 0);
  const runs = Array.from({ length: draws }, (_, seed) => simulate(gold, wrong, trained, seed + 1));
  return Object.fromEntries(measures.flatMap((name) => summary(name, runs)));
}

const wrongFields = (shown: Shown, truth: Shown): LessonField[] =>
  (Object.keys(truth) as LessonField[]).filter((field) => shown[field] !== truth[field]);

interface Run {
  before: Errors;
  after: Errors;
}

function simulate(
  gold: readonly Labelled[],
  wrong: readonly Labelled[],
  trained: boolean,
  seed: number,
): Run {
  const random = seededRandom(seed * 77);
  const order = wrong.map((one) => ({ one, at: random() })).sort((one, other) => one.at - other.at);
  const chosen = order.slice(0, corrected).map(({ one }) => one);
  const keys = new Set(chosen.map(({ key }) => key));
  const rest = gold.filter(({ key }) => !keys.has(key));
  const folds = dealFolds(
    rest.map(({ key }) => key),
    parts,
    seed,
  );
  const run: Run = { before: none(), after: none() };
  for (let fold = 0; fold < parts; fold++) {
    const weights = trained ? trainMessages(rest.filter((_, i) => folds[i] !== fold)) : messageWeights;
    const teaching = learn(
      chosen.flatMap((one, i) => correct(one, i, weights)),
      weights,
    );
    for (const { signals, traits, truth } of rest.filter((_, i) => folds[i] === fold)) {
      count(run.before, said(judge(signals, weights)), truth, rest.length);
      count(run.after, said(judge(signals, weights, shiftOf(teaching, traits))), truth, rest.length);
    }
  }
  return run;
}

/** What a person who sets everything right about a message teaches. */
function correct({ signals, traits, truth }: Labelled, index: number, weights: MessageWeights): Lesson[] {
  const shown = said(judge(signals, weights));
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

function count(errors: Errors, shown: Shown, truth: Shown, all: number): void {
  const place = ({ urgency, importance }: Shown) =>
    quadrantOf({ urgency, importance } as Parameters<typeof quadrantOf>[0]);
  errors.Task += Number(shown.task !== truth.task) / all;
  errors.Quadrant += Number(place(shown) !== place(truth)) / all;
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
