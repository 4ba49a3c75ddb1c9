import { askedSpeaker } from "../../../search/speakers";
import type { Answer } from "../../contract";
import type { TimeSpan, Viewer } from "../../passage-repository";
import type { Findings, Retrieval } from "../../retrieve";
import type { QuotedSentence } from "../../sentences";
import { distinct, nothingFound, quotedAnswer } from "../format-answer";
import { firstSaid } from "../quotes";
import type { PastSpan } from "../times/past-time";
import { always, type createVoicesRepository } from "../voices-repository";
import type { SentQuestion } from "./sent-question";
import { type createSentRepository, isTo, type SentMessage, type Writer } from "./sent-repository";

/** Sentences that are quoted, messages that are read for them, and addresses of a reader that are looked up. */
const mostQuoted = 3;
const mostRead = 8;
const mostAddresses = 4;
/** Messages of a reader whose conversations are looked through, the latest. */
const mostAnswered = 500;
/** Messages among which a topic is looked for, the newest. */
const mostSearched = 1000;

type SentRepository = ReturnType<typeof createSentRepository>;

/** Answers what somebody wrote to somebody. */
export function createSent({
  sent,
  voices,
  retrieval,
  quotesOf,
}: {
  sent: SentRepository;
  voices: ReturnType<typeof createVoicesRepository>;
  retrieval: Retrieval;
  quotesOf: (findings: Findings) => QuotedSentence[];
}) {
  /** People with this name who wrote something, the latest first. */
  async function readerOf(viewer: Viewer, name: string): Promise<Reader> {
    const messages = await voices.messages(viewer, { by: name, span: always });
    const isTheirs = isBy(name, messages);
    const theirs = messages.filter(({ sender, address }) => isTheirs(sender, address));
    const addresses = theirs.flatMap(({ address }) => address?.toLowerCase() ?? []);
    const known = name.includes("@") ? [name.toLowerCase()] : addresses;
    return {
      name,
      addresses: [...new Set(known)].slice(0, mostAddresses),
      written: theirs.slice(0, mostAnswered).map(({ id }) => id),
    };
  }

  /** Messages from one to the other, newest first. */
  async function find(
    viewer: Viewer,
    { by, to }: { by: Writer; to: Reader | null },
    span: TimeSpan,
  ): Promise<SentMessage[]> {
    const reader = to && [to.name, ...to.addresses];
    const found = await sent.between(viewer, { by, to: reader, span });
    const isByThem = typeof by === "object" && by ? isBy(by.name, found) : (): boolean => true;
    const isToThem = to ? isTo(to.name, new Set(to.addresses)) : () => true;
    return found.filter((one) => isByThem(one.sender, one.address) && isToThem(one));
  }

  /** What somebody wrote in conversations in which the reader wrote before: on a list, a reply goes to the list. */
  async function inConversations(viewer: Viewer, by: Writer, { written }: Reader, span: TimeSpan) {
    if (by === null || written.length === 0) return [];
    const found = await sent.between(viewer, { by, to: null, after: written, span });
    const isByThem = typeof by === "object" ? isBy(by.name, found) : (): boolean => true;
    return found.filter((one) => isByThem(one.sender, one.address));
  }

  const read = (viewer: Viewer, messages: SentMessage[]) =>
    retrieval.read(
      viewer,
      messages.slice(0, mostRead).map(({ id }) => ({ type: "message", id, position: 0 })),
    );

  /** What the messages say of something; null if nothing does. */
  async function about(viewer: Viewer, messages: SentMessage[], topic: string): Promise<QuotedSentence[]> {
    const only = messages.slice(0, mostSearched).map(({ id }) => id);
    const findings = await retrieval.retrieve({ ...viewer, only }, topic);
    // Their own words, not those that they quote of the other.
    const authors = [...new Set(findings.found.flatMap(({ window: { of } }) => of.author ?? []))];
    const quotes = authors.flatMap((author) => {
      const found = findings.found.filter(({ window: { of } }) => of.author === author);
      const own = { ...findings, found, question: `What did ${author} say about ${topic}?` };
      const chosen = quotesOf(own);
      return chosen.length > 0 ? chosen : quotesOf({ ...own, question: topic });
    });
    return quotes.slice(0, mostQuoted);
  }

  async function quotes(viewer: Viewer, messages: SentMessage[], topic: string | null) {
    if (messages.length === 0) return [];
    if (topic) return about(viewer, messages, topic);
    return (await read(viewer, messages)).flatMap((of) => firstSaid(of)).slice(0, mostQuoted);
  }

  /**
   * @param spans - of time that the question may mean and in which something was written, the latest first.
   * @param latest - the latest that it may mean; undefined: any time.
   * @returns null if it names somebody who isn't known.
   */
  return async (
    viewer: Viewer,
    { by: asked, to: name, about: topic }: SentQuestion,
    spans: PastSpan[],
    latest: PastSpan | undefined,
  ): Promise<Answer | null> => {
    const by = writerOf(asked);
    const to = name === null ? null : await readerOf(viewer, name);
    const ever = await find(viewer, { by, to }, always);
    const what = `${whoWrote(asked)}${name ? ` to ${capitalized(name)}` : ""}`;
    if (ever.length === 0) {
      // Whose messages aren't known as their own is better served by a search.
      if (to === null) return null;
      for (const span of latest ? spans : [always]) {
        const replies = await quotes(viewer, await inConversations(viewer, by, to, span), topic);
        const when = "words" in span ? ` ${span.words}` : "";
        const where = `${whoWrote(asked)} in conversations with ${capitalized(to.name)}${when}`;
        if (replies.length > 0) {
          const found = answer(replies, where, topic);
          return { ...found, intro: `I found no message that ${what}. ${found.intro}` };
        }
      }
      const isKnown = await Promise.all([
        to.addresses.length > 0 || (await find(viewer, { by: null, to }, always)).length > 0,
        typeof by !== "object" || by === null || (await readerOf(viewer, by.name)).addresses.length > 0,
      ]);
      if (!isKnown.every(Boolean)) return null;
      const nearest = topic ? (await retrieval.retrieve(viewer, topic)).found : [];
      return nothingFound(distinct(nearest.map(({ window }) => window.of)), `I found nothing that ${what}.`);
    }
    for (const span of spans) {
      const found = await quotes(viewer, await find(viewer, { by, to }, span), topic);
      if (found.length > 0) return answer(found, `${what} ${span.words}`, topic);
    }
    const missed = latest
      ? `I found nothing that ${what} ${topic ? "about that " : ""}${latest.words}. `
      : "";
    const found = await quotes(viewer, ever, topic);
    if (found.length > 0) {
      const other = answer(found, latest ? `${what} at other times` : what, topic, latest ? "" : " last");
      return { ...other, intro: missed + other.intro };
    }
    return nothingFound(
      await read(viewer, ever),
      missed.trim() || `I found nothing that ${what} about that.`,
    );
  };
}

