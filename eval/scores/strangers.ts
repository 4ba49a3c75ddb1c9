import { concludeFrom } from "../../src/features/triage/engine";
import type { Reading, Readings } from "../data/readings";
import { readWith, type TrainedMessages, trainMessages } from "../training/message-training";
import type { AnalyzedMessage } from "./analyses";
import { packFolds } from "./folds";

/** The sources are split into this many parts; each part needs its own training. */
const parts = 8;

/** A message analyzed by an engine that saw nothing of its source. */
export interface Stranger extends AnalyzedMessage {
  reading: Reading;
  trained: TrainedMessages;
}

/**
 * Analyzes each message with an engine that was trained on other mailboxes, lists, rooms and files, and on no
 * copy of the message. Everyday messages only train.
 *
 * @param only - analyze only these parts; default: all.
 */
export function analyzeStrangers(readings: Readings, only?: readonly number[]): Stranger[] {
  const { vocabulary } = readings;
  const everyday = readings.messages.filter(({ source }) => source.everyday);
  const messages = readings.messages.filter(({ source }) => !source.everyday);
  const folds = packFolds(
    messages.map(({ source }) => source.name),
    parts,
  );
  const wanted = only ?? Array.from({ length: parts }, (_, part) => part);
  return wanted.flatMap((part) => {
    const held = messages.filter((_, at) => folds[at] === part);
    const keys = new Set(held.map(({ key }) => key));
    const training = [
      ...messages.filter(({ key }, at) => folds[at] !== part && !keys.has(key)),
      ...everyday.filter(({ key }) => !keys.has(key)),
    ];
    const trained = trainMessages(training, vocabulary.slots.length);
    return held.map((reading) => analyzeWith(trained, reading));
  });
}

function analyzeWith(trained: TrainedMessages, reading: Reading): Stranger {
  const { row, input } = reading;
  const analysis = concludeFrom(
    input,
    readWith(trained, reading),
    null,
    null,
    trained.weights,
    trained.titles,
  );
  return { row, input, reading, trained, analysis };
}

/** Each message once: quoted mails and copies belong to the first one. */
export function withoutCopies<T extends { reading: Reading }>(all: readonly T[]): T[] {
  const seen = new Set<string>();
  return all.filter(({ reading: { key, quoted } }) => !quoted && !seen.has(key) && seen.add(key));
}
