import type { Reference } from "../dates/date-rules";
import type { ToneScores } from "../models/text-models";
import type { OwnText } from "../text/own-text";
import type { VisibleText } from "../text/visible-text";
import type { Addressing } from "./addressing";
import type { SentenceReading } from "./sentence-reading";

/** Everything read from one message before anything is decided. Offsets count in the texts as seen. */
export interface MessageReading {
  seen: { content: VisibleText; subject: VisibleText };
  /** Something in it, seen or hidden, is meant for an AI; those words are blank in `seen`. */
  addressesAi: boolean;
  sentences: SentenceReading[];
  subject: SentenceReading | null;
  own: OwnText;
  ownLength: number;
  addressing: Addressing;
  bulk: number;
  tone: ToneScores;
  /** What the words of the whole message say, in the order of `messageQuestions`. */
  words: number[];
  /** The slots of the word sequences those scores rest on. */
  wordSlots: number[];
  /** The message's own day, time and language. */
  reference: Required<Reference>;
  reply: boolean;
  forward: boolean;
  /** Up to here every word of the sender was read, behind it only the end; null when all were. */
  readUpTo: number | null;
}
