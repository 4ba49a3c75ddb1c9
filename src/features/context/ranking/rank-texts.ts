import { createSearchIndex, leastCoverage } from "../../search/ranking";
import type { Frequencies } from "../../search/term-counts";
import { questionWords } from "../../search/words";
import { markBareQuote, withQuoted } from "../sentences";
import { type SourceText, withSpeech } from "../sources";
import { type TextWindow, wholePassage, windowsOfText, windowsWith } from "../text-windows";

/** Texts that the index found for a question. */
export interface RankRequest {
  question: string;
  texts: SourceText[];
  among: Frequencies;
  /** Most windows to return. */
  limit: number;
}

/** A window that may answer a question. */
export interface Finding {
  window: TextWindow;
  /** Share of the question's words in it, weighted by rarity, 0 to 1. */
  coverage: number;
  /** What the question names and the source lacks. */
  lacks: string[];
}

/** The windows that answer a question best, best first. */
export interface BestWindows {
  found: Finding[];
  /** The stems that the question is about, with their rarity. */
  weights: Map<string, number>;
  /** Rare words of the question that the windows, their sources and authors lack, as stems. */
  missing: string[];
}

/** Whether a passage answers the question, or only shares some of its words. */
export const answers = ({ coverage, lacks }: Finding): boolean =>
  coverage >= leastCoverage && lacks.length === 0;

/** Sources that are cut into windows, beside meetings. */
const mostCut = 16;
/** What somebody says after a window may answer what is asked in it (segments). */
const mostFollowing = 4;

/** Ranks texts by their windows of sentences. Pure. */
export function rankTexts({ question, texts, among, limit }: RankRequest): BestWindows {
  const written = texts.filter(({ type }) => type !== "meeting");
  const best = createSearchIndex(
    written.map((text) => wholePassage(text)),
    among,
  ).search(question, mostCut);
  // A transcript as a whole contains almost every word, so only its windows tell.
  const meetings = texts.filter(({ type }) => type === "meeting").map(withSpeech);
  const words = questionWords(question);
  const windows = [
    ...best.flatMap(({ passage: { of } }) => windowsOfText(withQuotes(of, texts))),
    ...meetings.flatMap((meeting) => windowsWith(words, windowsOfText(meeting))),
  ];
  const index = createSearchIndex(windows, among);
  const found = index.search(question, limit);
  return {
    found: found.map(({ passage, coverage, lacks }) => ({
      window: withNearSpeech(passage),
      coverage,
      lacks,
    })),
    weights: index.weigh(question),
    missing: index.missing(
      question,
      found.map(({ passage }) => passage),
    ),
  };
}

/**
 * With what it quotes of other messages, unless an earlier message of its thread was found: that has it itself. What a
 * message only forwards is nobody's words either way.
 */
const withQuotes = (of: SourceText, texts: SourceText[]): SourceText =>
  texts.some(({ thread, date }) => thread === of.thread && date < of.date)
    ? markBareQuote(of)
    : withQuoted(of);

/** Only what is said in a window and next: hours of speech would take long to hand over. */
function withNearSpeech(window: TextWindow): TextWindow {
  const { of, sentences } = window;
  const first = of.spoken?.findIndex(({ start }) => start === sentences[0]?.start) ?? -1;
  if (first < 0) return window;
  const spoken = of.spoken?.slice(first, first + sentences.length + mostFollowing);
  return { ...window, of: { ...of, said: undefined, spoken } };
}