interface Reader {
  name: string;
  /** Of people with this name, in lower case. */
  addresses: string[];
  /** Their latest messages. */
  written: string[];
}

function answer(found: QuotedSentence[], what: string, topic: string | null, last = ""): Answer {
  const closest = found.length === 1 ? "this sentence comes closest" : "these sentences come closest";
  return quotedAnswer(found, topic ? `Of what ${what}, ${closest}:` : `What ${what}${last}, newest first:`);
}

function isBy(name: string, messages: Pick<SentMessage, "sender">[]) {
  const person = askedSpeaker(
    `What did ${name} say?`,
    messages.map(({ sender }) => sender),
  );
  return (sender: string, address: string | null): boolean => person?.isBy(sender, address) ?? false;
}

function writerOf(asked: string | null): Writer {
  if (asked === null) return null;
  if (/^i$/i.test(asked)) return "own";
  return /^we$/i.test(asked) ? "ours" : { name: asked };
}

function whoWrote(asked: string | null): string {
  if (asked === null) return "somebody wrote";
  if (/^i$/i.test(asked)) return "you wrote";
  return /^we$/i.test(asked) ? "your team wrote" : `${capitalized(asked)} wrote`;
}

const capitalized = (name: string): string =>
  name.includes("@") ? name : name.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
