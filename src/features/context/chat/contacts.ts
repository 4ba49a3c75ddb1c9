import { askedSpeaker, ownAddress } from "../../search/speakers";
import type { Answer } from "../contract";
import type { Viewer } from "../passage-repository";
import type { Retrieval } from "../retrieve";
import { type QuotedSentence, withQuoted } from "../sentences";
import { isQuotedAt, type SourceText } from "../sources";
import { addressLines, type ContactLine, phoneLines } from "./contact-details";
import type { ContactQuestion } from "./contact-question";
import { factList, nothingFound, quotedAnswer } from "./format-answer";
import { always, type createVoicesRepository, type VoicedMessage } from "./voices-repository";

/** Messages that are read for a number: not each has a signature. */
const mostRead = 20;
const mostGiven = 3;

const details: Record<ContactQuestion["wants"], Details> = {
  phone: { one: "phone number", many: "Phone numbers", find: phoneLines },
  email: { one: "email address", many: "Email addresses", find: addressLines },
};
interface Details {
  one: string;
  many: string;
  find: FindLines;
}
type FindLines = (text: string) => ContactLine[];

/** Answers where somebody can be reached: from their own messages, else from lines of others that name them. */
export function createContacts(voices: ReturnType<typeof createVoicesRepository>, retrieval: Retrieval) {
  const read = (viewer: Viewer, ids: string[]): Promise<SourceText[]> =>
    retrieval.read(
      viewer,
      ids.slice(0, mostRead).map((id) => ({ type: "message", id, position: 0 })),
    );

  /** The addresses that somebody writes from, each with the latest message from there. */
  async function addressesOf(viewer: Viewer, written: VoicedMessage[]) {
    const latest = new Map<string, VoicedMessage>();
    for (const message of written) {
      const address = ownAddress(message.sender, message.address);
      if (address && !latest.has(address)) latest.set(address, message);
    }
    const shown = [...latest].slice(0, mostGiven);
    const ids = shown.map(([, { id }]) => id);
    const texts = new Map((await read(viewer, ids)).map((text) => [text.id, text]));
    return shown.flatMap(([address, { id }]) => {
      const source = texts.get(id);
      return source ? [{ text: address, of: source }] : [];
    });
  }

  /** What somebody wrote, newest first. */
  async function writtenBy(viewer: Viewer, of: string): Promise<VoicedMessage[]> {
    const messages = await voices.messages(viewer, { by: of, span: always });
    const person = askedSpeaker(
      `What did ${of} say?`,
      messages.map(({ sender }) => sender),
    );
    return messages.filter(({ sender, address }) => person?.isBy(sender, address));
  }

  /** Lines that somebody wrote in their own words. */
  const ownLines = (own: SourceText[], find: FindLines): QuotedSentence[] =>
    distinct(own.map(withQuoted), (of) => find(of.text).filter(({ range }) => !isQuotedAt(of, range.start)));

  return {
    /** @returns null if nobody of this name wrote anything or is named. */
    async answer(viewer: Viewer, { wants, of }: ContactQuestion): Promise<Answer | null> {
      const { find, one, many } = details[wants];
      const written = await writtenBy(viewer, of);
      const addresses = wants === "email" ? await addressesOf(viewer, written) : [];
      if (addresses.length > 0) return factList(addresses, `Where ${of} writes from, latest first:`);
      const own = await read(viewer, idsOf(written));
      const theirs = ownLines(own, find);
      if (theirs.length > 0) return quotedAnswer(theirs, `${many} in what ${of} wrote:`);
      const naming = await read(viewer, await voices.naming(viewer, { by: of, span: always }));
      const named = distinct(naming, (text) => find(text.text).filter(isNamedIn(text, of)));
      if (named.length > 0) return quotedAnswer(named, `${many} beside this name:`);
      const nearest = own.length > 0 ? own : naming;
      return nearest.length > 0 ? nothingFound(nearest, `I found no ${one} of ${of}.`) : null;
    },

    /** How somebody can be reached; null if they wrote nothing that says so. */
    async reach(viewer: Viewer, of: string): Promise<Answer | null> {
      const written = await writtenBy(viewer, of);
      const phones = ownLines(await read(viewer, idsOf(written)), phoneLines).map(
        ({ of: source, range: { start, end } }) => ({ text: source.text.slice(start, end), of: source }),
      );
      const facts = [...(await addressesOf(viewer, written)), ...phones];
      return facts.length > 0 ? factList(facts, `How to reach ${of}, by their own messages:`) : null;
    },
  };
}

const idsOf = (messages: VoicedMessage[]): string[] => messages.map(({ id }) => id);

/** Whether a line has a name in it: with a number beside it, the number may be theirs. */
function isNamedIn({ text }: SourceText, of: string) {
  const names = of.toLowerCase().split(/\s+/);
  return ({ range: { start, end } }: ContactLine): boolean => {
    const line = text.slice(start, end).toLowerCase();
    return names.every((name) => line.includes(name));
  };
}

/** The lines of the texts, newest text first, each number or address once. */
function distinct(texts: SourceText[], linesOf: (text: SourceText) => ContactLine[]): QuotedSentence[] {
  const seen = new Set<string>();
  const found: QuotedSentence[] = [];
  for (const of of texts.toSorted((a, b) => b.date.getTime() - a.date.getTime()))
    for (const { key, range } of linesOf(of)) {
      if (seen.has(key)) continue;
      seen.add(key);
      found.push({ of, range });
    }
  return found.slice(0, mostGiven);
}
