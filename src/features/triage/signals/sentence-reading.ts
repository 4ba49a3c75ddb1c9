import type { EvidenceSpan } from "../../../shared/evidence";
import type { FoundDate } from "../dates/date-readings";
import type { Reference } from "../dates/date-rules";
import { findDates } from "../dates/due-dates";
import { asksIn } from "../dates/foreign-phrases";
import { wordFeatures } from "../models/text-features";
import { scoreIntent, type TextModels } from "../models/text-models";
import { findSigns, type Sign } from "../text/lexicon";
import type { Range } from "../text/own-text";
import { isPatient } from "../text/patience";
import { type ReadWords, type Tokens, tokeniseWithin, tokenize } from "../text/tokens";
import { compilePrefilter, siftWords } from "../text/word-prefilter";
import type { Addressing } from "./addressing";
import { type ClauseShape, readShape } from "./clause-shape";
import { foreignRule } from "./foreign-asks";
import { alarmOf, plainRule } from "./plain-asks";
import { topicBit, topicLexicon } from "./topics";

/** One sentence with everything the message-level decisions look at. */
export interface SentenceReading extends Range {
  part: EvidenceSpan["part"];
  tokens: Tokens;
  /** The slots of its word sequences. */
  slots: readonly number[];
  shape: ClauseShape;
  signs: Sign[];
  /** All topics of its signs, as bits. */
  topics: number;
  /** Score of the sentence model; above 0 asks for or promises something. */
  intent: number;
  /**
   * The intent, lowered if the request isn't for the reader (promises, soft closings, other people named) and
   * raised if the reader gets a limit.
   */
  request: number;
  /** Log-odds that it asks the reader for something, read with everything around it. */
  ask: number;
  /** A rule for what it asks: nothing of its reader ("other" says what somebody else does), or something plainly. */
  askRule: "other" | "offer" | "plain" | null;
  /** What makes it urgent if it asks plainly, or that it says that something can wait, or only reminds. */
  alarm: "outage" | "reproof" | "patience" | "reminder" | null;
  /** What the rule adds to {@link ask}. */
  askAdjustment: number;
  dates: FoundDate[];
}

