import { readMessage } from "../../src/features/triage/engine";
import type { TriageInput } from "../../src/features/triage/message";
import { factNumbers, pairOf, pairShare } from "../../src/features/triage/models/ask-model";
import { featureSpace } from "../../src/features/triage/models/text-features";
import type { TextModels } from "../../src/features/triage/models/text-models";
import { askFacts } from "../../src/features/triage/signals/ask-facts";
import type { MessageReading } from "../../src/features/triage/signals/message-reading";
import type { SentenceReading } from "../../src/features/triage/signals/sentence-reading";
import { type Signals, toSignals } from "../../src/features/triage/signals/signals";
import { numberWords, type Vocabulary, vocabularyOf, type Words } from "../training/message-word-training";
import { actsOf, markOf } from "./acts";
import { type GoldRow, toInput } from "./data";
import { type Source, sourceOf } from "./sources";

/** The ask model's features have numbers below this: word sequences first, then pairs of facts. */
export const askSpace = featureSpace + factNumbers * factNumbers;

/** A sentence in the form the ask model reads. */
export interface ReadSentence {
  sentence: SentenceReading;
  slots: Int32Array;
  values: Float32Array;
  /** The labeled act of the sentence; undefined if it has no label. */
  act: string | undefined;
}

/** A labeled message as the engine reads it. Each training adds its own models' scores. */
export interface Reading {
  row: GoldRow;
  input: TriageInput;
  /** The same for all copies; a quoted mail has the key of the mail that quotes it. */
  key: string;
  source: Source;
  /** It is quoted in another mail. */
  quoted: boolean;
  message: MessageReading;
  signals: Signals;
  /** The subject, if there is one, and the sentences. */
  sentences: ReadSentence[];
  words: Words;
}

export interface Readings {
  messages: Reading[];
  vocabulary: Vocabulary;
}

const textKey = ({ body }: GoldRow) =>
  body
    .replace(/^[>|\s]+/gm, "")
    .replace(/\s+/g, " ")
    .slice(0, 300);

function keysOf(rows: readonly GoldRow[]): (row: GoldRow) => string {
  const keys = new Map(rows.map((row) => [row.id, textKey(row)]));
  return (row) => keys.get(row.id.replace(/#quote-\d+$/, "")) ?? textKey(row);
}

/** Reads labeled messages. */
export function readLabelled(rows: readonly GoldRow[], models?: TextModels): Readings {
  const keyOf = keysOf(rows);
  const read = rows.map((row) => {
    const input = toInput(row);
    const message = readMessage(input, models);
    return { row, input, message };
  });
  const vocabulary = vocabularyOf(read.map(({ message }) => message.wordSlots));
  const messages = read.map(
    ({ row, input, message }): Reading => ({
      row,
      input,
      message,
      key: keyOf(row),
      source: sourceOf(row),
      quoted: /#quote-\d+$/.test(row.id),
      signals: toSignals(message),
      sentences: readSentences(row, message),
      words: numberWords(message.wordSlots, vocabulary),
    }),
  );
  return { messages, vocabulary };
}

function readSentences({ id }: GoldRow, message: MessageReading): ReadSentence[] {
  const { sentences, subject, seen } = message;
  const all = subject ? [subject, ...sentences] : sentences;
  const acts = actsOf(id);
  return all.map((sentence, at) => ({
    sentence,
    act:
      acts && sentence.part === "content"
        ? acts.get(markOf(seen.content.text.slice(sentence.start, sentence.end)))
        : undefined,
    ...askFeatures(sentence.slots, askFacts(all, at, message)),
  }));
}

/** The features in the order that `scoreAsk` sums them. */
function askFeatures(
  slots: readonly number[],
  facts: readonly number[],
): Pick<ReadSentence, "slots" | "values"> {
  const sums = new Map<number, number>();
  const share = 1 / Math.sqrt(slots.length || 1);
  for (const slot of slots) sums.set(slot, (sums.get(slot) ?? 0) + share);
  const pair = pairShare(facts.length);
  for (let one = 0; one < facts.length; one++)
    for (let other = one; other < facts.length; other++)
      sums.set(featureSpace + pairOf(facts[one]!, facts[other]!), pair);
  return { slots: Int32Array.from(sums.keys()), values: Float32Array.from(sums.values()) };
}
