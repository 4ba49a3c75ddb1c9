import type { Passage } from "./passages";
import { askedSpeaker, namedAuthors } from "./speakers";
import type { Entry } from "./term-counts";
import { passageTerms, stem, titles, wordsOf } from "./words";

/** A person, a thing with a name, a figure or a month of a question. An answer is about exactly that. */
export interface NamedThing {
  /** As the question writes it. */
  name: string;
  /** Each stands for it; undefined: only its author or date can tell. */
  terms: string[];
  /** True for what somebody of this name wrote, or what was written then. */
  fits?: (passage: Passage) => boolean;
}

const months = "january february march april may june july august september october november december".split(
  " ",
);
const notNames = new Set(
  "monday tuesday wednesday thursday friday saturday sunday today tomorrow zippy english ok".split(" "),
);
/** In these languages, every noun has a capital letter. */
const german = /\b(?:der|die|das|den|dem|ein|eine|einen|und|ist|sind|wann|wer|wie|wo|f\u00fcr|von|mit)\b/i;
const capitalized = /^\p{Lu}\p{Ll}[\p{L}'’-]*$/u;
/** More capitals than this are a style, not names (share of the words). */
const mostCapitals = 0.6;

/** What a question names. A passage without it is about something else, however many other words it shares. */
export function namedThings(question: string, authors: Iterable<string>): NamedThing[] {
  const all = [...authors];
  const asked = speakers(question, all);
  return [
    ...asked,
    ...(asked.length > 0 ? [] : people(question, all)),
    ...codes(question),
    ...figures(question),
    ...names(question),
  ];
}

/** The names of the things that none of these passages of one source has, and none of their authors. */
export function lacking<P extends Passage>(
  things: readonly NamedThing[],
  entries: readonly Entry<P>[],
): string[] {
  if (things.length === 0) return [];
  const authors = new Set(entries.flatMap(({ passage }) => passage.lines.map(({ author }) => author)));
  const ofAuthors = new Set([...authors].flatMap((author) => passageTerms(author ?? "")));
  return things
    .filter(
      ({ terms, fits }) =>
        !terms.some((term) => ofAuthors.has(term) || entries.some(({ counts }) => counts.has(term))) &&
        !entries.some(({ passage }) => fits?.(passage)),
    )
    .map(({ name }) => name);
}

/** Whose words the question asks for. What others write about them answers another question. */
function speakers(question: string, authors: readonly string[]): NamedThing[] {
  const speaker = askedSpeaker(question, authors);
  if (!speaker) return [];
  const { name, isBy, isReported } = speaker;
  const fits = ({ lines }: Passage) => lines.some(({ author, text }) => isBy(author) || isReported(text));
  return [{ name, terms: [], fits }];
}

const code = /^(?=.*\d)(?=.*[\p{L}#])[\p{L}\p{N}]*(?:[^\p{L}\p{N}\s][\p{L}\p{N}]+)+$|^\p{L}+(?:\+\+|#)$/u;

/**
 * Codes such as "SA4#110-e" and "C++", which mean something only as a whole. People write the signs in them
 * differently ("SA4#110e").
 */
function codes(question: string): NamedThing[] {
  return codesOf(question).map((text) => {
    const parts = text.match(/\p{L}+|\p{N}+/gu) ?? [];
    const signs = /[+#]+$/.exec(text)?.[0] ?? "";
    const whole = parts.join("[^\\p{L}\\p{N}]?") + signs.replaceAll("+", "\\+");
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${whole}(?![\\p{L}\\p{N}])`, "iu");
    // An address with a figure in it looks like a code too.
    const fits = ({ title, lines }: Passage) =>
      pattern.test(title ?? "") ||
      lines.some(({ author, text: said }) => pattern.test(said) || pattern.test(author ?? ""));
    return { name: text, terms: [], fits };
  });
}

const codesOf = (question: string): string[] =>
  question
    .split(/\s+/)
    .map((token) => token.replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}+#]+$/gu, "").replace(/['’]s$/, ""))
    .filter((text) => code.test(text));

/** What stands before a person in a question: "what did jonas say". */
const beforePerson = "did|does|has|had|would|by|from";

/** Authors whom the question names, also without capitals. */
function people(question: string, authors: Iterable<string>): NamedThing[] {
  const named = namedAuthors(question, authors);
  if (named.authors.size === 0) return [];
  const words = [...question.matchAll(new RegExp(`\\b(?:${beforePerson})\\s+(\\p{L}{2,})`, "giu"))]
    .map(([, word = ""]) => word.toLowerCase())
    .filter((word) => named.terms.has(stem(word)));
  if (words.length === 0) return [];
  const fits = ({ lines }: Passage) =>
    lines.some(({ author }) => author !== null && named.authors.has(author));
  return [{ name: words.join(" "), terms: words.map(stem), fits }];
}

/** Figures, years and times. A single digit says too little. */
function figures(question: string): NamedThing[] {
  const inCodes = new Set(codesOf(question).flatMap(wordsOf));
  return wordsOf(question).flatMap((word) => {
    if (!/\d/.test(word) || inCodes.has(word)) return [];
    const figure = word.replace(/^(\d+)(?:st|nd|rd|th|am|pm)$/, "$1");
    if (figure.length < 2) return [];
    const endings = /^\d{1,2}$/.test(figure) ? ["st", "nd", "rd", "th", "am", "pm"] : [];
    const grouped = /^\d{4,6}$/.test(figure) ? [figure.slice(-3)] : [];
    const fits = ({ date }: Passage) => date?.getUTCFullYear() === Number(figure);
    return [{ name: word, terms: [figure, ...endings.map((ending) => figure + ending), ...grouped], fits }];
  });
}

/** Capitalized words inside a sentence, and months. */
function names(question: string): NamedThing[] {
  const words = question.split(/\s+/).map((word) => ({
    first: false,
    text: word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").replace(/['’]s$/, ""),
    ends: /[.?!:]["”’)]*$/.test(word),
  }));
  for (const [at, word] of words.entries()) word.first = at === 0 || Boolean(words[at - 1]?.ends);
  const inside = words.filter(({ first, text }) => !first && /\p{L}/u.test(text));
  const capitals = inside.filter(({ text }) => capitalized.test(text));
  if (german.test(question) || (inside.length > 2 && capitals.length > inside.length * mostCapitals))
    return [];
  return capitals.flatMap(({ text }): NamedThing[] => {
    const lower = text.toLowerCase();
    const month = months.indexOf(lower);
    if (month >= 0) {
      const fits = ({ date }: Passage) => date?.getUTCMonth() === month;
      return lower === "may"
        ? []
        : [{ name: text, terms: [stem(lower), lower.slice(0, 3), String(month + 1)], fits }];
    }
    const parts = text.split("-").flatMap(passageTerms);
    return notNames.has(lower) || titles.has(lower) || parts.length === 0
      ? []
      : [{ name: text, terms: parts }];
  });
}
