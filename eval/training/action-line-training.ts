import type { PackedActionModel } from "../../src/features/triage/models/action-line-weights";
import {
  type ActionModel,
  actionFeatures,
  scoreActionLines,
  unpackActionModel,
  withSurroundings,
} from "../../src/features/triage/models/action-lines";
import { packModel } from "../../src/features/triage/models/linear-model";
import type { Meeting } from "../data/data";
import { crossValidate, splitFolds } from "../scores/folds";
import { f1 } from "../scores/scores";
import {
  type Example,
  scoreExample,
  sizeOfLargest,
  type TrainedModel,
  type TrainingOptions,
  toExample,
  trainLinear,
} from "./linear-training";

const options: TrainingOptions = { cost: 0.3, passes: 8, minTexts: 3, contrast: 0.5 };
/** How many weights to keep, largest first. The rest takes space and adds little. */
const keptWeights = 8000;

/** A meeting in the trainer's form. */
interface ReadMeeting {
  meeting: Meeting;
  examples: Example[];
}

const linesOf = ({ lines }: Meeting) => lines.map(({ sp, text }) => ({ speaker: sp, text }));
const isAction = ({ lines }: Meeting) => lines.map(({ action }) => action !== undefined);

function read(meeting: Meeting): ReadMeeting {
  const marked = isAction(meeting);
  const examples = actionFeatures(linesOf(meeting)).map((groups, at) => toExample(groups, marked[at]!));
  return { meeting, examples };
}

/** Meetings of the same people share a fold, because they discuss the same things. */
const keysOf = (meetings: readonly ReadMeeting[]) => meetings.map(({ meeting }) => meeting.id.slice(0, -1));

function trainLines(meetings: readonly ReadMeeting[]): TrainedModel {
  const { weights, bias } = trainLinear(
    meetings.flatMap(({ examples }) => examples),
    options,
  );
  const smallest = sizeOfLargest(weights, keptWeights);
  return { bias, weights: weights.map((weight) => (Math.abs(weight) < smallest ? 0 : weight)) };
}

/** The threshold with the best F1, halfway to the next lower score. */
function bestCut(scores: readonly number[], actual: readonly boolean[]): number {
  const order = [...scores.keys()].sort((one, other) => scores[other]! - scores[one]! || one - other);
  const all = actual.filter(Boolean).length;
  let hits = 0;
  let best = { value: 0, cut: 0 };
  for (const [rank, at] of order.entries()) {
    if (actual[at]) hits++;
    const value = (2 * hits) / (rank + 1 + all);
    const below = scores[order[rank + 1] ?? at]!;
    if (value > best.value) best = { value, cut: (scores[at]! + below) / 2 };
  }
  return best.cut;
}

function trainRead(meetings: readonly ReadMeeting[]): PackedActionModel {
  const scores = crossValidate(meetings, splitFolds(keysOf(meetings), 3, 3), (training, held) => {
    const model = trainLines(training);
    return held.map(({ examples }) => withSurroundings(examples.map((one) => scoreExample(model, one))));
  });
  const cut = bestCut(
    scores.flat(),
    meetings.flatMap(({ meeting }) => isAction(meeting)),
  );
  const { weights, bias } = trainLines(meetings);
  return { line: packModel(weights, bias), cut: Number(cut.toPrecision(6)) };
}

/** Trains the action-line model; its threshold comes from cross-validation on unseen meetings. */
export const trainActionLines = (meetings: readonly Meeting[]): PackedActionModel =>
  trainRead(meetings.map(read));

/** The indexes of the five highest scores, best first; of equal ones, the earlier first. */
function bestLines(scores: readonly number[]): number[] {
  const order = [...scores.keys()].sort((one, other) => scores[other]! - scores[one]! || one - other);
  return order.slice(0, 5);
}

/** F1 of lines, and the share of action items that one of the meeting's five best lines supports; 0 to 1. */
function scoreMeetings(meetings: readonly Meeting[], scores: readonly (readonly number[])[]) {
  let items = 0;
  let found = 0;
  for (const [at, { lines }] of meetings.entries()) {
    items += new Set(lines.flatMap(({ action }) => action ?? [])).size;
    found += new Set(bestLines(scores[at]!).flatMap((line) => lines[line]!.action ?? [])).size;
  }
  return {
    actionLineF1: f1(
      scores.flat().map((score) => score > 0),
      meetings.flatMap(isAction),
    ),
    actionItemsTop5: found / (items || 1),
  };
}

/** Scores of a model on meetings. */
export const scoreActionModel = (meetings: readonly Meeting[], model: ActionModel) =>
  scoreMeetings(
    meetings,
    meetings.map((meeting) => scoreActionLines(linesOf(meeting), model)),
  );

/** For each meeting, a model that saw neither it nor its group. */
export function modelsForUnseen(meetings: readonly Meeting[], folds = 5): ActionModel[] {
  const all = meetings.map(read);
  return crossValidate(all, splitFolds(keysOf(all), folds, seeds[0]!), (training, held) => {
    const model = unpackActionModel(trainRead(training));
    return held.map(() => model);
  });
}

const seeds = [7, 8, 9];

/**
 * Scores by models that saw neither the meeting nor its group: the mean over the first {@link seeds}.
 *
 * @param effort - `splits`, and `folds` of each: every fold needs a training.
 */
export function crossValidateActions(
  meetings: readonly Meeting[],
  { splits = seeds.length, folds = 5 } = {},
) {
  const all = meetings.map(read);
  const runs = seeds.slice(0, splits).map((seed) => {
    const scores = crossValidate(all, splitFolds(keysOf(all), folds, seed), (training, held) => {
      const model = unpackActionModel(trainRead(training));
      return held.map(({ meeting }) => scoreActionLines(linesOf(meeting), model));
    });
    return scoreMeetings(meetings, scores);
  });
  const mean = (key: keyof (typeof runs)[number]) =>
    runs.reduce((sum, run) => sum + run[key], 0) / runs.length;
  const lowest = (key: keyof (typeof runs)[number]) => Math.min(...runs.map((run) => run[key]));
  return {
    actionLineF1: mean("actionLineF1"),
    actionItemsTop5: mean("actionItemsTop5"),
    actionLineLowest: lowest("actionLineF1"),
    actionItemsLowest: lowest("actionItemsTop5"),
  };
}
