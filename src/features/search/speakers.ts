import type { Line } from "./passages";
import { plainText, stem, titles, wordsOf } from "./words";

/** The words of a person's name, without "Dr." before it; "Dr." if that is all. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name);
  const own = words.filter((word) => !titles.has(word));
  return own.length > 0 ? own : words;
}

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
    const hits = nameWords(author).filter((word) => isNamed(word, question, words)).length;
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

/** What others report of somebody who has words of their own here: what they did, not what they said. */
const deciding = "decide|agree|accept|reject|approve|refuse|choose";
const saying = `${deciding}|say|write|think|promise|tell|mention|report|suggest|recommend|propose|ask|answer|reply|respond|explain|argue|claim|confirm|announce|comment|contribute|elaborate|advise`;
const view = "opinion|view|comment|thought|answer|reply|response|proposal|suggestion|promise|advice";
const capitals = "\\p{Lu}[\\p{L}.-]*(?:\\s+\\p{Lu}[\\p{L}.-]*){0,3}";
const mailbox = "[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+";
/** "did X say", "X's opinion", "according to X". */
const spokenBy = [
  new RegExp(
    `\\b(?:did|does|has|had|would)\\s+(?<who>${mailbox}\\s+|(?:[\\p{L}.'’-]+\\s+){1,4}?)(?<verb>${saying})\\b`,
    "iu",
  ),
  new RegExp(`(?<![\\p{L}\\p{N}._%+-])(?<who>${mailbox}|${capitals})['’]s?\\s+(?:${view})s?\\b`, "u"),
  new RegExp(`\\baccording to (?<who>${mailbox}|${capitals})`, "u"),
];
const isMailbox = new RegExp(`^${mailbox}$`, "u");
const beforeName = /^(?:summari[sz]e|describe|explain|list|show|give|find|tell|what|was|were|is)\s+/i;

/** Somebody whose own words a question asks for. */
export interface AskedSpeaker {
  name: string;
  /** @param address - of the author, which counts instead of the name if the question names an address. */
  isBy: (author: string | null, address?: string | null) => boolean;
  /**
   * Whether a text says what they said or decided. Never what they said if one of the authors is them: then only their
   * own words count.
   */
  isReported: (text: string) => boolean;
}

const reporting =
  "says|said|writes|wrote|told|tells|mentioned|reported|reports|suggested|suggests|recommended|recommends|proposed|proposes|asked|asks|answered|replied|explained|claims|claimed|confirmed|confirms|announced|promised|wants|wanted|thinks|thought|agreed|refused|decided|decides|accepted|rejected|approved|chose";
/** "Eva called back this morning to say that it's late": its verb comes later. */
const reportingLater = "to say|to tell|saying|to let (?:me|us|you) know|to confirm|to ask";
/** Between words of one sentence. */
const within = "[^\\p{L}\\p{N}.!?]+";
const between = "[^\\p{L}\\p{N}]+";
/** A word between a name and what they say. In "Paul, I said that", somebody else does. */
const other = "(?!(?:i|we|you|he|she|it|they)(?!\\p{L}))\\p{L}+";
const forms = new Set(
  "inc incorporated ltd limited llc corp corporation gmbh ag company co plc sarl bv".split(" "),
);
const withoutForms = (words: string[]) => words.filter((word, at) => at === 0 || !forms.has(word));
const publicLabel = /^(?:com?|org|net|ac|gov)$/;
/** Where anybody may have an address. */
const openToAll = new Set(
  "gmail googlemail yahoo hotmail outlook live icloud aol gmx web proton protonmail mail".split(" "),
);

const isDeciding = new RegExp(`^(?:${deciding})$`, "i");

