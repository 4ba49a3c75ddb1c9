import { askedSpeaker } from "../../search/speakers";
import { beginningOf } from "../../search/term-counts";
import { passageTerms, questionTerms, stem, wordsOf } from "../../search/words";
import type { Range } from "../../triage/text/own-text";
import { answers, type Finding } from "../ranking/rank-texts";
import type { Findings } from "../retrieve";
import { markBareQuote, type QuotedSentence, quotedSentences, sentencesIn, withQuoted } from "../sentences";
import { isQuotedAt, quotedWriterAt, type SourceText, voiceAt } from "../sources";
import { windowsOfText } from "../text-windows";
import { type KindOfAnswer, kindOfAnswer } from "./kind-of-answer";
import { tableRows } from "./table-rows";

/** Most sentences that an answer quotes. */
const mostQuotes = 3;
/** A further sentence is quoted if it matches at least so much of what the best one does. */
const nextShare = 0.6;
/** A shorter sentence ("Friday works.") is quoted with the one after it (characters), and so is one that ends in a colon. */
const tooShort = 40;

/** Stems that say which one a question means, but nothing about it. */
const order = new Set("next last latest newest new first previous recent".split(" ").map(stem));

/** What a sentence with the time or the figure that is asked for counts in addition: a share of what it and its title have. */
const kindShare = 0.5;

/** What follows a colon is quoted with it if it isn't shorter than this (characters). */
const shortest = 12;

/** A sentence adds nothing if no more of its words than this are other words than the question's. */
const leastAdded = 0.15;
/** What a sentence inherits from a question that it follows: in a reply, or in the same message. */
const asReply = 0.5;
const asNext = 0.35;
/** Sentences that count as following a question in the same message. */
const nextSentences = 3;
/** A sentence that follows a question, or begins a message, must say so much by itself (words). */
const leastSaid = 3;
/** A sentence that matches less than this share of what a question in the texts does is beside the point. */
const leastOfAsked = 0.35;

interface Sentence {
  of: SourceText;
  range: Range;
  /** The sentence after it, if there is one. */
  next: Range | undefined;
  rank: number;
  score: number;
}

/**
 * The one to three sentences that contain most of what a question is about, in the order of their passages. Sentences
 * that ask the same, or say nothing that the question doesn't, are no answers; what follows them may be.
 */
export function chooseQuotes({ found, weights: all, question, threads }: Findings): QuotedSentence[] {
  const distinct = [...all].filter(([term]) => !order.has(term));
  const weights = distinct.length > 0 ? new Map(distinct) : all;
  const wants = kindOfAnswer(question);
  const { adds, isSaidBy, isByVoice } = readQuestion(question, found, wants);
  const fits = ({ of, range }: QuotedSentence) => {
    const text = textOf({ of, range });
    const about = wants.byItself ? text : `${of.title} ${text}`;
    return wants.fits(text) ? kindShare * weightOf(about, weights) : 0;
  };
  const sentences = found
    .flatMap(({ window, coverage }, rank) =>
      window.sentences.map((range, at): Sentence => {
        const one = { of: window.of, range };
        const score = (weightOf(textOf(one), weights) + fits(one)) * (0.5 + coverage) * (1 - rank * 0.05);
        return { of: window.of, range, next: window.sentences[at + 1], rank, score };
      }),
    )
    .filter(({ score }) => score > 0);
  const mostAsked = Math.max(0, ...sentences.filter((one) => !adds(one)).map(({ score }) => score));
  const best = Math.max(0, ...sentences.map(({ score }) => score));
  const asked = sentences.filter((one) => !adds(one) && one.score >= best * nextShare);
  const answering = [...sentences, ...asked.flatMap((one) => following(one, threads, weights, wants))]
    .filter((one) => adds(one) && isSaidBy(one) && one.score >= mostAsked * leastOfAsked)
    .sort((a, b) => b.score - a.score || a.rank - b.rank || a.range.start - b.range.start);
  const rows = wants.byItself ? bestRows(found, question, weights, wants) : [];
  if (rows.length > 0) return rows;
  const fitting = wants.alone ? answering.filter((one) => wants.fits(textOf(one))) : [];
  if (answering.length === 0) return isByVoice ? saidBelowTitle(found, isByVoice) : [];
  return choose(fitting.length > 0 ? fitting : answering);
}

/**
 * What somebody says first in messages whose titles say what they are about: their words may not repeat it.
 */
function saidBelowTitle(found: Finding[], isByVoice: (one: QuotedSentence) => boolean): QuotedSentence[] {
  const sources = new Map(found.filter(answers).map(({ window: { of } }) => [of.id, of]));
  return [...sources.values()]
    .filter(({ type }) => type === "message")
    .flatMap((of) => firstSaid(of))
    .filter(isByVoice)
    .slice(0, mostQuotes);
}

