/** The words of one span of text: a hash per word and its offsets in the source. */
export interface Tokens {
  hash: number[];
  start: number[];
  end: number[];
}

const fnvBasis = 0x811c9dc5 | 0;
const fnvPrime = 0x01000193;

/** FNV-1a over UTF-16 units: identifies a word throughout this feature. */
export function hashWord(word: string): number {
  let hash = fnvBasis;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), fnvPrime);
  return hash;
}

/** The hash of a sequence, from the hash of all but its last part and that part. */
export function joinHash(left: number, right: number): number {
  const mixed = Math.imul(left ^ (right + 0x9e3779b9 + (left << 6) + (left >>> 2)), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Marks that replace things whose spelling doesn't matter. */
export const marks = {
  url: hashWord("<url>"),
  address: hashWord("<address>"),
  number: hashWord("<number>"),
  question: hashWord("?"),
  exclamation: hashWord("!"),
  money: hashWord("$"),
  smile: hashWord("<smile>"),
  frown: hashWord("<frown>"),
} as const;

/** How often a word or mark occurs. */
export function countOf(hash: readonly number[], word: number): number {
  let count = 0;
  for (let at = 0; at < hash.length; at++) if (hash[at] === word) count++;
  return count;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isAsciiLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** Letters of any script, without emoji and punctuation blocks. */
function isLetter(code: number): boolean {
  if (code < 128) return isAsciiLetter(code);
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x2bff)) return false;
  return (
    !(code >= 0xd800 && code <= 0xdfff) &&
    !(code >= 0xfe00 && code <= 0xfe0f) &&
    code !== 0xd7 &&
    code !== 0xf7
  );
}

const isSpace = (code: number) => code <= 32 || code === 0xa0 || code === 0x200b;
const isApostrophe = (code: number) => code === 39 || code === 0x2019;

/** Longest text without a space that is searched for an address or an emoticon. */
const maxChunk = 200;

/**
 * Reads the words between two offsets. It ignores case and replaces numbers, web addresses and mail addresses
 * with one mark each. Question and exclamation marks, currency signs and emoticons count as words.
 */
export function tokenize(text: string, from: number, to: number): Tokens {
  const tokens: Tokens = { hash: [], start: [], end: [] };
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at++;
    } else if (isLetter(code)) {
      at = readWord(text, at, to, tokens);
    } else if (isDigit(code)) {
      at = readNumber(text, at, to, tokens);
    } else {
      at = readSign(text, at, to, tokens);
    }
  }
  return tokens;
}

/** The words of a span of text that has been read. */
export interface ReadWords {
  text: string;
  from: number;
  to: number;
  tokens: Tokens;
}

/** Like {@link tokenize}, but reuses the words of a longer span up to its last spaces. */
export function tokeniseWithin(read: ReadWords, text: string, from: number, to: number): Tokens {
  const apart =
    read.text === text &&
    from >= read.from &&
    to <= read.to &&
    (from === read.from || isSpace(text.charCodeAt(from - 1))) &&
    (to === read.to || isSpace(text.charCodeAt(to)));
  if (!apart) return tokenize(text, from, to);
  const { hash, start, end } = read.tokens;
  const first = firstFrom(start, from);
  const last = firstFrom(start, to);
  return { hash: hash.slice(first, last), start: start.slice(first, last), end: end.slice(first, last) };
}

/** How many of some ascending offsets are before a position. */
function firstFrom(offsets: readonly number[], span: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < span) low = middle + 1;
    else high = middle;
  }
  return low;
}

function push(tokens: Tokens, hash: number, start: number, end: number): number {
  tokens.hash.push(hash);
  tokens.start.push(start);
  tokens.end.push(end);
  return end;
}

