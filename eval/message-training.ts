import { type Quadrant, quadrantOf } from "../src/features/tasks/quadrants";
import { type Category, categories } from "../src/features/triage/contract";
import { type HeadInput, judge, scoreHead } from "../src/features/triage/message-models";
import type { Head, MessageWeights } from "../src/features/triage/message-weights";
import { type SignalName, type Signals, signalNames } from "../src/features/triage/signals";
import type { GoldRow } from "./data";
import { crossValidate, dealFolds } from "./folds";
import { macroF1 } from "./scores";

/** A gold message with what the engine read in it. */
export interface GoldReading {
  row: GoldRow;
  signals: Signals;
}

type Weights = Head["weights"];
type Name = keyof Weights;

const names: Name[] = ["task", ...signalNames];

/**
 * What is believed before seeing the data. The few labelled messages may move a weight away from here only as far as
 * they outweigh the penalty; rare classes stay close to it.
 */
const beliefs: Record<string, { bias: number; weights: Weights }> = {
  hasTask: {
    bias: -1,
    weights: {
      bestRank: 1.2,
      readerQuestion: 0.6,
      openQuestion: 0.8,
      meetingNotice: 0.5,
      imperative: 0.6,
      please: 0.8,
      askYou: 0.6,
      chatQuestion: 1.5,
      bulk: -1.5,
      namesOther: -2,
      softClosingTopic: -0.3,
      problemTopic: 0.3,
    },
  },
  urgent: {
    bias: -3,
    weights: {
      task: 1.2,
      hurryTopic: 0.4,
      hurriedTask: 1.2,
      dueSoon: 1.5,
      blockedTopic: 0.8,
      chatProblem: 0.8,
      noHurryTopic: -1.5,
      bulk: -1.5,
      chat: -0.3,
    },
  },
  important: {
    bias: -2,
    weights: {
      task: 0.9,
      moneyTopic: 0.5,
      legalTopic: 0.8,
      businessTopic: 0.6,
      safetyTopic: 0.8,
      blockedTopic: 0.4,
      external: 0.4,
      socialTopic: -0.6,
      chat: -1.5,
      open: -0.8,
      bulk: -1.5,
    },
  },
  bulk: { bias: -2.2, weights: { bulk: 3, massTopic: 1, automaticTopic: 0.8, task: -0.5 } },
  scheduling: {
    bias: -2,
    weights: { meetingTopic: 1.6, travelTopic: 0.4, soonDate: 0.8, laterDate: 0.8, chat: -1 },
  },
  billing: { bias: -2.4, weights: { moneyTopic: 2.4, figures: 0.4 } },
  problem_report: { bias: -2, weights: { problemTopic: 1.6, blockedTopic: 0.8, toneNegative: 0.3 } },
  opportunity: { bias: -2.6, weights: { opportunityTopic: 2.2 } },
  action_request: { bias: -1, weights: { task: 1.6, imperative: 1, please: 1, questions: -1 } },
  question: {
    bias: -1,
    weights: { task: 0.8, questions: 1.5, readerQuestion: 1, otherQuestion: 1.5, chatQuestion: 0.6 },
  },
  social: { bias: -2.2, weights: { socialTopic: 2, praiseTopic: 0.3 } },
  information: { bias: 1, weights: { task: -1.6, noticeTopic: 0.3, questions: -0.8 } },
  other: { bias: -2, weights: { noOwnText: 1.5 } },
  positive: { bias: -1, weights: { tonePositive: 1, praiseTopic: 0.8, exclaims: 0.6, socialTopic: 0.4 } },
  neutral: { bias: 1.4, weights: {} },
  negative: { bias: -1.4, weights: { toneNegative: 1, complaintTopic: 0.8 } },
};

const signalOf = (input: HeadInput, name: Name) =>
  name === "task" ? (input.task ?? 0) : input[name as SignalName];

const rounds = 400;

/** Fits classes against each other by gradient descent with momentum, starting at the beliefs. */
function fitClasses(
  classes: readonly string[],
  rows: readonly { input: HeadInput; label: string }[],
  strength: number,
): Record<string, Head> {
  const start = classes.map((name) =>
    Float64Array.of(beliefs[name]!.bias, ...names.map((signal) => beliefs[name]!.weights[signal] ?? 0)),
  );
  const weights = start.map((row) => row.slice());
  const speeds = weights.map((row) => new Float64Array(row.length));
  const inputs = rows.map(({ input }) => Float64Array.of(1, ...names.map((name) => signalOf(input, name))));
  const labels = rows.map(({ label }) => classes.indexOf(label));
  for (let round = 0; round < rounds; round++) {
    const slopes = weights.map((row, c) =>
      row.map((weight, i) => (i === 0 ? 0.05 : 1) * strength * (weight - start[c]![i]!)),
    );
    for (const [at, input] of inputs.entries()) {
      addSlopes(slopes, input, sharesOf(weights, input), labels[at]!, inputs.length);
    }
    weights.forEach((row, c) => {
      const speed = speeds[c]!;
      const slope = slopes[c]!;
      for (let i = 0; i < row.length; i++) {
        speed[i] = 0.9 * speed[i]! - 0.25 * slope[i]!;
        row[i]! += speed[i]!;
      }
    });
  }
  return Object.fromEntries(classes.map((name, c) => [name, toHead(weights[c]!)]));
}

/** The probability of each class for one input. */
function sharesOf(weights: readonly Float64Array[], input: Float64Array): number[] {
  const odds = weights.map((row) => {
    let sum = 0;
    for (let i = 0; i < row.length; i++) sum += row[i]! * input[i]!;
    return sum;
  });
  const top = Math.max(...odds);
  const shares = odds.map((value) => Math.exp(value - top));
  const total = shares.reduce((sum, value) => sum + value, 0);
  return shares.map((value) => value / total);
}

