import type { EvidenceSpan } from "../../shared/evidence";
import { forwardPrefix, replyPrefix, subjectPrefix } from "../mail/subject-prefix";
import { type Category, type CorrectableField, correctableFields } from "./contract";
import type { Decision, TeamCorrections } from "./corrections/correction";
import { shiftFor } from "./corrections/correction-shift";
import { dueInstant, referenceFor } from "./dates/due-dates";
import { pickDeadline } from "./deadline";
import { faceSpans, type Sources, signSpans, spanOf, withSpans } from "./explain/analysis-evidence";
import type { EngineResult, TriageInput } from "./message";
import { scoreAsk } from "./models/ask-model";
import type { Forest } from "./models/forest";
import { chanceOfTask, isUncertain, type ModelScores, runModels } from "./models/message-models";
import type { Certainty, MessageWeights } from "./models/message-weights";
import { messageWordSlots, scoreMessageWords } from "./models/message-words";
import { scoreTone, shippedTextModels, type TextModels, toneRange } from "./models/text-models";
import { priorityOf } from "./priority";
import { readAddressing } from "./signals/addressing";
import { askFacts } from "./signals/ask-facts";
import { bulkScore } from "./signals/bulk";
import type { MessageReading } from "./signals/message-reading";
import { adjustmentOf, readSentence, type SentenceReading, taskSentence } from "./signals/sentence-reading";
import { toSignals } from "./signals/signals";
import type { Topic } from "./signals/topics";
import { detectLanguage, type Language } from "./text/language";
import { findOwnText, type Range } from "./text/own-text";
import { splitSentences } from "./text/sentences";
import { withoutTextForAi } from "./text/text-for-ai";
import { type Tokens, tokenize } from "./text/tokens";
import { type VisibleText, visibleText } from "./text/visible-text";
import { chooseTitle } from "./title/choose-title";
import { messageWeights } from "./weights/messages";

/** Change it whenever the same message may get a different analysis. */
export const engineVersion = "embedded-24";

/** The most sentences read of one message; requests stand early or at the very end. */
const maxSentences = 120;
/** How many of them are reserved for the end. */
const lastSentences = 20;

/** The languages of the messages that the word models learned from. */
const learned: ReadonlySet<Language> = new Set(["en", "de", "fr", "es", "it", "pt"]);

/** From this score on, a message is mass mail; see `bulkScore`. */
const leastBulk = 0.8;

const subjectMark = new RegExp(`\\s*(?:${subjectPrefix}|\\[[^\\]]{1,40}\\])\\s*`, "iy");
/** Reply prefixes are skipped within `marks` characters of a subject; after them, `words` characters are read. */
const maxSubject = { marks: 64 * 1024, words: 400 };

/** A message as its reader sees it, without text that addresses an AI. */
function see(input: TriageInput): { shown: TriageInput } & Pick<MessageReading, "seen" | "addressesAi"> {
  const head = (input.subject ?? "").slice(0, maxSubject.marks);
  const content = withoutTextForAi(visibleText(input.content), input.content);
  const subject = withoutTextForAi(visibleText(head), head);
  return {
    seen: { content: content.seen, subject: subject.seen },
    addressesAi: content.addressesAi || subject.addressesAi,
    shown: {
      ...input,
      content: content.seen.text,
      subject: input.subject === null ? null : subject.seen.text,
    },
  };
}

