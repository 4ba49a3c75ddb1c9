import { readMessage } from "../../src/features/triage/engine";
import type { TextModels } from "../../src/features/triage/models/text-models";
import { toSignals } from "../../src/features/triage/signals/signals";
import type { GoldReading } from "../training/message-training";
import { numberWords, type Vocabulary, vocabularyOf } from "../training/message-word-training";
import { type GoldRow, toInput } from "./data";

/** Chat lines are four times as frequent among the further messages as among the others. */
const chatSay = 0.4;

/** The training data of the message-level models, read. */
export interface Readings {
  gold: GoldReading[];
  /** Used for training, never scored. */
  further: GoldReading[];
  vocabulary: Vocabulary;
  /** Size of the vocabulary. */
  space: number;
}

const textKey = ({ body }: GoldRow) => body.replace(/\s+/g, " ").slice(0, 300);

/** Messages with the same key are copies; a quoted mail has the key of the mail that quotes it. */
function keysOf(rows: readonly GoldRow[]): (row: GoldRow) => string {
  const keys = new Map(rows.map((row) => [row.id, textKey(row)]));
  return (row) => keys.get(row.id.replace(/#quote-\d+$/, "")) ?? textKey(row);
}

/**
 * Reads labeled messages.
 *
 * @param further - additional real messages; `written` - messages written for training.
 */
export function readLabelled(
  gold: readonly GoldRow[],
  further: readonly GoldRow[] = [],
  written: readonly GoldRow[] = [],
  models?: TextModels,
): Readings {
  const keyOf = keysOf([...gold, ...further]);
  const read = (row: GoldRow) => {
    const message = readMessage(toInput(row), models);
    return {
      row,
      key: keyOf(row),
      signals: toSignals(message),
      slots: message.wordSlots,
    };
  };
  const [own, more, made] = [gold, further, written].map((rows) => rows.map(read));
  const vocabulary = vocabularyOf([...own!, ...more!, ...made!].map(({ slots }) => slots));
  const toReading =
    (origin: GoldReading["origin"], chats = 1) =>
    ({ slots, ...rest }: ReturnType<typeof read>): GoldReading => ({
      ...rest,
      words: numberWords(slots, vocabulary),
      origin,
      say: rest.row.id.startsWith("chat") ? chats : 1,
    });
  return {
    gold: own!.map(toReading("gold")),
    further: [...more!.map(toReading("further", chatSay)), ...made!.map(toReading("written"))],
    vocabulary,
    space: vocabulary.slots.length,
  };
}
