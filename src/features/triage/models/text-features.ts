import { joinHash, type Tokens } from "../text/tokens";

/**
 * Size of the feature space, a power of two: every word, word sequence and letter sequence maps to a slot.
 */
export const featureSpace = 1 << 18;

const beginning = 0x5bd1e995 | 0;
const ending = 0x27d4eb2f | 0;
const letters = 0x165667b1 | 0;

const slot = (hash: number) => (Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0) & (featureSpace - 1);

/** Letter sequences ignore letters beyond this many per text. */
const maxLetters = 1200;

/**
 * The slots of the word sequences (one to three words; the start and end of the text count as words). Repeats
 * stay; the scorer counts each occurrence.
 */
export function wordFeatures({ hash }: Tokens, into: number[] = []): number[] {
  const count = hash.length;
  let before = beginning;
  let twoBefore = 0;
  for (let at = 0; at <= count; at++) {
    const word = at < count ? hash[at]! : ending;
    if (at < count) into.push(slot(word));
    const pair = joinHash(before, word);
    into.push(slot(pair));
    if (twoBefore !== 0) into.push(slot(joinHash(joinHash(twoBefore, before), word)));
    twoBefore = before;
    before = word;
  }
  return into;
}

/** Refilled for every text. */
const letterSlots = new Int32Array(maxLetters * 3);

/** The slots of the letter sequences (three to five, blanks collapsed) of a stretch of text; valid until the next call. */
export function letterFeatures(text: string, from: number, to: number): Int32Array {
  const end = Math.min(to, from + maxLetters);
  let count = 0;
  // The four previous letters, nearest first; 0 before the start of the text.
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let last = 32;
  for (let at = from; at < end; at++) {
    let code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) code |= 32;
    else if (code >= 48 && code <= 57) code = 48;
    else if (code <= 32) code = 32;
    if (code === 32 && last === 32) continue;
    last = code;
    if (second !== 0) {
      const pair = joinHash(joinHash(letters, code), first);
      const three = joinHash(pair, second);
      letterSlots[count++] = slot(three);
      if (third !== 0) {
        const four = joinHash(three, third);
        letterSlots[count++] = slot(four);
        if (fourth !== 0) letterSlots[count++] = slot(joinHash(four, fourth));
      }
    }
    fourth = third;
    third = second;
    second = first;
    first = code;
  }
  return letterSlots.subarray(0, count);
}

/** The slots of clause facts, alone and in pairs. */
export function factFeatures(facts: readonly number[]): number[] {
  const slots = facts.map((fact) => slot(joinHash(0x2545f491, fact)));
  for (let one = 0; one < facts.length; one++) {
    for (let other = one + 1; other < facts.length; other++) {
      slots.push(slot(joinHash(joinHash(0x2545f491, facts[one]!), facts[other]!)));
    }
  }
  return slots;
}
