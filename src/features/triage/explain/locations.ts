import type { EvidenceSpan } from "../../../shared/evidence";
import type { FoundDate } from "../dates/date-readings";
import { pickDeadline } from "../deadline";
import { type MessageQuestion, messageQuestions } from "../models/message-words";
import { shippedTextModels } from "../models/text-models";
import { shapeBit } from "../signals/clause-shape";
import type { MessageReading } from "../signals/message-reading";
import { plainestSentence, type SentenceReading, taskSentence } from "../signals/sentence-reading";
import { daysAhead, type SignalName, wordSignal } from "../signals/signals";
import { type Topic, topics } from "../signals/topics";
import { compileLexicon, findSigns, type Lexicon } from "../text/lexicon";
import { marks } from "../text/tokens";
import { readInOrder, type Sources, signSpans, spanOf } from "./analysis-evidence";
import { messageWordSpans, toneSpans } from "./ngrams";

/** Most spans shown for one signal. */
const mostSpans = 3;
/** How many days ahead count as near; the signals use the same number. */
const near = 2;

const politeness = compileLexicon(["please"], { please: "please, pls, plz, kindly" });
const politeAsking = compileLexicon(["askYou"], {
  askYou: "can you, could you, would you, will you, can u, could u, can we, could we, shall we",
});

type Find = (message: MessageReading, sources: Sources) => EvidenceSpan[];

const whole =
  (wanted: (message: MessageReading) => readonly SentenceReading[]): Find =>
  (message, sources) =>
    wanted(message).map(({ part, start, end }) => spanOf(sources, part, start, end));

const sentencesWith = (holds: (sentence: SentenceReading) => boolean): Find =>
  whole(({ sentences }) => sentences.filter(holds));

const ranked = ({ sentences }: MessageReading) =>
  sentences.toSorted((one, other) => other.request - one.request);

/** The sentences most likely to ask, likeliest first. */
const asking = (message: MessageReading) =>
  readInOrder(message).toSorted((one, other) => other.ask - one.ask);

const taskOnly = whole(({ sentences, subject }) => {
  const task = taskSentence(sentences, subject);
  return task ? [task] : [];
});

const phrases =
  (lexicon: Lexicon, counts: (sentence: SentenceReading) => boolean = () => true): Find =>
  ({ sentences }, sources) =>
    sentences
      .filter(counts)
      .flatMap(({ part, tokens }) =>
        findSigns(lexicon, tokens).map(({ start, end }) => spanOf(sources, part, start, end)),
      );

const dates =
  (
    counts: (date: FoundDate, message: MessageReading) => boolean,
    of: (message: MessageReading) => readonly SentenceReading[] = readInOrder,
  ): Find =>
  (message, sources) =>
    of(message).flatMap(({ part, dates: found }) =>
      found
        .filter((date) => counts(date, message))
        .map(({ start, end }) => spanOf(sources, part, start, end)),
    );

const isNear = ({ day }: FoundDate, { reference }: MessageReading) => daysAhead(day, reference) <= near;
const requests = ({ sentences, subject }: MessageReading) =>
  (subject ? [subject, ...sentences] : sentences).filter(({ request }) => request > 0);
const subjectOnly = ({ subject }: MessageReading) => (subject ? [subject] : []);

const deadline: Find = (message, sources) => {
  const task = plainestSentence(message.sentences, message.subject);
  const due = task && pickDeadline(message, task, "scheduling");
  return due ? [spanOf(sources, due.part, due.date.start, due.date.end)] : [];
};

const haste: Find = (message, sources) => {
  const asked = { ...message, sentences: requests(message), subject: null };
  const signs = signSpans(sources, asked, ["hurry"]);
  return signs.length > 0 ? signs : deadline(message, sources);
};

const questions = sentencesWith(({ shape }) => shape.question);

const inSubject =
  (...wanted: Topic[]): Find =>
  (message, sources) =>
    signSpans(sources, { ...message, sentences: [] }, wanted);

const stakesTopics = ["money", "legal", "business", "safety"] as const;
const stakes: Find = (message, sources) => signSpans(sources, message, [...stakesTopics]);

const shaped = (shape: Parameters<typeof shapeBit>[0]) =>
  whole((message) => readInOrder(message).filter((one) => (one.shape.bits & shapeBit(shape)) !== 0));

/** Finds one of the marks, such as an exclamation mark or a currency sign. */
const marked =
  (mark: number): Find =>
  ({ sentences }, sources) =>
    sentences.flatMap(({ part, tokens }) =>
      tokens.hash.flatMap((hash, at) =>
        hash === mark ? [spanOf(sources, part, tokens.start[at]!, tokens.end[at]!)] : [],
      ),
    );