/** The people or companies whose words a question asks for, as it names them. */
function askedNames(question: string): { name: string; article: boolean; decides: boolean }[] {
  return spokenBy.flatMap((pattern) => {
    const { who: found, verb = "" } = pattern.exec(question)?.groups ?? {};
    const who = found?.replace(beforeName, "").trim();
    if (!who) return [];
    const article = /^(?:the|a|an|my|our|your|their)\s/i.test(who);
    const name = who.replace(/^(?:the|a|an|my|our|your|their)\s+/i, "").replace(/['’]s$/, "");
    return [{ name, article, decides: isDeciding.test(verb) }];
  });
}

/** Whether a question may ask for the words of a company, so that its people have to be found. */
export const asksForWords = (question: string): boolean => askedNames(question).length > 0;

/**
 * The address that says for whom somebody writes; null if a mailing list put its own in its place ("Bo Lind via Board").
 * What people write to a list are their words all the same.
 */
export const ownAddress = (sender: string | null, address: string | null): string | null =>
  /\bvia\b/i.test(sender ?? "") ? null : address;

/**
 * The company whose words a question asks for, if somebody writes for it.
 *
 * @param company - of the sender, if it is known.
 * @returns its name as the question writes it, or null.
 */
export function askedCompany(
  question: string,
  { address, company }: { address: string | null; company: string | null },
): string | null {
  const domain = address?.toLowerCase().split("@")[1] ?? "";
  const labels = domain.split(".").slice(0, -1);
  // The owner of a domain chooses what comes before its name. "co.uk" and the like are no names.
  const own = labels.at(labels.length > 1 && publicLabel.test(labels.at(-1) ?? "") ? -2 : -1);
  const called = new Set(wordsOf(company ?? ""));
  for (const { name, words, joined } of askedCompanies(question)) {
    const inDomain = !openToAll.has(joined) && own?.replaceAll("-", "") === joined;
    if (inDomain || words.every((word) => called.has(word))) return name;
  }
  return null;
}

/** The names in a question that may be a company's, with their words. An address is one person's. */
const askedCompanies = (question: string) =>
  askedNames(question)
    .filter(({ name }) => !isMailbox.test(name))
    .map(({ name }) => ({ name, words: withoutForms(wordsOf(name)) }))
    .map((asked) => ({ ...asked, joined: asked.words.join("") }))
    .filter(({ joined }) => joined.length > 1);

/** The companies that a question names, as `company_of` in the database reads them out of an address. */
export const askedDomains = (question: string): string[] =>
  askedCompanies(question)
    .map(({ joined }) => joined)
    .filter((joined) => !openToAll.has(joined));

/** The address whose words a question asks for: "What did anna@example.com say about it?" Null: it names none. */
export const askedAddress = (question: string): string | null =>
  askedNames(question)
    .find(({ name }) => isMailbox.test(name))
    ?.name.toLowerCase() ?? null;

/** Whether an author is called by an address, as somebody is who has no name. */
const hasAddress = (author: string | null, address: string): boolean =>
  (author ?? "")
    .toLowerCase()
    .split(/[\s<>()[\],;"]+/)
    .includes(address);

/**
 * The person of "what did X say about it": an author, an address, or any word with a capital letter.
 *
 * @returns null if the question asks for nobody's words, or for those of "the plumber", whom no author is called.
 */
export function askedSpeaker(question: string, authors: Iterable<string>): AskedSpeaker | null {
  for (const { name, article, decides } of askedNames(question)) {
    const words = withoutForms(nameWords(name));
    const mailboxName = isMailbox.test(name) ? name.toLowerCase() : null;
    const isBy = (author: string | null, address: string | null = null) => {
      // Anybody may choose an address as their name: it counts only where theirs isn't known.
      if (mailboxName !== null)
        return address ? address.toLowerCase() === mailboxName : hasAddress(author, mailboxName);
      const called = new Set(wordsOf(author ?? ""));
      return words.length > 0 && words.every((word) => called.has(word));
    };
    const capitalized = /^\p{Lu}/u.test(name) && !/^(?:I|We|You|He|She|It|They|Zippy)\b/.test(name);
    // Not \W, which has letters such as "я" too: a pattern in which both could match them would take minutes.
    const report = new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join(between)}(?:(?:${between}${other}){0,2}?${between}(?:${reporting})|(?:${within}${other}){1,6}?${within}(?:${reportingLater}))(?![\\p{L}\\p{N}])`,
      "iu",
    );
    const isKnown = [...authors].some((author) => isBy(author));
    const isReported = (text: string) =>
      (decides || !isKnown) && words.length > 0 && report.test(plainText(text));
    if ((capitalized && !article) || mailboxName !== null || isKnown) return { name, isBy, isReported };
  }
  return null;
}
