import type { Reference } from "../dates/date-rules";
import type { ToneScores } from "../models/text-models";
import type { OwnText } from "../text/own-text";
import type { VisibleText } from "../text/visible-text";
import type { Addressing } from "./addressing";
import type { SentenceReading } from "./sentence-reading";

/** Everything read from one message before the models run. Offsets refer to the visible texts. */
export interface MessageReading {
  seen: { content: VisibleText; subject: VisibleText };
  /** Something in it, visible or hidden, addresses an AI; those words are blank in `seen`. */
  addressesAi: boolean;
  sentences: SentenceReading[];
  subject: SentenceReading | null;
  own: OwnText;
  ownLength: number;
  addressing: Addressing;
  bulk: number;
  tone: ToneScores;
  /** Scores of the words of the whole message, in the order of `messageQuestions`. */
  words: number[];
  /** The slots of the word sequences behind those scores. */
  wordSlots: number[];
  /** The message's own day, time and language. */
  reference: Required<Reference>;
  reply: boolean;
  forward: boolean;
  /** Every word of the sender up to here was read, after it only the end; null if all were. */
  readUpTo: number | null;
}