/** Where in the text a signal above 0 is read. Signals about the message as a whole have no entry. */
const spans: Partial<Record<SignalName, Find>> = {
  bestRequest: whole((message) => ranked(message).slice(0, 1)),
  secondRequest: whole((message) => ranked(message).slice(1, 2)),
  bestRank: whole(({ sentences, subject }) => {
    const plainest = plainestSentence(sentences, subject);
    return plainest ? [plainest] : [];
  }),
  bestAsk: whole((message) => asking(message).slice(0, 1)),
  secondAsk: whole((message) => asking(message).slice(1, 2)),
  thirdAsk: whole((message) => asking(message).slice(2, 3)),
  allAsk: whole((message) => asking(message).filter(({ ask }) => ask > 0)),
  outage: whole((message) => readInOrder(message).filter(({ alarm }) => alarm === "outage")),
  reproof: whole((message) => readInOrder(message).filter(({ alarm }) => alarm === "reproof")),
  patience: whole((message) => readInOrder(message).filter(({ alarm }) => alarm === "patience")),
  reminder: whole((message) => readInOrder(message).filter(({ alarm }) => alarm === "reminder")),
  subjectAsk: whole(subjectOnly),
  lastAsk: whole(({ sentences }) => sentences.slice(-1)),
  askRequest: taskOnly,
  askIntent: taskOnly,
  askQuestion: taskOnly,
  askImperative: taskOnly,
  askReader: taskOnly,
  askEarly: taskOnly,
  askLate: taskOnly,
  askAt: taskOnly,
  askAfter: taskOnly,
  askOther: taskOnly,
  askAnyone: taskOnly,
  askStuck: taskOnly,
  anyone: shaped("anyone"),
  opinions: shaped("opinion"),
  stuck: shaped("stuck"),
  openStakes: stakes,
  directStakes: stakes,
  requests: whole((message) => requests(message).filter(({ shape }) => !shape.ownPlan || shape.question)),
  firstRequest: whole(({ sentences }) => sentences.slice(0, 1)),
  questions,
  readerQuestion: sentencesWith(
    ({ shape }) => shape.question && (shape.mentionsReader || shape.startsWith === "auxiliary"),
  ),
  endsAsking: whole(({ sentences }) =>
    sentences.slice(-2).filter(({ shape, request }) => shape.question || request > 0.3),
  ),
  imperative: sentencesWith(({ shape, request }) => shape.imperative && request > -0.3),
  please: phrases(politeness, ({ request }) => request > -0.5),
  askYou: phrases(politeAsking),
  promise: sentencesWith(({ shape, intent }) => shape.ownPlan && intent > 0),
  dueSoon: deadline,
  dueLater: deadline,
  hurriedTask: haste,
  chatProblem: (message, sources) => signSpans(sources, message, ["problem", "blocked"]),
  meetingNotice: inSubject("meeting"),
  openQuestion: questions,
  chatQuestion: questions,
  otherQuestion: questions,
  subjectQuestion: whole(subjectOnly),
  subjectSoon: dates(isNear, subjectOnly),
  soonDate: dates(isNear),
  laterDate: dates((date, message) => !isNear(date, message)),
  limit: dates(({ limit }) => limit, requests),
  tonePositive: (message, sources) => toneSpans(sources, message.own.ranges, shippedTextModels(), "positive"),
  toneNegative: (message, sources) => toneSpans(sources, message.own.ranges, shippedTextModels(), "negative"),
  exclaims: marked(marks.exclamation),
  subjectProblem: inSubject("problem", "blocked"),
  subjectMoney: inSubject("money"),
  subjectStakes: inSubject(...stakesTopics),
  subjectSocial: inSubject("social"),
  ownProblem: (message, sources) =>
    signSpans(
      sources,
      {
        ...message,
        sentences: message.sentences.filter(({ shape }) => shape.mentionsSender && !shape.ownPlan),
        subject: null,
      },
      ["problem", "blocked"],
    ),
  amounts: marked(marks.money),
  askedSoon: deadline,
  figures: sentencesWith(({ tokens }) => tokens.hash.filter((hash) => hash === marks.number).length >= 4),
};

const questionOf = (name: SignalName): MessageQuestion | undefined =>
  messageQuestions.find((question) => wordSignal(question) === name);

const topicOf = (name: SignalName): Topic | undefined => topics.find((topic) => `${topic}Topic` === name);

/**
 * The first spans a signal is read from, at most three. Empty for signals about the message as a whole, and for
 * signals that aren't there.
 */
export function spansOf(
  name: SignalName | "task",
  value: number,
  message: MessageReading,
  sources: Sources,
): EvidenceSpan[] {
  if (value <= 0 || name === "task") return [];
  const topic = topicOf(name);
  const question = questionOf(name);
  const found = topic
    ? signSpans(sources, message, [topic])
    : question
      ? messageWordSpans(sources, message, shippedTextModels(), question)
      : (spans[name]?.(message, sources) ?? []);
  return found.filter(({ start, end }) => start < end).slice(0, mostSpans);
}