/** Reads everything that the decisions depend on; decides nothing. */
export function readMessage(input: TriageInput, models: TextModels = shippedTextModels()): MessageReading {
  const { shown, seen, addressesAi } = see(input);
  const { content } = shown;
  const subject = seen.subject.text;
  const own = findOwnText(content);
  const { textRanges, readUpTo } = chooseSpans(splitSentences(content, own.ranges), own.readUpTo);
  const opening = textRanges[0] ? content.slice(textRanges[0].start, textRanges[0].start + 80) : "";
  const topic = subjectSpan(subject);
  const tone = toneRange(own.ranges);
  const toneWords = tokenize(content, tone.start, tone.end);
  const known = { text: content, from: tone.start, to: tone.end, tokens: toneWords };
  const reference = {
    ...referenceFor(input.sentAt, input.timeZone ?? "UTC"),
    language: languageOf(content.slice(tone.start, tone.end), toneWords, subject),
  };
  const addressing = readAddressing(shown, opening);
  const read = (text: string, part: EvidenceSpan["part"]) => (textRange: Range) =>
    readSentence(text, textRange, part, reference, models, addressing, known);
  const sentences = textRanges.map(read(content, "content"));
  const headline = topic.start < topic.end ? read(subject, "subject")(topic) : null;
  // In a language the models haven't learned, no word says anything.
  const wordSlots = learned.has(reference.language) ? messageWordSlots(sentences, headline) : [];
  const context = {
    own,
    addressing,
    bulk: bulkScore(shown),
    reply: replyPrefix.test(subject) || (own.quotes && !own.forwarded),
  };
  const all = headline ? [headline, ...sentences] : sentences;
  for (const [at, sentence] of all.entries()) {
    // Mass mail reminds and warns everybody.
    if (sentence.askRule === "plain" && context.bulk >= leastBulk) {
      sentence.askRule = null;
      sentence.alarm = null;
    }
    const score = scoreAsk(models.ask, sentence.slots, askFacts(all, at, context));
    sentence.askAdjustment = adjustmentOf(sentence, score);
    sentence.ask = score + sentence.askAdjustment;
  }
  return {
    seen,
    addressesAi,
    readUpTo,
    sentences,
    subject: headline,
    ownLength: own.ranges.reduce(
      (length, { start, end }) => length + content.slice(start, end).trim().length,
      0,
    ),
    ...context,
    tone: scoreTone(models, content, tone, toneWords),
    words: scoreMessageWords(models.words, wordSlots),
    wordSlots,
    reference,
    forward: forwardPrefix.test(subject) || own.forwarded,
  };
}

/** The sentences to read, and the offset up to which every word of the sender is read. */
function chooseSpans(all: Range[], cut: number | null): { textRanges: Range[]; readUpTo: number | null } {
  if (all.length <= maxSentences) return { textRanges: all, readUpTo: cut };
  const first = all.slice(0, maxSentences - lastSentences);
  return { textRanges: [...first, ...all.slice(-lastSentences)], readUpTo: first.at(-1)!.end };
}

/** The subject without "Re:" and list tags. */
function subjectSpan(subject: string): Range {
  let start = 0;
  for (let end = 0; ; start = end) {
    subjectMark.lastIndex = start;
    if (!subjectMark.test(subject)) break;
    end = subjectMark.lastIndex;
  }
  return { start, end: Math.min(subject.length, start + maxSubject.words) };
}

/**
 * How sure the engine is of its conclusion about the task. In languages other than English, that is little better than a
 * coin toss; it knows nothing about languages it didn't learn.
 */
function sureness(
  { message, modelScores, hasTask, sentence }: Conclusion,
  { fromOwner }: TriageInput,
  decided: boolean,
  certainty: Certainty,
): Pick<EngineResult, "uncertain" | "confidence"> {
  const { language } = message.reference;
  const chance = chanceOfTask(modelScores.task, certainty);
  const right = hasTask ? chance : 1 - chance;
  const open = sentence !== null && !fromOwner && !decided;
  return {
    uncertain:
      open &&
      (learned.has(language) ? isUncertain(modelScores.task, certainty) : modelScores.category !== "bulk"),
    confidence: Number((language === "en" ? right : 0.3 + Math.max(0, right - 0.5) * 0.4).toFixed(3)),
  };
}

const categoryTopics: Partial<Record<Category, Topic[]>> = {
  bulk: ["mass", "automatic"],
  scheduling: ["meeting", "travel"],
  billing: ["money"],
  problem_report: ["problem", "blocked"],
  opportunity: ["opportunity"],
  social: ["social", "praise"],
  information: ["notice", "attached"],
};

