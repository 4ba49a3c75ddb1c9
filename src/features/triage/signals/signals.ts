import type { Reference } from "../dates/date-rules";
import { pickDeadline } from "../deadline";
import { type MessageQuestion, messageQuestions } from "../models/message-words";
import { countOf, marks } from "../text/tokens";
import { shapeBit } from "./clause-shape";
import type { MessageReading } from "./message-reading";
import { plainestSentence, plainness, type SentenceReading } from "./sentence-reading";
import { topicBit, topics } from "./topics";

/** The signal for a question about the words of the whole message. */
export const wordSignal = <Q extends MessageQuestion>(question: Q) => `${question}Words` as const;
/** In the order of {@link messageQuestions}. */
export const wordSignals = messageQuestions.map(wordSignal);

/** The signals from the ask model's scores of the sentences. */
export const askSignals = [
  "bestAsk",
  "secondAsk",
  "thirdAsk",
  "allAsk",
  "subjectAsk",
  "lastAsk",
  "askRequest",
  "askIntent",
  "askQuestion",
  "askImperative",
  "askReader",
  "askEarly",
  "askLate",
  "askAt",
  "askAfter",
  "askOther",
  "askAnyone",
  "askStuck",
] as const;

export const signalNames = [
  "bestRequest",
  "secondRequest",
  "requests",
  "firstRequest",
  "questions",
  "readerQuestion",
  "endsAsking",
  "imperative",
  "please",
  "askYou",
  "promise",
  "noOwnText",
  "bareForward",
  "short",
  "long",
  "chat",
  "channel",
  "open",
  "namesOther",
  "openReply",
  "crowd",
  "external",
  "reply",
  "bulk",
  "bestRank",
  "dueSoon",
  "dueLater",
  "hurriedTask",
  "chatProblem",
  "meetingNotice",
  "openQuestion",
  "subjectSoon",
  "subjectQuestion",
  "soonDate",
  "laterDate",
  "limit",
  "tonePositive",
  "toneNegative",
  "exclaims",
  "chatQuestion",
  "otherQuestion",
  "figures",
  "subjectProblem",
  "ownProblem",
  "subjectMoney",
  "subjectStakes",
  "subjectSocial",
  "amounts",
  "askedSoon",
  "foreign",
  "sentences",
  "anyone",
  "opinions",
  "stuck",
  "openStart",
  "openStakes",
  "directStakes",
  "quoted",
  ...askSignals,
  ...topics.map((topic) => `${topic}Topic` as const),
  ...wordSignals,
] as const;
/** Signals that rules weigh, because the labeled messages have too few of them to learn from. */
export const ruleSignals = ["outage", "reproof", "patience", "reminder"] as const;
export type RuleSignal = (typeof ruleSignals)[number];
export type SignalName = (typeof signalNames)[number] | RuleSignal;
/** Values mostly between 0 and 1, in the order of {@link signalNames}. */
export type Signals = Record<SignalName, number>;

const flag = (value: boolean) => (value ? 1 : 0);
const upTo = (value: number, most: number) => Math.min(value, most) / most;

/** How many days ahead count as urgent: two working days, across a weekend. */
export function daysAhead(day: number, { day: sent }: Reference): number {
  let working = 0;
  for (let at = sent + 1; at <= Math.min(day, sent + 14); at++) if ((((at + 3) % 7) + 7) % 7 < 5) working++;
  return working;
}

const topicSignals = topics.map((topic) => [`${topic}Topic` as const, topicBit(topic)] as const);

/** How much a message is about a topic, 0 to 1; the subject counts as much as two sentences. */
function topicWeight(sentences: readonly SentenceReading[], bit: number): number {
  let count = 0;
  for (const { topics: found, part } of sentences) if (found & bit) count += part === "subject" ? 2 : 1;
  return count > 1 ? 1 : count * 0.6;
}

/** A score between -6 and 4 on the scale of the other signals; above 0 is more likely to ask than not. */
const scaled = (ask: number | undefined) => Math.max(-6, Math.min(4, ask ?? -6)) / 4;

/**
 * Adds the ask model's scores of the sentences to a message's signals.
 *
 * @param asks - of the subject, if there is one, and the sentences.
 */
