import type { Addressing } from "./addressing";
import type { Reference } from "./date-rules";
import type { OwnText } from "./own-text";
import type { SentenceReading } from "./sentence-reading";
import type { ToneScores } from "./text-models";

/** Everything read from one message before anything is decided. */
export interface MessageReading {
  sentences: SentenceReading[];
  subject: SentenceReading | null;
  own: OwnText;
  ownLength: number;
  addressing: Addressing;
  bulk: number;
  tone: ToneScores;
  reference: Reference;
  reply: boolean;
  forward: boolean;
}