const softClosing = topicBit("softClosing");
const conditionalOffer = /\b(?:if|should|do not|don't|any|your questions)\b/i;
const offersHelp =
  /\b(?:let (?:me|us) know|contact|call|reach|write|e-?mail|ask|hesitate|feel free)\b[^.?]*\b(?:questions?|problems?|concerns?|difficult(?:y|ies)|issues?|(?:other|further|more|additional) information|need (?:any|some)\w*|assistance)\b|\bif you (?:have|need|experience)\b[^.?]*\b(?:let (?:me|us) know|contact|call|ask)\b|\b(?:for|with) any [\w ]{0,30}(?:questions|issues)\b/i;
const offersChoice = /\bif you(?:'d| would)? (?:want|like|wish|prefer)\b[^?]*\blet (?:me|us) know\b/i;
const voidsRequest =
  /\b(?:ignore|disregard) (?:this|the|my|it)\b|\bkindly ignore\b|\bno action\b|\bno need to\b|\bnever ?mind\b/i;
const asksForSure =
  /\b(?:is|are) (?:requested|required|expected|needed)\b|\bi am asking\b|\bwondering (?:why|if|whether|how|what|when|who)\b|\b(?:recommend|suggest|propose) (?:that )?(?:you|we|following)\b|\bneeds? (?:your|to be|one of you)\b|\bmind if\b|\bany (?:thoughts|chance|news|update|ideas?)\b|\bpl(?:ea)?se? (?:advise|process|print|review|confirm|approve|handle|arrange|call|send)\b|\bneed (?:this|it|that|them) (?:by|before|for|today|asap|this)\b|\b(?:can|could|would) (?:some|any)(?:one|body)\b/i;

const onlyThanks = /^\s*(?:thanks|thank you)\b(?!.*\b(?:please|can you|could you)\b)/i;
/** Program output, and requests that only ask the reader to keep something in mind. */
const asksNothing = /^\s*(?:file ".*", line \d+|traceback\b|>>>|note (?:that|how|also|the|long)\b)/i;

/** A limit is for the reader unless the sentence is about somebody else or about what its writer does. */
const setsLimit =
  /\b(?:due|deadline|cut-?off|payable|at the latest|no later than|(?:i|we)(?:'d|'ll| will| would| shall)? (?:still |also |really |only |just )?(?:need|want|expect|require)|(?:needs?|ha(?:s|ve)|got|ought) to|must|required|reply by|rsvp|reminder|wants?|no extensions?)\b/i;
const aboutOthers = /^\s*(?:he|she|they|he's|she's|they're|someone|nobody(?! can\b))\b/i;

/** For a sentence about what somebody else has to do, and for an offer to help, in log-odds. */
const aboutOthersAsk = -5;
const offerAsk = -4;
/** A sentence that asks plainly has at least this. */
const plainAsk = 4;

/** What a sentence's rule adds to its score by the ask model. */
export function adjustmentOf({ askRule }: Pick<SentenceReading, "askRule">, score: number): number {
  if (askRule === "plain") return Math.max(0, plainAsk - score);
  return askRule === "other" ? aboutOthersAsk : askRule === "offer" ? offerAsk : 0;
}

/** Points for a day by which something must be done. */
function limitPoints(
  words: string,
  shape: ClauseShape,
  dates: readonly FoundDate[],
  { day }: Reference,
): number {
  if (!dates.some((date) => date.limit && !date.vague && date.day >= day)) return 0;
  if (shape.ownPlan && !shape.imperative && !shape.mentionsReader) return 0;
  if (shape.imperative) return 1.2;
  return setsLimit.test(words) && !aboutOthers.test(words) ? 1.2 : 0;
}

const calledName = /^\s*([\p{L}]{2,20})\s*[,:–-]\s/u;

/** Each pattern above needs one of these words to match. */
const word = {
  plain: 1,
  offer: 2,
  condition: 4,
  have: 8,
  choice: 16,
  voids: 32,
  program: 64,
  thanks: 128,
  patience: 256,
};
const prefilter = compilePrefilter([
  [
    word.plain,
    "requested required expected needed asking wondering recommend suggest propose mind any anyone anybody pls plse please someone",
  ],
  [word.offer, "question problem concern difficult issue information need assistance"],
  [word.condition, "if"],
  [word.have, "have experience"],
  [word.choice, "want like wish prefer"],
  [word.voids, "ignore disregard kindly never action need"],
  [word.program, "file traceback note"],
  [word.thanks, "thanks"],
  [word.patience, "rush hurry urgent wait keep whenever chance time moment minute priority"],
]);

/** "Anna: …": the name that a sentence begins with, lower case. */
function nameCalled(text: string): string | undefined {
  let at = 0;
  while (isBlank(text.charCodeAt(at))) at++;
  while (isLetter(text.charCodeAt(at))) at++;
  while (isBlank(text.charCodeAt(at))) at++;
  const code = text.charCodeAt(at);
  // Without a mark after its first word, a sentence calls nobody. The pattern handles non-ASCII letters and
  // marks.
  if (code !== 44 && code !== 58 && code !== 45 && code < 128) return undefined;
  return calledName.exec(text)?.[1]?.toLowerCase();
}

const isBlank = (code: number) => code <= 32;
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;

/** Points subtracted if the words ask, but not for something the reader should do. */
function deduction(
  text: string,
  found: number,
  shape: ClauseShape,
  topics: number,
  addressing: Addressing,
): number {
  const has = (bits: number) => (found & bits) === bits;
  const offers = offersToHelp(text, found);
  let points = has(word.plain) && asksForSure.test(text) ? -1 : 0;
  if (offers && !wantsContact.test(text)) points += 2;
  if (has(word.condition | word.choice) && offersChoice.test(text)) points += 1;
  if ((has(word.voids) && voidsRequest.test(text)) || printsOrNotes(text, has(word.program))) points += 1.5;
  const called = nameCalled(text);
  if (called && addressing.readers.has(called)) points -= 0.3;
  else if (called && addressing.copied.has(called)) points += 1.5;
  if (topics & softClosing && conditionalOffer.test(text)) points += offers ? 0 : 2;
  if (shape.ownPlan && !shape.question && !shape.imperative && shape.startsWith === "first") points += 0.9;
  if (has(word.thanks) && text.length < 80 && onlyThanks.test(text)) points += 1.5;
  return points;
}

/** "Let me know if you have any questions". */
const offersToHelp = (text: string, found: number) =>
  ((found & word.offer) !== 0 || (found & (word.condition | word.have)) === (word.condition | word.have)) &&
  offersHelp.test(text);
const wantsContact = /\bplease (?:call|write|contact) me\b/i;

/** The rule for a sentence that asks nothing of its reader. */
function othersRule(words: string, found: number, shape: ClauseShape): "other" | "offer" | null {
  if (!shape.question && !shape.mentionsReader && aboutOthers.test(words)) return "other";
  return offersToHelp(words, found) && !wantsContact.test(words) ? "offer" : null;
}

const printsOrNotes = (text: string, hasWord: boolean) =>
  (hasWord || text.includes(">>>")) && asksNothing.test(text);

/** The request score of a sentence that asks in another language, because the model doesn't know its words. */
const foreignRequest = { plainly: 1.4, asNeed: 0.6 };

/**
 * Reads one sentence; its dates have offsets into the whole text.
 *
 * @param known - words of a longer span that have been read, if any.
 */
export function readSentence(
  text: string,
  { start, end }: Range,
  part: EvidenceSpan["part"],
  reference: Reference,
  models: TextModels,
  addressing: Addressing,
  known?: ReadWords,
): SentenceReading {
  const tokens = known ? tokeniseWithin(known, text, start, end) : tokenize(text, start, end);
  const shape = readShape(tokens);
  const signs = findSigns(topicLexicon, tokens);
  const topics = signs.reduce((bits, sign) => bits | sign.bits, 0);
  const words = text.slice(start, end);
  const slots = wordFeatures(tokens);
  const intent = tokens.hash.length === 0 ? -2 : scoreIntent(models, tokens, shape, slots);
  const { language = "en" } = reference;
  const asksAbroad = language === "en" ? null : asksIn(language, words);
  const found = siftWords(prefilter, text, start, end);
  const dates = findDates(words, reference);
  for (const date of dates) {
    date.start += start;
    date.end += start;
  }
  const all = known ? known.text.slice(known.from, known.to) : text;
  const ruled =
    language === "en"
      ? { askRule: plainRule(words, all, addressing), alarm: null }
      : foreignRule(language, words, all, addressing);
  const askRule = othersRule(words, found, shape) ?? ruled.askRule;
  const waits = language === "en" && (found & word.patience) !== 0 && isPatient(words);
  return {
    start,
    end,
    part,
    tokens,
    slots,
    shape,
    signs,
    topics,
    intent,
    ask: 0,
    askRule,
    alarm:
      ruled.alarm ??
      (language === "en" && askRule === "plain" ? alarmOf(words, all, dates.length > 0) : null) ??
      (waits ? "patience" : null),
    askAdjustment: 0,
    request: asksAbroad
      ? Math.max(foreignRequest[asksAbroad], intent)
      : intent +
        limitPoints(words, shape, dates, reference) -
        deduction(words, found, shape, topics, addressing),
    dates,
  };
}

/** How clearly a sentence asks, by its form alone. */
export const plainness = ({ request, shape, start, end }: SentenceReading): number =>
  request +
  (shape.question ? 0.35 : 0) +
  (shape.question && shape.mentionsReader ? 0.3 : 0) +
  (shape.imperative ? 0.25 : 0) -
  (end - start < 8 ? 0.5 : 0);

/** The sentence that asks most clearly by its form; the subject if the text asks for nothing. */
export function plainestSentence(
  sentences: readonly SentenceReading[],
  subject: SentenceReading | null,
): SentenceReading | null {
  let best: SentenceReading | null = null;
  for (const sentence of sentences) if (!best || plainness(sentence) > plainness(best)) best = sentence;
  if (subject && (!best || (plainness(best) < -0.6 && plainness(subject) > plainness(best)))) return subject;
  return best;
}

/** The sentence that the task comes from: the one most likely to ask the reader for something. */
export function taskSentence(
  sentences: readonly SentenceReading[],
  subject: SentenceReading | null,
): SentenceReading | null {
  let best = subject;
  for (const sentence of sentences) if (!best || sentence.ask > best.ask) best = sentence;
  return best;
}