export function withAskSignals(
  signals: Signals,
  {
    sentences,
    subject,
    addressing,
    reply,
    own,
  }: Pick<MessageReading, "sentences" | "subject" | "addressing" | "reply" | "own">,
  asks: readonly number[],
): Signals {
  let [best, second, third] = [-1, -1, -1];
  let sum = 1e-3;
  for (let at = 0; at < asks.length; at++) {
    const ask = asks[at]!;
    sum += Math.exp(Math.min(ask, 20));
    if (best < 0 || ask > asks[best]!) [best, second, third] = [at, best, second];
    else if (second < 0 || ask > asks[second]!) [second, third] = [at, second];
    else if (third < 0 || ask > asks[third]!) third = at;
  }
  const ahead = subject ? 1 : 0;
  const asking = best < 0 ? null : best < ahead ? subject : sentences[best - ahead]!;
  const shape = asking?.shape;
  signals.bestAsk = scaled(asks[best]);
  signals.secondAsk = scaled(asks[second]);
  signals.thirdAsk = scaled(asks[third]);
  signals.allAsk = scaled(Math.log(sum));
  signals.subjectAsk = scaled(subject ? asks[0] : undefined);
  signals.lastAsk = scaled(asks.at(-1));
  signals.askRequest = Math.max(-2, Math.min(2, asking?.request ?? -2)) / 2;
  signals.askIntent = Math.max(-2, Math.min(2, asking?.intent ?? -2)) / 2;
  signals.askQuestion = flag(shape?.question === true);
  signals.askImperative = flag(shape?.imperative === true);
  signals.askReader = flag(shape?.mentionsReader === true);
  signals.askEarly = flag(best >= 0 && best <= ahead);
  signals.askLate = flag(best >= 0 && best >= asks.length - 2);
  signals.askAt = best < ahead ? 0 : (best - ahead + 1) / (asks.length - ahead + 1);
  signals.askAfter = upTo(Math.max(0, asks.length - 1 - best), 8);
  signals.askOther = flag(
    shape?.question === true &&
      addressing.open &&
      (own.quotes || reply || addressing.chat) &&
      shape.mentionsReader &&
      (shape.bits & shapeBit("anyone")) === 0,
  );
  signals.askAnyone = flag(((shape?.bits ?? 0) & shapeBit("anyone")) !== 0);
  signals.askStuck = flag(((shape?.bits ?? 0) & shapeBit("stuck")) !== 0);
  return signals;
}

/** Adds the scores of the words of the whole message to its signals. */
export function withWordSignals(signals: Signals, words: readonly number[]): Signals {
  for (let at = 0; at < wordSignals.length; at++) signals[wordSignals[at]!] = words[at]!;
  return signals;
}

function shapeCount(sentences: readonly SentenceReading[], shape: Parameters<typeof shapeBit>[0]): number {
  const bit = shapeBit(shape);
  return sentences.reduce((count, one) => count + flag((one.shape.bits & bit) !== 0), 0);
}

