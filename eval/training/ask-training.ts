import { factPairs, type PackedAskModel } from "../../src/features/triage/models/ask-model";
import { packModel } from "../../src/features/triage/models/linear-model";
import { featureSpace } from "../../src/features/triage/models/text-features";
import { adjustmentOf, plainness } from "../../src/features/triage/signals/sentence-reading";
import { asksReader } from "../data/acts";
import { askSpace, type Reading, type ReadSentence } from "../data/readings";
import type { Source } from "../data/sources";
import { sizeOfLargest, type TrainedModel } from "./linear-training";
import { type LabelledText, trainLogistic } from "./logistic-training";

/** How many word-sequence weights to keep, largest first. */
const keptWeights = 24_000;
/** The weight of a written message's sentences; those of a real one have 1. */
const writtenSay = 0.5;

/** In these, "please" is more frequent without a task than with one, a habit that no model should learn. */
export const notices = "written notices";

/**
 * The weight of a source with habits of its writer. In everyday messages, requests are plainer and more frequent than in
 * real mail.
 */
export const habitSay = ({ name, everyday }: Source): number =>
  name === notices ? 0.15 : everyday ? 0.3 : 1;

/** Words that don't show which sentence a title comes from. */
const thin = new Set(
  "the a an to of for and or in on at by with from if is are be it this that whether how what when who tell say answer help give send let know me you your my our we i their his her about do does can could will would".split(
    " ",
  ),
);

/** Words by their first letters, so that "sends" and "sending" count as one. */
const stems = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length > 2 && !thin.has(word))
      .map((word) => word.slice(0, 6)),
  );

/**
 * The sentence that a task most likely comes from: it shares the most words with the labeled title, is
 * labeled as asking, and asks by its form. Undefined for a message without a task.
 */
function sourceSentence({ row, sentences, message }: Reading): ReadSentence | undefined {
  if (!row.hasTask) return undefined;
  const title = stems(row.title ?? "");
  const points = (one: ReadSentence) => {
    const { sentence, act } = one;
    const form = 0.12 * Math.max(-1.5, Math.min(1.5, plainness(sentence)));
    const said = act === undefined ? 0 : asksReader(act) ? 0.4 : -0.6;
    if (title.size === 0) return form + said;
    const own = stems(message.seen[sentence.part].text.slice(sentence.start, sentence.end));
    const shared = [...title].filter((word) => own.has(word)).length / title.size;
    return shared + form + said - (sentence.part === "subject" ? 0.15 : 0);
  };
  return sentences.reduce<ReadSentence | undefined>(
    (best, one) => (best && points(best) >= points(one) ? best : one),
    undefined,
  );
}

const known = new WeakMap<Reading, LabelledText[]>();

/**
 * What a message teaches about asking. Sentences without a label are left out, because nobody knows whether
 * they ask.
 */
function textsOf(reading: Reading): LabelledText[] {
  const cached = known.get(reading);
  if (cached) return cached;
  const { row, source, sentences } = reading;
  const asked = sourceSentence(reading);
  const say = source.real ? 1 : writtenSay * habitSay(source);
  const texts = sentences.flatMap((one): LabelledText[] => {
    const { slots, values, act } = one;
    const yes = row.hasTask && (one === asked || (act !== undefined && asksReader(act)));
    return row.hasTask && !yes && act === undefined ? [] : [{ slots, values, yes, say }];
  });
  known.set(reading, texts);
  return texts;
}

/** Trains the ask model. */
export function trainAsk(readings: readonly Reading[]): TrainedModel {
  const { weights, bias } = trainLogistic(readings.flatMap(textsOf), askSpace);
  return { weights: asShipped(weights), bias };
}

/** The largest weights of each kind in 255 steps, as shipped. */
function asShipped(weights: Float64Array): Float64Array {
  const round = (part: Float64Array, kept: number) => {
    const least = sizeOfLargest(part, kept);
    const step = sizeOfLargest(part, 1) / 127 || 1;
    return part.map((weight) => (Math.abs(weight) < least ? 0 : Math.round(weight / step) * step));
  };
  const shipped = new Float64Array(weights.length);
  shipped.set(round(weights.slice(0, featureSpace), keptWeights));
  shipped.set(round(weights.slice(featureSpace), factPairs), featureSpace);
  return shipped;
}

/** The score of each sentence, equal to `scoreAsk`. */
export function scoreAsks({ weights, bias }: TrainedModel, { sentences }: Reading): number[] {
  return sentences.map(({ slots, values, sentence }) => {
    let score = bias;
    for (let at = 0; at < slots.length; at++) score += weights[slots[at]!]! * values[at]!;
    return score + adjustmentOf(sentence, score);
  });
}

export const packAsk = ({ weights, bias }: TrainedModel): PackedAskModel => ({
  words: packModel(weights.slice(0, featureSpace), bias),
  facts: packModel(weights.slice(featureSpace), 0),
});