function readWord(text: string, start: number, to: number, tokens: Tokens): number {
  let hash = fnvBasis;
  let at = start;
  for (; at < to; at++) {
    let code = text.charCodeAt(at);
    if (isApostrophe(code)) {
      if (at + 1 >= to || !isLetter(text.charCodeAt(at + 1))) break;
      code = 39;
    } else if (code >= 65 && code <= 90) {
      code |= 32;
    } else if (code >= 0xc0) {
      if (!isLetter(code)) break;
      code = text.charAt(at).toLowerCase().charCodeAt(0);
    } else if (!isLetter(code)) {
      break;
    }
    hash = Math.imul(hash ^ code, fnvPrime);
  }
  const next = at < to ? text.charCodeAt(at) : 0;
  if (next === 58 || next === 64 || next === 46) {
    const special = readAddress(text, start, at, to);
    if (special) return push(tokens, special.mark, start, special.end);
  }
  return push(tokens, hash, start, at);
}

/** A word that continues as `http://…`, `www.…` or `name@host`. */
function readAddress(
  text: string,
  start: number,
  wordEnd: number,
  to: number,
): { mark: number; end: number } | null {
  const limit = Math.min(to, start + maxChunk);
  const web =
    text.startsWith("://", wordEnd) ||
    (wordEnd - start === 3 && /^www\.$/i.test(text.slice(start, wordEnd + 1)));
  let end = wordEnd;
  let atSign = text.charCodeAt(wordEnd) === 64;
  while (end < limit && !isSpace(text.charCodeAt(end)) && text.charCodeAt(end) !== 62) {
    if (text.charCodeAt(end) === 64) atSign = true;
    end++;
  }
  if (web) {
    while (end < to && !isSpace(text.charCodeAt(end))) end++;
    return { mark: marks.url, end };
  }
  return atSign && text.indexOf(".", wordEnd) < end ? { mark: marks.address, end } : null;
}

function readNumber(text: string, start: number, to: number, tokens: Tokens): number {
  let at = start + 1;
  while (at < to) {
    const code = text.charCodeAt(at);
    const joins = code === 44 || code === 46 || code === 58 || code === 47;
    if (!isDigit(code) && !(joins && at + 1 < to && isDigit(text.charCodeAt(at + 1)))) break;
    at++;
  }
  return push(tokens, marks.number, start, at);
}

const happyEmoji =
  /^(?:\ud83d[\ude00-\ude0e\ude17-\ude1d\ude42\ude43\udc4d\udc4f\udc96\udc97\udc99\ude4c\ude4f]|\ud83c[\udf89\udf88]|\ud83e[\udd29\udd73\udd17])/;
const sadEmoji =
  /^(?:\ud83d[\ude10-\ude16\ude1e-\ude34\ude41\ude44\udc4e\udca9\udc94]|\ud83e[\udd2c\udd2e\udd26])/;

function readSign(text: string, start: number, to: number, tokens: Tokens): number {
  const code = text.charCodeAt(start);
  if (code === 63 || code === 0x61f || code === 0xff1f) return push(tokens, marks.question, start, start + 1);
  if (code === 33 || code === 0xff01) return push(tokens, marks.exclamation, start, start + 1);
  if (code === 36 || code === 0xa3 || code === 0x20ac) {
    if (text.startsWith("$LINK", start)) return push(tokens, marks.url, start, Math.min(to, start + 5));
    return push(tokens, marks.money, start, start + 1);
  }
  if (code === 58 || code === 59 || code === 61) return readFace(text, start, to, tokens);
  if (code >= 0xd83c && code <= 0xd83e && start + 1 < to) {
    const pair = text.slice(start, start + 2);
    if (happyEmoji.test(pair)) push(tokens, marks.smile, start, start + 2);
    else if (sadEmoji.test(pair)) push(tokens, marks.frown, start, start + 2);
    return start + 2;
  }
  return start + 1;
}

function readFace(text: string, start: number, to: number, tokens: Tokens): number {
  const nose = text.charCodeAt(start + 1) === 45 ? 1 : 0;
  const mouth = start + 1 + nose < to ? text.charAt(start + 1 + nose) : "";
  const end = start + 2 + nose;
  if (mouth === ")" || mouth === "D" || mouth === "]") return push(tokens, marks.smile, start, end);
  if (mouth === "(" || mouth === "[" || (mouth === "/" && text.charAt(end) !== "/")) {
    return push(tokens, marks.frown, start, end);
  }
  return start + 1;
}