/** The rows of tables that have most of what a question names, if they have what it asks for. */
function bestRows(
  found: Finding[],
  question: string,
  weights: ReadonlyMap<string, number>,
  wants: KindOfAnswer,
): QuotedSentence[] {
  const sources = new Map(found.map(({ window: { of } }) => [of.id, of]));
  // What a sender is called too, as a list is by its topic, isn't weighed elsewhere.
  const mean = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / weights.size || 1;
  const asked = new Map(questionTerms(question).map((term) => [term, weights.get(term) ?? mean]));
  const rows = [...sources.values()]
    .filter(({ type }) => type === "message")
    .flatMap((of) =>
      tableRows(of.text, (text) => weightOf(text, asked), wants.fits).map((row) => ({ of, ...row })),
    );
  const most = Math.max(0, ...rows.map(({ weight }) => weight));
  return rows.filter(({ weight }) => weight === most).slice(0, mostQuotes);
}

/** What makes a sentence an answer to a question, beside sharing its words. */
function readQuestion(question: string, found: Finding[], wants: KindOfAnswer) {
  const asked = new Set(passageTerms(question).map(beginningOf));
  const open = /\b(?:what|which|who|whom|whose|when|where|why|how)\b/i.test(question);
  const adds = ({ of, range }: QuotedSentence) => {
    const text = textOf({ of, range });
    if (fileName.test(text)) return false;
    if (asks.test(text)) return isWanted(text, wants);
    if (!open) return true;
    const terms = passageTerms(text);
    const added = terms.filter((term) => !asked.has(beginningOf(term)));
    return added.length > terms.length * leastAdded;
  };
  const authors = found.flatMap(({ window }) => window.lines.flatMap(({ author }) => author ?? []));
  const speaker = askedSpeaker(question, authors);
  const isByVoice = ({ of, range: { start } }: QuotedSentence) => {
    const line = of.spoken?.find((one) => one.start <= start && start < one.end);
    const author = line?.speaker ?? voiceAt(of, start);
    return speaker?.isBy(author, isQuotedAt(of, start) ? null : of.address) ?? false;
  };
  // What others quote of somebody counts as their reports do: only if nothing of their own was found.
  const saidThemselves = found.some(({ window: { of, sentences } }) =>
    sentences.some((range) => isByVoice({ of, range })),
  );
  const isSaidBy = (one: QuotedSentence) =>
    !speaker ||
    isByVoice(one) ||
    (!saidThemselves && speaker.isBy(quotedWriterAt(one.of, one.range.start))) ||
    speaker.isReported(textOf(one));
  return { adds, isSaidBy, isByVoice: speaker && isByVoice };
}

/** What may answer a question that somebody asked: the best sentence of each reply, and what comes next. */
function following(
  asked: Sentence,
  threads: SourceText[],
  weights: ReadonlyMap<string, number>,
  wants: KindOfAnswer,
): Sentence[] {
  const says = (one: QuotedSentence) => {
    const text = textOf(one);
    const words = new Set(passageTerms(text).filter((word) => /\p{L}{2}/u.test(word)));
    return (words.size >= leastSaid || wants.fits(text)) && !greeting.test(text) && !asks.test(text);
  };
  const scored = (of: SourceText, ranges: Range[], share: number, rank: number): Sentence[] =>
    ranges
      .map((range, at) => {
        const text = textOf({ of, range });
        // Of the same message, only what comes right behind.
        const fits = (of !== asked.of || at === 0) && wants.fits(text);
        const score = asked.score * (share + (fits ? kindShare : 0)) + weightOf(text, weights) / 2;
        return { of, range, next: ranges[at + 1], rank, score };
      })
      .filter(says);
  const replies = threads
    .filter(
      ({ id, thread, date }) => thread === asked.of.thread && id !== asked.of.id && date > asked.of.date,
    )
    .map(markBareQuote);
  const answers = replies.flatMap((of, at) => {
    const rank = asked.rank + (at + 1) / (replies.length + 1);
    return scored(of, sentencesOf(of), asReply, rank)
      .toSorted((a, b) => b.score - a.score || a.range.start - b.range.start)
      .slice(0, 1);
  });
  const isOwn = ({ start }: Range) => !isQuotedAt(asked.of, start);
  const later = sentencesOf(asked.of).filter(({ start }) => start > asked.range.start);
  // Not what is quoted below one's own question: it was written before. What stands below a quoted one replies to it.
  const next = later.filter((one) => isOwn(one) === isOwn(asked.range)).slice(0, nextSentences);
  const below = isOwn(asked.range) ? [] : later.filter(isOwn).slice(0, 1);
  return [
    ...answers,
    ...scored(asked.of, next, asNext, asked.rank).map((one) => withHeading(asked, one)),
    ...scored(asked.of, below, asReply, asked.rank),
  ];
}

/** Short lines below each other belong together, as in a table: "Board meeting", "Anna Berg". */
function withHeading({ range: heading, next }: Sentence, one: Sentence): Sentence {
  const { start, end } = one.range;
  const isShort = end - start < tooShort && heading.end - heading.start < tooShort;
  return isShort && next?.start === start
    ? { ...one, range: { start: heading.start, end }, next: undefined }
    : one;
}