/** Turns a reading into the numbers that the message-level models weigh. */
export function toSignals(message: MessageReading): Signals {
  const { sentences, subject, addressing, own, ownLength } = message;
  const all = subject ? [subject, ...sentences] : sentences;
  const ranked = sentences.map(({ request }) => request).sort((one, other) => other - one);
  const best = Math.max(-1.5, Math.min(1.5, ranked[0] ?? -1.5));
  const asking = sentences.filter(({ request }) => request > 0);
  const forReader = sentences.filter(({ askRule }) => askRule !== "other" && askRule !== "offer");
  const questions = sentences.filter(({ shape }) => shape.question);
  const readerQuestion = questions.some(
    ({ shape }) => shape.mentionsReader || shape.startsWith === "auxiliary",
  );
  const strong = asking.filter(({ shape }) => !shape.ownPlan || shape.question);
  const task = plainestSentence(sentences, subject);
  const due = task ? pickDeadline(message, task, "scheduling") : null;
  const dueIn = due && !due.date.vague ? daysAhead(due.date.day, message.reference) : null;
  const hurry = topicBit("hurry");
  const trouble = topicBit("problem") | topicBit("blocked");
  const stakes = topicBit("money") | topicBit("legal") | topicBit("business") | topicBit("safety");
  const stakesWeight = topicWeight(all, stakes);
  const inSubject = (bits: number) => flag(subject !== null && (subject.topics & bits) !== 0);
  const signals = {
    subjectProblem: inSubject(trouble),
    subjectMoney: inSubject(topicBit("money")),
    subjectStakes: inSubject(stakes),
    subjectSocial: inSubject(topicBit("social")),
    ownProblem: flag(
      sentences.some(
        ({ topics: found, shape }) => (found & trouble) !== 0 && shape.mentionsSender && !shape.ownPlan,
      ),
    ),
    amounts: upTo(
      sentences.reduce((count, { tokens }) => count + countOf(tokens.hash, marks.money), 0),
      3,
    ),
    askedSoon: flag(task !== null && task.request > 0 && dueIn !== null && dueIn <= 2),
    bestRank: Math.max(-1, Math.min(2, task ? plainness(task) : -1)),
    dueSoon: flag(dueIn !== null && dueIn <= 2),
    dueLater: flag(dueIn !== null && dueIn > 2),
    hurriedTask: flag(asking.some(({ topics: found }) => found & hurry) || due?.date.vague === true),
    chatProblem: flag(
      addressing.chat && !addressing.namesOther && all.some(({ topics: found }) => found & trouble),
    ),
    meetingNotice: flag(!message.reply && subject !== null && (subject.topics & topicBit("meeting")) !== 0),
    subjectSoon: flag(subject?.dates.some((date) => daysAhead(date.day, message.reference) <= 2) ?? false),
    subjectQuestion: flag(subject?.shape.question ?? false),
    openQuestion: flag(addressing.open && !addressing.chat && !own.quotes && questions.length > 0),
    bestRequest: best,
    secondRequest: Math.max(-1.5, Math.min(1.5, ranked[1] ?? -1.5)),
    requests: upTo(strong.length, 4),
    firstRequest: flag((sentences[0]?.request ?? -1) > 0),
    questions: upTo(questions.length, 3),
    readerQuestion: flag(readerQuestion),
    endsAsking: flag(sentences.slice(-2).some(({ shape, request }) => shape.question || request > 0.3)),
    imperative: flag(forReader.some(({ shape, request }) => shape.imperative && request > -0.3)),
    please: flag(forReader.some(({ shape, request }) => shape.bits & shapeBit("please") && request > -0.5)),
    askYou: flag(sentences.some(({ shape }) => shape.bits & shapeBit("askYou"))),
    promise: flag(sentences.some(({ shape, intent }) => shape.ownPlan && intent > 0)),
    noOwnText: flag(ownLength < 3),
    bareForward: flag(own.forwarded),
    short: flag(ownLength > 0 && ownLength < 160),
    long: flag(ownLength > 1500),
    chat: flag(addressing.chat),
    channel: flag(addressing.open && addressing.chat),
    open: flag(addressing.open && !addressing.chat),
    namesOther: flag(addressing.namesOther),
    openReply: flag(addressing.open && own.quotes),
    crowd: upTo(Math.log2(addressing.recipients + 1), 4),
    external: flag(addressing.external),
    reply: flag(message.reply),
    bulk: Math.min(message.bulk, 2),
    soonDate: flag(all.some(({ dates }) => dates.some(({ day }) => daysAhead(day, message.reference) <= 2))),
    laterDate: flag(all.some(({ dates }) => dates.some(({ day }) => daysAhead(day, message.reference) > 2))),
    limit: flag(asking.some((sentence) => sentence.dates.some((date) => date.limit))),
    tonePositive: Math.max(-1, Math.min(1, (message.tone.positive - message.tone.neutral) / 2.5)),
    toneNegative: Math.max(-1, Math.min(1, (message.tone.negative - message.tone.neutral) / 2.5)),
    exclaims: flag(sentences.some(({ tokens }) => tokens.hash.includes(marks.exclamation))),
    chatQuestion: flag(addressing.chat && questions.length > 0 && !addressing.namesOther),
    otherQuestion: flag(addressing.namesOther && questions.length > 0),
    foreign: flag(message.reference.language !== "en"),
    sentences: upTo(sentences.length, 20),
    anyone: flag(shapeCount(all, "anyone") > 0),
    opinions: upTo(shapeCount(all, "opinion"), 4),
    stuck: upTo(shapeCount(all, "stuck"), 2),
    openStart: flag(addressing.open && !addressing.chat && !own.quotes && !message.reply),
    openStakes: addressing.open ? stakesWeight : 0,
    directStakes: addressing.open ? 0 : stakesWeight,
    quoted: flag(own.quotes),
    figures: upTo(sentences.filter(({ tokens }) => countOf(tokens.hash, marks.number) >= 4).length, 3),
  } as Signals;
  for (const name of ruleSignals) signals[name] = flag(all.some(({ alarm }) => alarm === name));
  if (signals.outage || signals.reproof) signals.patience = 0;
  for (const [name, bit] of topicSignals) signals[name] = topicWeight(all, bit);
  withAskSignals(
    signals,
    message,
    all.map(({ ask }) => ask),
  );
  return withWordSignals(signals, message.words);
}
