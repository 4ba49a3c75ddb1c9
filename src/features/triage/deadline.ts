import type { EvidenceSpan } from "../../shared/evidence";
import type { Category } from "./contract";
import type { FoundDate } from "./dates/date-readings";
import { findDates } from "./dates/due-dates";
import type { MessageReading } from "./signals/message-reading";
import type { SentenceReading } from "./signals/sentence-reading";
import { topicBit } from "./signals/topics";

/** The due date of a task, and the part of the message it comes from. */
export interface Deadline {
  date: FoundDate;
  part: EvidenceSpan["part"];
}

const meeting = topicBit("meeting");

/** A limit beats a mere date, a named day beats "ASAP", and an earlier date beats a later one. */
function choose(dates: readonly FoundDate[]): FoundDate | null {
  const score = (date: FoundDate) => (date.limit ? 2 : 0) + (date.vague ? -3 : 0) + (date.time ? 0.5 : 0);
  let best: FoundDate | null = null;
  for (const date of dates) {
    if (!best || score(date) > score(best) || (score(date) === score(best) && date.day < best.day))
      best = date;
  }
  return best;
}

const asks = ({ request, shape }: SentenceReading) => request > 0 && (!shape.ownPlan || shape.question);

/**
 * The deadline of a message's task: the date in the sentence that asks, else one stated as a limit nearby,
 * else the date of the meeting it calls. Dates in other sentences aren't deadlines.
 */
export function pickDeadline(
  message: MessageReading,
  task: SentenceReading,
  category: Category,
): Deadline | null {
  const counted = countedFromBefore(message, task);
  if (counted) return counted;
  const own = choose(task.dates);
  if (own && !own.vague) return { date: own, part: task.part };
  const all = message.subject ? [...message.sentences, message.subject] : message.sentences;
  const asking = fromSentences(
    all.filter((sentence) => sentence !== task && asks(sentence)),
    true,
  );
  if (asking) return asking;
  const beside = fromSentences(neighborsOf(task, message), true);
  if (beside) return beside;
  if (category === "scheduling") {
    const called = fromSentences(
      all.filter(({ topics }) => topics & meeting),
      false,
    );
    if (called) return called;
  }
  return own ? { date: own, part: task.part } : null;
}

function neighborsOf(task: SentenceReading, { sentences }: MessageReading): SentenceReading[] {
  const span = sentences.indexOf(task);
  return span < 0 ? [] : sentences.slice(span + 1, span + 2);
}

const pointsBack =
  /\b(?:before|after|beforehand|afterwards|earlier|later|prior)\s*(?:(?:that|this|it|then)\b\s*)?(?:$|[.,;!?)])|\b(?:before|after|by|ahead of|prior to|of|until) (?:then|that|it)\b/i;

/**
 * "The review is on the 18th. Send me your part two days before that": the reference is in the previous
 * sentence.
 */
function countedFromBefore(
  { sentences, seen, reference }: MessageReading,
  task: SentenceReading,
): Deadline | null {
  const before = sentences[sentences.indexOf(task) - 1];
  if (!before || before.part !== task.part || before.dates.length === 0) return null;
  const { text } = seen[task.part];
  if (!pointsBack.test(text.slice(task.start, task.end))) return null;
  const date = choose(findDates(text.slice(before.start, task.end), reference));
  if (!date || date.vague) return null;
  return {
    date: { ...date, start: date.start + before.start, end: date.end + before.start },
    part: task.part,
  };
}

function fromSentences(sentences: readonly SentenceReading[], limitsOnly: boolean): Deadline | null {
  for (const sentence of sentences) {
    const date = choose(limitsOnly ? sentence.dates.filter(({ limit }) => limit) : sentence.dates);
    if (date && !date.vague) return { date, part: sentence.part };
  }
  return null;
}
