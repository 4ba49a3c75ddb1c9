import type { Analysis, CorrectableField, EvidenceField, Importance, Urgency } from "../contract";
import type { FoundDate } from "../dates/date-readings";
import { dueInstant, findDates } from "../dates/due-dates";
import { readMessage } from "../engine";
import type { EngineResult, TriageInput } from "../message";
import { priorityOf } from "../priority";
import type { MessageReading } from "../signals/message-reading";
import { titleOfSentence } from "../title/choose-title";
import { maxTitle, minOwnWords } from "../title/title";
import type { RefinementAnswer } from "./model-answer";
import { ownWords, promptVersion, textToSend } from "./model-question";
import { type FoundQuote, findQuote } from "./model-quotes";

export { RefinementAnswer, RefinementForm } from "./model-answer";
export { promptVersion, shortenToSend, toPrompt } from "./model-question";

/** A message in the form a language model may see. */
export interface Refinable {
  input: TriageInput;
  reading: MessageReading;
  /** What a language model may see, at full length and before secrets are removed. */
  text: string;
}

/** Null if there is nothing to ask: the owner's own mail, and messages without words. */
export function toRefinable(input: TriageInput): Refinable | null {
  if (input.fromOwner) return null;
  const reading = readMessage(input);
  if (!/[\p{L}\p{N}]/u.test(ownWords(reading))) return null;
  return { input, reading, text: textToSend(input, reading) };
}

interface Case extends Refinable {
  before: Analysis;
  answer: RefinementAnswer;
  quotes: Record<keyof RefinementAnswer["quotes"], FoundQuote[]>;
}

/**
 * The analysis of a message after a language model's answer. Each claim is checked against the message; the
 * embedded engine's conclusion replaces those that fail.
 *
 * Pure. Of the answer it uses only values of the contract, a title in the message's own words, and the spans
 * of its quotes in the message; our own rules read the due date from the quoted words. The model can't raise
 * urgency, importance or task without words of the message as evidence, and never in a message that addresses
 * an AI or is bulk mail.
 *
 * @param before - the embedded engine's analysis, as stored.
 * @param model - provider and model.
 */
export function refine(
  refinable: Refinable,
  before: Analysis,
  answer: RefinementAnswer,
  model: string,
): EngineResult {
  const find = (list: readonly string[]) =>
    list.flatMap((quote) => findQuote(quote, refinable.reading, refinable.input) ?? []);
  const { task, urgency, importance, category, sentiment } = answer.quotes;
  const quotes = {
    task: find(task),
    urgency: find(urgency).filter(isNoBid),
    importance: find(importance).filter(isNoBid),
    category: find(category),
    sentiment: find(sentiment),
  };
  return conclude({ ...refinable, before, answer, quotes }, model);
}

/** "Mark this as urgent" says what the sender wants, not why it is urgent. */
const bid =
  /\b(?:mark|flag|classif\w*|label|categori[sz]\w*|treat|rate|set|tag|priorit\w*)\b[^.!?\n]{0,60}\b(?:urgent|important|priority|critical|high)\b|^\W*(?:very\s+)?(?:urgent|important|critical|high priority)\W*$/i;
const isNoBid = ({ span }: FoundQuote) => !bid.test(span.quote);

function conclude(found: Case, model: string): EngineResult {
  const { answer, before, reading, input } = found;
  const mayRaise = !reading.addressesAi && !input.bulk;
  const { hasTask, taskTitle } = taskOf(found, mayRaise);
  const claimed = {
    urgency: isCorrected(before, "urgency") ? null : answer.urgency,
    importance: isCorrected(before, "importance") ? null : answer.importance,
  };
  const earned = (field: "urgency" | "importance") => mayRaise && found.quotes[field].length > 0;
  const urgency = atMost(claimed.urgency, before.urgency, "urgent", earned("urgency"));
  const importance = atMost(claimed.importance, before.importance, "important", earned("importance"));
  const due = hasTask ? dueOf(found) : { dueDate: null, spans: [] };
  const massMail = input.bulk && before.category === "bulk";
  const refined = {
    hasTask,
    category:
      massMail || isCorrected(before, "category") ? before.category : (answer.category ?? before.category),
    sentiment: answer.sentiment ?? before.sentiment,
    urgency,
    importance,
    dueDate: due.dueDate,
  };
  return {
    ...refined,
    taskTitle,
    // Settled, unless the model saw a task but couldn't show the words that ask for it.
    uncertain: before.uncertain && hasTask !== answer.hasTask,
    priority: priorityOf({ urgency, importance }),
    confidence: hasTask === before.hasTask ? before.confidence : Number((1 - before.confidence).toFixed(3)),
    engine: "llm",
    version: `${model} ${promptVersion}`.slice(0, 200),
    evidence: evidenceOf(found, refined, due.spans),
    ...(before.fromCorrections && { fromCorrections: before.fromCorrections }),
    ...(before.readUpTo !== undefined && { readUpTo: before.readUpTo }),
    ...(reading.addressesAi && { addressesAi: true as const }),
  };
}

/** The team's corrections stay, whatever the model says. */
const isCorrected = ({ fromCorrections }: Analysis, field: CorrectableField) =>
  fromCorrections?.includes(field) ?? false;

