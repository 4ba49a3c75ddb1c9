import { personName } from "../../../auth/web/person-name";

/** Somebody who can be mentioned. */
export interface MentionedPerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** The mention that is being typed. `start` is the offset of its @. */
export interface TypedMention {
  start: number;
  query: string;
}

/** The most characters of a name that are looked for. */
const longestQuery = 40;

/** The mention before the caret; undefined if none is being typed. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const start = text.lastIndexOf("@", caret - 1);
  if (start === -1 || caret - start > longestQuery) return undefined;
  // An address such as ana@example.com is no mention.
  if (start > 0 && !/[\s([{"'“„-]/u.test(text[start - 1] as string)) return undefined;
  const query = text.slice(start + 1, caret);
  return /[\n@]/.test(query) || query.startsWith(" ") ? undefined : { start, query };
}

/**
 * The people whom a typed mention may mean: any of their names begins with it. Those whose first name does come ahead,
 * and the writer last, because Enter takes the first one and people seldom mention themselves.
 *
 * @param writerId - who writes.
 */
export function peopleFor<Person extends MentionedPerson>(
  query: string,
  people: Person[],
  writerId?: string,
): Person[] {
  const words = query.toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(words);
  const rank = (person: Person) => (person.id === writerId ? 2 : begins(personName(person)) ? 0 : 1);
  return people
    .filter((person) => [personName(person), person.lastName, person.email].some(begins))
    .sort((a, b) => rank(a) - rank(b) || personName(a).localeCompare(personName(b)));
}

/** The text with a person's name in place of what was typed of it, and the caret after it. */
export function withMention(
  text: string,
  { start, query }: TypedMention,
  person: MentionedPerson,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${personName(person)} `;
  const rest = text.slice(start + 1 + query.length);
  return { text: before + rest.replace(/^ /, ""), caret: before.length };
}

/** A part of a text: plain, a link, or a mention. */
export interface TextPart {
  kind: "plain" | "link" | "mention";
  text: string;
}

/** Where a text mentions people, in order; of two names, the longer one counts. */
function mentionSpans<Person extends MentionedPerson>(
  text: string,
  people: Person[],
): { start: number; end: number; person: Person }[] {
  const byLength = people.toSorted((a, b) => personName(b).length - personName(a).length);
  const spans = [];
  for (const { index } of text.matchAll(/@/g)) {
    const person = byLength.find((one) => text.startsWith(personName(one), index + 1));
    const end = index + 1 + (person ? personName(person).length : 0);
    if (person && !/[\p{L}\p{N}]/u.test(text[end] ?? "")) spans.push({ start: index, end, person });
  }
  return spans;
}

/**
 * The ids of the people whom a text mentions.
 *
 * @param picked - those who were chosen from the list: of two with one name, they are meant.
 */
export function mentionedIds(text: string, people: MentionedPerson[], picked: ReadonlySet<string>): string[] {
  const ids = mentionSpans(text, people).map(({ person }) => {
    const named = people.filter((one) => personName(one) === personName(person));
    return (named.find(({ id }) => picked.has(id)) ?? person).id;
  });
  return [...new Set(ids)];
}

/** A text as plain parts, links to web pages and mentions. Nothing else is ever a link. */
export function partsOf(text: string, mentioned: MentionedPerson[]): TextPart[] {
  const spans = [
    ...mentionSpans(text, mentioned).map(({ start, end }) => ({ start, end, kind: "mention" as const })),
    ...linkSpans(text).map((span) => ({ ...span, kind: "link" as const })),
  ].sort((a, b) => a.start - b.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    if (start < at) continue;
    if (start > at) parts.push({ kind: "plain", text: text.slice(at, start) });
    parts.push({ kind, text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) parts.push({ kind: "plain", text: text.slice(at) });
  return parts;
}

function linkSpans(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/\bhttps?:\/\/[^\s<>"'`\u202a-\u202e\u2066-\u2069]+/gi)].flatMap((found) => {
    // The end of a sentence isn't part of the address.
    const address = found[0].replace(/[.,;:!?)\]}…]+$/, "");
    return URL.canParse(address) ? [{ start: found.index, end: found.index + address.length }] : [];
  });
}
