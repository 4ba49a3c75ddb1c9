import { maxTitle, minOwnWords } from "../../src/features/triage/title/title";
import type { AnalyzedMessage } from "./analyses";

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];

/** F1 of the words that two titles share, each counted as often as both have it; 0 to 1. */
function tokenF1(title: string, label: string): number {
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

/** Share of a title's words that are in the message's text or subject, including quotes. */
function ownShare(title: string, { row }: AnalyzedMessage): number {
  const source = new Set(wordsOf(`${row.subject ?? ""} ${row.body}`));
  const words = wordsOf(title);
  return words.filter((word) => source.has(word)).length / (words.length || 1);
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/**
 * Titles compared with the labeled ones, 0 to 1: their words on messages where both find a task
 * (`taskTitleF1`), the same with 0 for every missed task (`taskTitleF1OfAll`), and the share of all titles
 * that respect the maximum length and the minimum share of the message's own words.
 */
export function scoreTitles(analyzed: readonly AnalyzedMessage[]) {
  const labelled = analyzed.filter(({ row }) => row.title !== null);
  const found = labelled.filter(({ analysis }) => analysis.taskTitle !== null);
  const scores = found.map(({ row, analysis }) => tokenF1(analysis.taskTitle!, row.title!));
  const titled = analyzed.filter(({ analysis }) => analysis.taskTitle !== null);
  const within = (fits: (one: AnalyzedMessage, title: string) => boolean) =>
    mean(titled.map((one) => (fits(one, one.analysis.taskTitle!) ? 1 : 0)));
  return {
    taskTitleF1: mean(scores),
    taskTitleF1OfAll: (mean(scores) * found.length) / (labelled.length || 1),
    titlesShort: within((_, title) => title.length <= maxTitle),
    titlesOfOwnWords: within((one, title) => ownShare(title, one) >= minOwnWords),
  };
}