interface Conclusion {
  message: MessageReading;
  modelScores: ModelScores;
  hasTask: boolean;
  sentence: SentenceReading | null;
  /** The fields that the team's corrections changed. */
  fromCorrections: CorrectableField[];
}

const sourcesOf = ({ seen }: MessageReading): Sources => ({
  content: seen.content.text,
  subject: seen.subject.text,
});

function collectEvidence({ message, modelScores, hasTask, sentence }: Conclusion): EngineResult["evidence"] {
  const sources = sourcesOf(message);
  const evidence: EngineResult["evidence"] = {};
  const task = sentence ? [spanOf(sources, sentence.part, sentence.start, sentence.end)] : [];
  if (hasTask) withSpans(evidence, "task", task);
  if (modelScores.urgent > 0)
    withSpans(
      evidence,
      "urgency",
      orElse(signSpans(sources, message, ["hurry", "blocked"]), dateSpans(sources, message, task)),
    );
  if (modelScores.important > 0)
    withSpans(
      evidence,
      "importance",
      orElse(signSpans(sources, message, ["money", "legal", "safety", "business", "blocked"]), task),
    );
  const { category, sentiment } = modelScores;
  const asked = category === "question" || category === "action_request";
  withSpans(evidence, "category", asked ? task : signSpans(sources, message, categoryTopics[category] ?? []));
  if (sentiment === "positive")
    withSpans(
      evidence,
      "sentiment",
      orElse(signSpans(sources, message, ["praise"]), faceSpans(sources, message, "smile")),
    );
  if (sentiment === "negative")
    withSpans(
      evidence,
      "sentiment",
      orElse(signSpans(sources, message, ["complaint", "problem"]), faceSpans(sources, message, "frown")),
    );
  return evidence;
}

const orElse = (spans: EvidenceSpan[], others: EvidenceSpan[]) => (spans.length > 0 ? spans : others);

function dateSpans(
  sources: Sources,
  { sentences }: MessageReading,
  otherwise: EvidenceSpan[],
): EvidenceSpan[] {
  const dates = sentences.flatMap((sentence) =>
    sentence.dates.map(({ start, end }) => spanOf(sources, sentence.part, start, end)),
  );
  return orElse(dates, otherwise);
}

/** The conclusions from a reading. Without a task, an urgent message stays urgent, but a deadline doesn't count. */
function decide(
  input: TriageInput,
  message: MessageReading,
  teamCorrections: TeamCorrections | null,
  decided: Decision | null,
  weights: MessageWeights,
): Conclusion {
  const signals = toSignals(message);
  const shift = shiftFor(teamCorrections, decided, input, signals);
  const modelScores = runModels(signals, weights, shift);
  const sentence = taskSentence(message.sentences, message.subject);
  const mayAsk = sentence !== null && (!input.fromOwner || decided?.hasTask === true);
  const hasTask = mayAsk && modelScores.task > 0;
  const fromCorrections =
    teamCorrections && shift ? turnedBy(modelScores, runModels(signals, weights), mayAsk) : [];
  return { message, modelScores, hasTask, sentence, fromCorrections };
}

/** The fields in which two conclusions differ. */
function turnedBy(one: ModelScores, other: ModelScores, mayAsk: boolean): CorrectableField[] {
  const turned: Record<CorrectableField, boolean> = {
    task: mayAsk && one.task > 0 !== other.task > 0,
    urgency: one.urgent > 0 !== other.urgent > 0,
    importance: one.important > 0 !== other.important > 0,
    category: one.category !== other.category,
  };
  return correctableFields.filter((field) => turned[field]);
}

