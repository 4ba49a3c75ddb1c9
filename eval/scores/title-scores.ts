import {
  addedVerbs,
  formsOfVerb,
  frameWords,
  maxTitle,
  minOwnWords,
} from "../../src/features/triage/title/title";
import type { AnalyzedMessage } from "./analyses";
import { mean } from "./scores";

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];

/** F1 of the words that two titles share, counting repeated words as often as both have them; 0 to 1. */
export function tokenF1(title: string, label: string): number {
  const left = wordsOf(label);
  const total = wordsOf(title).length + left.length;
  let shared = 0;
  for (const word of wordsOf(title)) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    shared++;
    left.splice(at, 1);
  }
  return total === 0 ? 0 : (2 * shared) / total;
}

/**
 * The share of a title's words that occur in the message's text, subject or sender, quotes included, its verb in any
 * form; "Say whether" and "get" aren't counted.
 */
function ownShare(title: string, { row }: AnalyzedMessage): number {
  const source = new Set(wordsOf(`${row.from} ${row.subject ?? ""} ${row.body}`));
  const words = wordsOf(title).filter((word) => !frameWords.has(word) && !addedVerbs.has(word));
  return (
    words.filter(
      (word, at) =>
        source.has(word.replace(/['’]s$/, "")) ||
        source.has(word) ||
        (at === 0 && formsOfVerb(word).some((form) => source.has(form))),
    ).length / (words.length || 1)
  );
}

/**
 * Compares titles with the labeled ones, 0 to 1. `taskTitleF1`: shared words, over the messages in which both
 * see a task. `taskTitleF1OfAll`: the same with 0 for every missed task. `titlesHidden`: the share of found
 * tasks shown by their subject instead of a title. The last: the share of all titles that fit the longest
 * length and the least share of the message's own words.
 */
export function scoreTitles(analyzed: readonly AnalyzedMessage[]) {
  const labelled = analyzed.filter(({ row }) => row.hasTask && row.title !== null);
  const found = labelled.filter(({ analysis }) => analysis.taskTitle !== null);
  const scores = found.map(({ row, analysis }) => tokenF1(analysis.taskTitle!, row.title!));
  const titled = analyzed.filter(({ analysis }) => analysis.taskTitle !== null);
  const within = (fits: (one: AnalyzedMessage, title: string) => boolean) =>
    mean(titled.map((one) => (fits(one, one.analysis.taskTitle!) ? 1 : 0)));
  return {
    taskTitleF1: mean(scores),
    taskTitleF1OfAll: (mean(scores) * found.length) / (labelled.length || 1),
    titlesHidden:
      analyzed.filter(({ analysis }) => analysis.hasTask && analysis.taskTitle === null).length /
      (analyzed.filter(({ analysis }) => analysis.hasTask).length || 1),
    titlesShort: within((_, title) => title.length <= maxTitle),
    titlesOfOwnWords: within((one, title) => ownShare(title, one) >= minOwnWords),
  };
}