function addSlopes(
  slopes: readonly Float64Array[],
  input: Float64Array,
  shares: readonly number[],
  label: number,
  count: number,
): void {
  for (let c = 0; c < slopes.length; c++) {
    const slope = slopes[c]!;
    const error = (shares[c]! - (label === c ? 1 : 0)) / count;
    for (let i = 0; i < slope.length; i++) slope[i]! += error * input[i]!;
  }
}

const round = (value: number) => Math.round(value * 100) / 100;

function toHead([bias = 0, ...rest]: Float64Array): Head {
  const weights: Weights = {};
  names.forEach((name, i) => {
    const value = round(rest[i]!);
    if (value !== 0) weights[name] = value;
  });
  return { bias: round(bias), weights };
}

/** A yes-or-no head is the class "yes" against an empty rival. */
function fitHead(name: string, rows: readonly { input: HeadInput; yes: boolean }[], strength: number): Head {
  beliefs.no ??= { bias: 0, weights: {} };
  const fitted = fitClasses(
    [name, "no"],
    rows.map(({ input, yes }) => ({ input, label: yes ? name : "no" })),
    strength,
  );
  const { bias, weights } = fitted[name]!;
  const against = fitted.no!;
  const joined: Weights = {};
  for (const signal of names) {
    const value = round((weights[signal] ?? 0) - (against.weights[signal] ?? 0));
    if (value !== 0) joined[signal] = value;
  }
  return { bias: round(bias - against.bias), weights: joined };
}

/** Penalty on moving a weight away from its belief; the bias moves almost freely. */
export const strengths = { hasTask: 0.2, axes: 0.05, category: 0.02, sentiment: 0.1 };

export const keyOf = ({ row }: GoldReading) => row.body.replace(/\s+/g, " ").slice(0, 300);

/** Trains the message-level models; the later ones see what a model that had not seen the message thought of its task. */
export function trainMessages(rows: readonly GoldReading[], use = strengths): MessageWeights {
  const taskRows = (part: readonly GoldReading[]) =>
    part.map(({ row, signals }) => ({ input: signals as HeadInput, yes: row.hasTask }));
  const folds = dealFolds(rows.map(keyOf), 5, 11);
  const task = crossValidate(rows, folds, (training, held) => {
    const head = fitHead("hasTask", taskRows(training), use.hasTask);
    return held.map(({ signals }) => Math.tanh(scoreHead(head, signals) / 2));
  });
  const inputs = rows.map(({ signals }, i) => ({ ...signals, task: task[i]! }));
  const axes = trainAxes(rows, inputs, folds, use.axes);
  const classes = (of: readonly string[], label: (row: GoldRow) => string, strength: number) =>
    fitClasses(
      of,
      rows.map(({ row }, i) => ({ input: inputs[i]!, label: label(row) })),
      strength,
    );
  return {
    hasTask: fitHead("hasTask", taskRows(rows), use.hasTask),
    ...axes,
    category: classes(categories, (row) => row.category, use.category) as Record<Category, Head>,
    sentiment: classes(
      ["positive", "neutral", "negative"],
      (row) => row.sentiment,
      use.sentiment,
    ) as MessageWeights["sentiment"],
  };
}

/** Urgency and importance; the cuts are moved to where the four quadrants are told apart best on unseen messages. */
function trainAxes(
  rows: readonly GoldReading[],
  inputs: readonly HeadInput[],
  folds: readonly number[],
  strength: number,
) {
  const examples = rows.map(({ row }, i) => ({
    input: inputs[i]!,
    urgent: row.urgency === "urgent",
    important: row.importance === "important",
  }));
  const fitAxis = (part: readonly (typeof examples)[number][], name: "urgent" | "important") =>
    fitHead(
      name,
      part.map((example) => ({ input: example.input, yes: example[name] })),
      strength,
    );
  const unseen = crossValidate(examples, folds, (training, held) => {
    const urgent = fitAxis(training, "urgent");
    const important = fitAxis(training, "important");
    return held.map(({ input }) => ({
      urgent: scoreHead(urgent, input),
      important: scoreHead(important, input),
    }));
  });
  const cuts = bestCuts(
    unseen,
    rows.map(({ row }) => quadrantOf(row)),
  );
  const shift = (head: Head, cut: number): Head => ({ ...head, bias: round(head.bias - cut) });
  return {
    urgent: shift(fitAxis(examples, "urgent"), cuts.urgent),
    important: shift(fitAxis(examples, "important"), cuts.important),
  };
}

function bestCuts(scores: readonly { urgent: number; important: number }[], actual: readonly Quadrant[]) {
  const steps = [0, -0.2, -0.4, -0.6, -0.8, -1, -1.2, 0.2];
  let best = { urgent: 0, important: 0, value: -1 };
  for (const urgent of steps) {
    for (const important of steps) {
      const predicted = scores.map((score) =>
        quadrantOf({
          urgency: score.urgent > urgent ? "urgent" : "not_urgent",
          importance: score.important > important ? "important" : "not_important",
        }),
      );
      const value = macroF1(predicted, actual);
      if (value > best.value) best = { urgent, important, value };
    }
  }
  return best;
}

/** Judges each message with models that saw neither it nor a copy of it. */
export function judgeUnseen(rows: readonly GoldReading[], seed = 3, use = strengths) {
  const folds = dealFolds(rows.map(keyOf), 10, seed);
  return crossValidate(rows, folds, (training, held) => {
    const weights = trainMessages(training, use);
    return held.map(({ signals }) => judge(signals, weights));
  });
}