/**
 * Analyzes one message: whether its reader has something to do, what, by when, and how much it matters.
 *
 * Pure and deterministic: the same input gives the same analysis. "Tomorrow" counts from `sentAt`, never from
 * the server's clock. A day without an hour is due at 17:00 in the reader's zone. Every evidence quote is
 * exactly `content.slice(start, end)`, or the same of the subject.
 *
 * @param teamCorrections - null if there are none.
 * @param decided - what a person decided about this message; everything else follows as if the engine had found
 * it.
 */
export function analyze(
  input: TriageInput,
  teamCorrections: TeamCorrections | null = null,
  decided: Decision | null = null,
): EngineResult {
  return concludeFrom(input, readMessage(input), teamCorrections, decided);
}

/**
 * Where a message asks its reader to do something, as {@link analyze} would say; null: in nothing that it says itself. The
 * title and the date take as long as all the rest.
 */
export function findTask(input: TriageInput): EvidenceSpan | null {
  const message = readMessage(input);
  const evidence = collectEvidence(decide(input, message, null, null, messageWeights));
  return inSource(evidence, message.seen, input).task?.find(({ part }) => part === "content") ?? null;
}

/**
 * Like {@link analyze}, for a message that has been read; reading is nearly all of the work.
 *
 * @param weights - replaced only in cross-validation, like `titles`.
 */
export function concludeFrom(
  input: TriageInput,
  message: MessageReading,
  teamCorrections: TeamCorrections | null = null,
  decided: Decision | null = null,
  weights: MessageWeights = messageWeights,
  titles?: Forest,
): EngineResult {
  const decision = decide(input, message, teamCorrections, decided, weights);
  const { modelScores, hasTask, sentence, fromCorrections } = decision;
  const evidence = collectEvidence(decision);
  const sources = sourcesOf(message);
  const taskTitle = hasTask ? chooseTitle(message, titles) : null;
  const deadline = hasTask && sentence ? pickDeadline(message, sentence, modelScores.category) : null;
  if (deadline) evidence.dueDate = [spanOf(sources, deadline.part, deadline.date.start, deadline.date.end)];
  const { readUpTo } = message;
  const axes: Pick<EngineResult, "urgency" | "importance"> = {
    urgency: modelScores.urgent > 0 ? "urgent" : "not_urgent",
    importance: modelScores.important > 0 ? "important" : "not_important",
  };
  return {
    hasTask,
    ...sureness(decision, input, decided?.hasTask !== undefined, weights.certainty),
    taskTitle,
    category: modelScores.category,
    sentiment: modelScores.sentiment,
    priority: priorityOf(axes),
    ...axes,
    dueDate: deadline ? dueInstant(deadline.date, input.sentAt, input.timeZone ?? "UTC").toISOString() : null,
    engine: "embedded",
    version: engineVersion,
    evidence: inSource(evidence, message.seen, input),
    ...(fromCorrections.length > 0 && { fromCorrections }),
    ...(message.addressesAi && { addressesAi: true as const }),
    ...(readUpTo === null ? {} : { readUpTo: sourceSpan(message.seen.content, readUpTo) }),
  };
}

/** The language of the sender's own words, or of the subject if there are none. */
function languageOf(text: string, words: Tokens, subject: string): Language {
  if (words.hash.length > 0) return detectLanguage(text, words);
  return detectLanguage(subject, tokenize(subject, 0, Math.min(subject.length, maxSubject.words)));
}

const sourceSpan = (content: VisibleText, end: number) =>
  end === 0 ? 0 : content.toSource({ start: end - 1, end }).end;

/** Evidence as spans of the stored message. */
function inSource(
  evidence: EngineResult["evidence"],
  seen: MessageReading["seen"],
  { content, subject }: TriageInput,
): EngineResult["evidence"] {
  const sources: Sources = { content, subject: subject ?? "" };
  return Object.fromEntries(
    Object.entries(evidence).map(([field, spans]) => [
      field,
      spans.map((span) => {
        const { start, end } = seen[span.part].toSource(span);
        return spanOf(sources, span.part, start, end);
      }),
    ]),
  );
}
