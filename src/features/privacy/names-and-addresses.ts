import { type RedactedSpan, spansOf } from "./redacted-span";

/** Someone a text may name. */
export interface Person {
  name: string;
  address: string | null;
}

const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const phones = [
  // +49 (0)30 1234-5678
  /(?<![\p{L}\p{N}])(?:\+|00)[1-9]\d{0,2}(?:[ ./-]{0,2}\(?\d{1,5}\)?){2,6}(?![\p{L}\p{N}])/gu,
  // (212) 555-0142, 212-555-0142
  /(?<![\p{L}\p{N}.-])(?:1[ .-])?(?:\(\d{3}\)[ .-]?|\d{3}[.-])\d{3}[ .-]\d{4}(?![\p{L}\p{N}])/gu,
  // 0151 23456789, 030/1234 567
  /(?<![\p{L}\p{N}.,/:-])0\d{2,4}[ /-]\d{3,8}(?:[ -]\d{2,6}){0,3}(?![\p{L}\p{N}])/gu,
  // Tel: 555 0142
  /(?<!\p{L})(?:tel|phone|telefon|mobile|mobil|cell|fax|handy)(?:[ .:#]|no|number|nummer){1,4}\s{0,2}(\(?\d[\d ()./-]{4,18}\d)(?![\p{L}\p{N}])/giu,
];

/** Finds email addresses and phone numbers, and known addresses of people that match neither form. */
export function* addressSpans(text: string, people: Person[]): Generator<RedactedSpan> {
  for (const span of spansOf(text, email, "email"))
    yield { ...span, same: text.slice(span.start, span.end).toLowerCase() };
  for (const pattern of phones)
    for (const span of spansOf(text, pattern, "phone", (value) => digitsOf(value).length >= 7))
      yield { ...span, same: digitsOf(text.slice(span.start, span.end)).slice(-10) };
  for (const address of new Set(people.map((person) => person.address ?? "")))
    if (address.length >= 5 && !address.includes("@")) yield* spansIn(text, address);
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}

function* spansIn(text: string, address: string): Generator<RedactedSpan> {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + address.length))
    yield {
      start: at,
      end: at + address.length,
      kind: "phone",
      same: digitsOf(address).slice(-10) || address,
    };
}

/**
 * First or last names that are also words, so that a capital letter at the start of a sentence is not enough.
 * Months only count as names in a greeting or a signature.
 */
const words = new Set(
  "art baker banks bell best bill bishop black bond brown carter case chance chase christian church clay cook cross day dean drew faith field fields ford forest fox frank gene grace grant gray green hall hill holly home hope hunter jack james jean joy king lane law lee long major mark marshall martin mason max miles miller moore newman nick noble page park parker pat pearl penny pierce pope porter power price prince ray rich rob rod rose rusty ruth sandy sky smart stone street summer sunny swift taylor temple thomas van victor walker ward waters wayne west white will wise wood woods young".split(
    " ",
  ),
);
const months = new Set(["april", "may", "june", "july", "august", "january"]);
const word = /\p{L}[\p{L}\p{M}]*/gu;
const greeting =
  /(?<!\p{L})(?:hi|hello|hey|dear|hallo|liebe[r]?|moin|bonjour|hola|thanks|thank you|cc|@)[ ,]{0,2}$/iu;

/** What may separate the words of one name, including a line break. */
const betweenNames = /^(?:[ \t.'’-]{1,3}|, |\r?\n)$/;

interface Name {
  /** In lower case. */
  words: string[];
  same: string;
}

/** Finds people by full name in any case, and by first or last name if it is written like a name. */
export function* nameSpans(text: string, people: Person[]): Generator<RedactedSpan> {
  const names = namesByFirstWord(people);
  if (names.size === 0) return;
  const tokens = [...text.matchAll(word)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    lower: match[0].toLowerCase(),
    capital: /^\p{Lu}/u.test(match[0]),
  }));
  for (let index = 0; index < tokens.length; index++) {
    const name = names.get(tokens[index]?.lower ?? "")?.find((one) => matches(text, tokens, index, one));
    if (!name) continue;
    const last = tokens[index + name.words.length - 1] as Token;
    yield { start: (tokens[index] as Token).at, end: last.end, kind: "name", same: name.same };
    index += name.words.length - 1;
  }
}

interface Token {
  at: number;
  end: number;
  lower: string;
  capital: boolean;
}

function matches(text: string, tokens: Token[], index: number, name: Name): boolean {
  const first = tokens[index] as Token;
  if (touchesDigit(text, first.at - 1)) return false;
  if (name.words.length > 1)
    return name.words.every((part, step) => {
      const token = tokens[index + step];
      if (token?.lower !== part) return false;
      return step === 0 || betweenNames.test(text.slice((tokens[index + step - 1] as Token).end, token.at));
    });
  if (touchesDigit(text, first.end)) return false;
  const before = text.slice(Math.max(0, first.at - 12), first.at);
  if (greeting.test(before)) return true;
  if (!first.capital) return false;
  if (aloneOnLine(text, first)) return true;
  if (months.has(first.lower)) return false;
  return !words.has(first.lower) || /[\p{L}\p{N},;(][ ]$/u.test(before);
}

function touchesDigit(text: string, at: number): boolean {
  return /[\p{N}_]/u.test(text[at] ?? "");
}

function aloneOnLine(text: string, { at, end }: Token): boolean {
  return (
    /(?:^|\n)[ \t>-]{0,6}$/.test(text.slice(Math.max(0, at - 8), at)) &&
    /^[ \t,.!]{0,3}(?:\r?\n|$)/.test(text.slice(end, end + 6))
  );
}

/** Words in sender names that no person has. If one occurs, only the complete name counts. */
const noPerson = new Set(
  "team support service services billing info sales news newsletter noreply reply notification notifications customer account accounts admin office group list bank inc ltd llc gmbh corp company the and für der die daily weekly alerts orders security help desk".split(
    " ",
  ),
);
/** Parts of names that aren't names by themselves. */
const particles = new Set(
  "dr prof mr mrs ms herr frau von van der den del della dos las los bin ibn jun sen phd mba".split(" "),
);

/** Lists full names first, so that the longest match wins. First and last names also identify the person. */
function namesByFirstWord(people: Person[]): Map<string, Name[]> {
  const names = new Map<string, Name[]>();
  const add = (words: string[], same: string) => {
    const all = names.get(words[0] as string) ?? [];
    if (!all.some((other) => other.words.join(" ") === words.join(" "))) all.push({ words, same });
    names.set(words[0] as string, all);
  };
  const known = people
    .filter(({ name }) => !name.includes("@"))
    .map(({ name }) => (name.toLowerCase().match(word) ?? []).slice(0, 6))
    .filter((parts) => parts.length > 0 && !(parts.length === 1 && noPerson.has(parts[0] as string)));
  for (const parts of known) add(parts, parts.join(" "));
  for (const parts of known.filter((all) => !all.some((part) => noPerson.has(part))))
    for (const form of shorterForms(parts)) add(form, parts.join(" "));
  for (const all of names.values()) all.sort((a, b) => b.words.length - a.words.length);
  return names;
}

/** For Dr. Jonas Weber: "Jonas Weber", "Weber, Jonas" and each name alone. */
function shorterForms(parts: string[]): string[][] {
  const own = parts.filter((part) => part.length > 1 && !particles.has(part));
  const [first, last] = [own[0], own.at(-1)];
  const pairs = first && last && first !== last ? [own, [first, last], [last, first], own.slice(-2)] : [];
  return [...pairs, ...own.filter((part) => part.length >= 3).map((part) => [part])];
}