/** The lower value is free, the higher one needs evidence. */
function atMost<T extends Urgency | Importance>(claimed: T | null, before: T, high: T, earned: boolean): T {
  if (claimed === null || claimed === before) return before;
  return claimed !== high || earned ? claimed : before;
}

function taskOf(found: Case, mayRaise: boolean): Pick<EngineResult, "hasTask" | "taskTitle"> {
  const { answer, before, quotes, input } = found;
  const wanted = isCorrected(before, "task") ? before.hasTask : answer.hasTask;
  if (input.fromOwner || !wanted) return { hasTask: false, taskTitle: null };
  const title = checkedTitle(answer.taskTitle, found);
  if (before.hasTask) return { hasTask: true, taskTitle: title ?? before.taskTitle };
  const shown = quotes.task[0];
  const own = title ?? (shown ? titleOf(shown, found) : null);
  return mayRaise && shown && own ? { hasTask: true, taskTitle: own } : { hasTask: false, taskTitle: null };
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** Parts of links, markup and placeholders, which don't belong in a title. */
const notPlain = /[<>[\]{}`|\\\p{Cc}\p{Cf}]|:\/\/|\bwww\.|\bjavascript:|\bdata:/iu;

/** The model's title if it is short, plain, and consists of the message's words; else null. */
function checkedTitle(title: string | null, { reading, input }: Case): string | null {
  const plain = title?.replace(/\s+/g, " ").replace(/[.\s]+$/, "");
  if (!plain || plain.length > maxTitle || notPlain.test(plain)) return null;
  const { content, subject } = reading.seen;
  const source = new Set(wordsIn(`${content.text} ${subject.text} ${input.from.name ?? ""}`));
  const words = wordsIn(plain);
  const own = words.filter((word) => source.has(word)).length;
  return own > 0 && own >= words.length * minOwnWords ? plain : null;
}

/** A title by our own rules from the sentence of a quote. */
function titleOf({ seen, part }: FoundQuote, { reading }: Case): string | null {
  const all = reading.subject ? [...reading.sentences, reading.subject] : reading.sentences;
  const sentence = all.find((one) => one.part === part && one.start <= seen.start && seen.start < one.end);
  const title = sentence ? titleOfSentence(reading, sentence) : null;
  return title !== null && !notPlain.test(title) ? title : null;
}

/** The due date our own rules read from the quoted words; the embedded engine's if they find none. */
function dueOf({ answer, before, reading, input }: Case): {
  dueDate: string | null;
  spans: EngineResult["evidence"]["task"] & object;
} {
  const kept = { dueDate: before.dueDate, spans: before.evidence.dueDate ?? [] };
  if (answer.dueWords === null) return before.hasTask ? kept : { dueDate: null, spans: [] };
  const quote = findQuote(answer.dueWords, reading, input);
  const date = quote && dateAt(quote, reading);
  if (!quote || !date) return before.hasTask ? kept : { dueDate: null, spans: [] };
  return {
    dueDate: dueInstant(date, input.sentAt, input.timeZone ?? "UTC").toISOString(),
    spans: [quote.span],
  };
}

/** The day named at a quote: in its sentence, whose words help to read it, else in the quote alone. */
function dateAt({ seen, part }: FoundQuote, reading: MessageReading): FoundDate | null {
  const all = reading.subject ? [...reading.sentences, reading.subject] : reading.sentences;
  const around = all
    .filter((sentence) => sentence.part === part)
    .flatMap(({ dates }) => dates)
    .filter(({ start, end, vague }) => !vague && start < seen.end && end > seen.start);
  const alone = () =>
    findDates(reading.seen[part].text.slice(seen.start, seen.end), reading.reference).filter(
      ({ vague }) => !vague,
    );
  const dates = around.length > 0 ? around : alone();
  return dates.find(({ limit }) => limit) ?? dates[0] ?? null;
}

/** The model's quotes; without any for a conclusion it shares, the embedded engine's evidence. */
function evidenceOf(
  { before, quotes }: Case,
  refined: Pick<EngineResult, "hasTask" | "category" | "sentiment" | "urgency" | "importance">,
  due: EngineResult["evidence"]["task"] & object,
): EngineResult["evidence"] {
  const same: Record<keyof Case["quotes"], boolean> = {
    task: refined.hasTask && before.hasTask,
    urgency: refined.urgency === before.urgency,
    importance: refined.importance === before.importance,
    category: refined.category === before.category,
    sentiment: refined.sentiment === before.sentiment,
  };
  const evidence: EngineResult["evidence"] = {};
  for (const field of Object.keys(same) as (keyof Case["quotes"])[]) {
    if (field === "task" && !refined.hasTask) continue;
    const own = quotes[field].map(({ span }) => span);
    const spans = own.length > 0 ? own : same[field] ? (before.evidence[field as EvidenceField] ?? []) : [];
    if (spans.length > 0)
      evidence[field] = spans.map(({ part, start, end, quote }) => ({ part, start, end, quote }));
  }
  if (due.length > 0)
    evidence.dueDate = due.map(({ part, start, end, quote }) => ({ part, start, end, quote }));
  return evidence;
}
