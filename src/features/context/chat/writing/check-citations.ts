import { passageTerms } from "../../../search/words";
import type { Range } from "../../../triage/text/own-text";
import type { QuotedSentence } from "../../sentences";
import type { TextWindow } from "../../text-windows";
import type { WrittenSentence } from "./read-sentences";

/** Least share of a sentence's words that the passages it names must contain together, and each of them. */
const leastSupport = 0.5;
const leastEach = 0.25;

const number = /\d+(?:[.,:]\d+)*/g;

/** The numbers in a text, written alike: "4,200" is "4200". */
const numbersIn = (text: string): string[] =>
  (text.match(number) ?? []).map((one) => one.replace(/[,.](?=\d{3}(?:\D|$))/g, "").replace(/^0+(?=\d)/, ""));

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });

/** Everything that a passage tells: its words, and who wrote it when. */
function evidenceOf({ lines, title, date }: TextWindow) {
  const authors = new Set(lines.map(({ author }) => author ?? ""));
  const text = [title ?? "", ...authors, ...lines.map((line) => line.text)].join("\n");
  const dated = date
    ? `${longDate.format(date)} ${date.toISOString().slice(0, 10).replaceAll("-", " ")}`
    : "";
  return {
    terms: new Set(passageTerms(`${text}\n${dated}`)),
    numbers: new Set([...numbersIn(text), ...numbersIn(dated)]),
  };
}

/**
 * Checks what a model's sentence names as its sources. A source counts only if the passage exists and contains the
 * sentence's words; figures must all be in the passages.
 *
 * @param passages - passage `n` of the question is the entry `n - 1`.
 * @returns for each source the sentence of it that comes closest; none: nothing supports the sentence.
 */
export function checkCitations(
  { text, numbers }: WrittenSentence,
  passages: readonly TextWindow[],
): QuotedSentence[] {
  const terms = [...new Set(passageTerms(text).filter((term) => !/^\d+$/.test(term)))];
  const figures = numbersIn(text);
  if (terms.length === 0 && figures.length === 0) return [];
  const named = numbers.flatMap((one) => passages[one - 1] ?? []).map((of) => ({ of, ...evidenceOf(of) }));
  const share = (held: (term: string) => boolean) =>
    terms.length === 0 ? 1 : terms.filter(held).length / terms.length;
  const useful = named.filter(
    (one) =>
      share((term) => one.terms.has(term)) >= leastEach &&
      (terms.length > 0 || figures.some((figure) => one.numbers.has(figure))),
  );
  const supported =
    useful.length > 0 &&
    share((term) => useful.some((one) => one.terms.has(term))) >= leastSupport &&
    figures.every((figure) => useful.some((one) => one.numbers.has(figure)));
  return supported ? useful.flatMap(({ of }) => closest(text, of)) : [];
}

/** The sentence of a passage that shares most words with another sentence. */
function closest(text: string, { of, sentences }: TextWindow): QuotedSentence[] {
  const terms = new Set([...passageTerms(text), ...numbersIn(text)]);
  const shared = (range: Range) => {
    const words = of.text.slice(range.start, range.end);
    return new Set([...passageTerms(words), ...numbersIn(words)].filter((term) => terms.has(term))).size;
  };
  const [best] = sentences
    .map((range) => ({ range, score: shared(range) }))
    .toSorted((a, b) => b.score - a.score || a.range.start - b.range.start);
  return best ? [{ of, range: best.range }] : [];
}