/** A question, also one that ends in a period: "Does anyone have a module for it." */
const asks =
  /\?["'”’)\]\s]*$|^\W*(?:does|do|did|has|have|is|are|can|could|would|will)\s+(?:any(?:one|body)|some(?:one|body)|you|there)\b/i;

/** "Could you send me the contract by Friday?" */
const request = /\b(?:can|could|will|would) you\b/i;

/** Whether somebody asks for a thing and says the time or the figure that the question is after. */
const isWanted = (text: string, wants: KindOfAnswer): boolean =>
  !wants.alone && !wants.byItself && request.test(text) && wants.fits(text);

/** Lines that programs write: a header of a copied mail, the beginning of a signed one, and the name of a file. */
const label =
  /^\W*(?:date|from|to|cc|bcc|reply-to|sender|subject|sent|url|link|hash|(?:message-id|in-reply-to|(?:list|mailing|x|mime|content)-[\w-]+)):|^-{4}/i;
const fileName = /^\W*[^.!?:\n]{0,100}\.(?:docx?|xlsx?|pptx?|pdf|zip|txt|csv|png|jpe?g|gif)\W*$/i;
const link = /\b(?:https?:\/\/|www\.)\S+/gi;

const greeting =
  /^\W*(?:hi|hello|hey|dear|thanks|thank you|regards|best|cheers|good (?:morning|day))\b[^.!?]{0,40}[.!?,]?$/i;

/** All sentences of a source, in order. */
const sentencesOf = (of: SourceText): Range[] =>
  [
    ...new Map(
      windowsOfText(of)
        .flatMap(({ sentences }) => sentences)
        .map((range) => [range.start, range]),
    ).values(),
  ].toSorted((a, b) => a.start - b.start);

/** Whether a sentence says something: no greeting, and no "Thanks!". */
const saysSomething = (text: string): boolean =>
  wordsOf(text.replace(link, "")).length > leastSaid && !greeting.test(text) && !label.test(text);

/** The first sentence that a message quotes of somebody and that says something. */
export function firstQuoted(text: SourceText, isBy: (writer: string | null) => boolean): QuotedSentence[] {
  const of = withQuoted(text);
  return quotedSentences(of)
    .filter((range) => isBy(quotedWriterAt(of, range.start)) && saysSomething(textOf({ of, range })))
    .slice(0, 1)
    .map((range) => ({ of, range }));
}

/** The first sentence of a message in which its sender says something. */
export function firstSaid(of: SourceText): QuotedSentence[] {
  if (markBareQuote(of).quoted !== undefined) return [];
  const sentences = sentencesOf(of);
  const at = sentences.findIndex((range) => saysSomething(textOf({ of, range })));
  const range = sentences[at];
  return range ? [{ of, range: withNext({ of, range, next: sentences[at + 1] }) }] : [];
}

/** The longest lines of a meeting that are read for what is said in it, and a sentence that is short enough (characters). */
const longestLines = 60;
const longestSpoken = 300;

/** Sentences of a meeting's lines that say most, those with the most different words first. Questions say little. */
export function mostSaid(of: SourceText, limit: number): QuotedSentence[] {
  const lines = (of.spoken ?? []).toSorted((a, b) => b.end - b.start - (a.end - a.start));
  return sentencesIn(of.text, lines.slice(0, longestLines))
    .flatMap((range) => {
      const text = textOf({ of, range });
      const fits = text.length <= longestSpoken && saysSomething(text) && !asks.test(text);
      return fits ? [{ quote: { of, range }, words: new Set(passageTerms(text)).size }] : [];
    })
    .toSorted((a, b) => b.words - a.words || a.quote.range.start - b.quote.range.start)
    .slice(0, limit)
    .map(({ quote }) => quote);
}

/** The best sentences, without those that overlap or say the same. */
function choose(sentences: Sentence[]): QuotedSentence[] {
  const [best] = sentences;
  if (!best) return [];
  const chosen: Sentence[] = [];
  const texts = new Set<string>();
  for (const one of sentences) {
    if (chosen.length === mostQuotes || one.score < best.score * nextShare) break;
    const text = textOf(one).toLowerCase().replace(/\W+/g, " ");
    const overlaps = chosen.some((other) => other.of.id === one.of.id && touches(other.range, one.range));
    if (overlaps || texts.has(text)) continue;
    texts.add(text);
    chosen.push({ ...one, range: withNext(one) });
  }
  return chosen
    .sort((a, b) => a.rank - b.rank || a.range.start - b.range.start)
    .map(({ of, range }) => ({ of, range }));
}

const textOf = ({ of, range }: QuotedSentence) => of.text.slice(range.start, range.end);

const touches = (one: Range, other: Range) => one.start < other.end && other.start < one.end;

/** The weight of the question's stems in a sentence. */
function weightOf(text: string, weights: ReadonlyMap<string, number>): number {
  const held = new Set(passageTerms(text));
  let score = 0;
  for (const [term, weight] of weights) if (held.has(term)) score += weight;
  return score;
}

function withNext({ of, range, next }: Pick<Sentence, "of" | "range" | "next">): Range {
  const { start, end } = range;
  // Not the first word of a table below.
  const isOpen = of.text[end - 1] === ":" && next && next.end - next.start >= shortest;
  return (isOpen || end - start < tooShort) && next && next.start - end < 4
    ? { start, end: next.end }
    : range;
}
