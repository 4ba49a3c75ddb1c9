import type { Line } from "./passages";
import { stem, wordsOf } from "./words";

/** People a question names, and the words it uses to name them. */
export interface NamedAuthors {
  authors: ReadonlySet<string>;
  terms: ReadonlySet<string>;
}

/** A single letter names a speaker only if it is capitalized: "What did C think", not "is there a plan". */
function isNamed(word: string, question: string, words: ReadonlySet<string>): boolean {
  if (word.length > 1) return words.has(word);
  return new RegExp(`\\b${word.toUpperCase()}\\b`).test(question.slice(1));
}

/** Finds the authors whose names share the most words with the question; none if it names nobody. */
export function namedAuthors(question: string, authors: Iterable<string>): NamedAuthors {
  const words = new Set(wordsOf(question));
  let most = 0;
  let named: string[] = [];
  for (const author of authors) {
    const hits = wordsOf(author).filter((word) => isNamed(word, question, words)).length;
    if (hits === 0 || hits < most) continue;
    named = hits > most ? [author] : [...named, author];
    most = hits;
  }
  return { authors: new Set(named), terms: new Set(named.flatMap(wordsOf).map(stem)) };
}

/** Share of the text in these lines that the authors said, from 0 to 1. */
export function shareSaidBy(authors: ReadonlySet<string>, lines: readonly Line[]): number {
  let said = 0;
  let all = 0;
  for (const { author, text } of lines) {
    all += text.length;
    if (author !== null && authors.has(author)) said += text.length;
  }
  return all === 0 ? 0 : said / all;
}
