/**
 * Which of some words a text contains, found in one pass over its letters. This saves the regular expressions
 * that can't match without them. A word of up to three letters is matched exactly, a longer one by its first
 * four.
 */
export interface WordPrefilter {
  /** Code and bits of a word, alternating, at the slot of its code or the next free one; 0 is a free slot. */
  entries: Int32Array;
}

/** Far more than any prefilter has words, and few enough to stay in the fastest cache. */
const spans = 1 << 9;
/** Number of letters that identify a word. */
const looked = 4;

const spanOf = (code: number) => (Math.imul(code, 0x9e3779b1) >>> 23) << 1;
const next = (span: number) => (span + 2) & (2 * spans - 1);
const codeOf = (word: string) =>
  [...word.slice(0, looked)].reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) & 31), 0);

/** @param groups - a bit per group of words; lower case, letters without accents, separated by spaces. */
export function compilePrefilter(groups: readonly (readonly [bit: number, words: string])[]): WordPrefilter {
  const entries = new Int32Array(2 * spans);
  const codes = new Set(groups.flatMap(([, words]) => words.split(" ").map(codeOf)));
  if (codes.size > spans / 2) throw new Error("too many words for one prefilter");
  for (const [bit, words] of groups)
    for (const word of words.split(" ")) {
      const code = codeOf(word);
      let span = spanOf(code);
      while (entries[span] !== 0 && entries[span] !== code) span = next(span);
      entries[span] = code;
      entries[span + 1]! |= bit;
    }
  return { entries };
}

function bitsOf(entries: Int32Array, code: number): number {
  for (let span = spanOf(code); entries[span] !== 0; span = next(span))
    if (entries[span] === code) return entries[span + 1]!;
  return 0;
}

const isLetter = (lower: number) => lower >= 97 && lower <= 122;

/** The bits of all groups with a word between two offsets; digits and marks separate words. */
export function siftWords({ entries }: WordPrefilter, text: string, from = 0, to = text.length): number {
  let found = 0;
  let at = from;
  while (at < to) {
    let lower = text.charCodeAt(at) | 32;
    if (!isLetter(lower)) {
      at++;
      continue;
    }
    let code = 0;
    const end = Math.min(to, at + looked);
    do {
      code = (code << 5) | (lower & 31);
      at++;
      if (at >= end) break;
      lower = text.charCodeAt(at) | 32;
    } while (isLetter(lower));
    found |= bitsOf(entries, code);
    while (at < to && isLetter(text.charCodeAt(at) | 32)) at++;
  }
  return found;
}
