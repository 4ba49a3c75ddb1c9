import { type AskedSpeaker, askedCompany, askedSpeaker, ownAddress } from "../../search/speakers";
import type { Answer } from "../contract";
import type { Viewer } from "../passage-repository";
import type { Retrieval } from "../retrieve";
import type { QuotedSentence } from "../sentences";
import { type SourceText, withSpeech } from "../sources";
import { findDecisions, findPromises, findRequests } from "./deeds";
import { nothingFound, quotedAnswer } from "./format-answer";
import { firstQuoted, firstSaid, mostSaid } from "./quotes";
import type { SaidDeed } from "./structured-question";
import {
  always,
  type createVoicesRepository,
  type Voice,
  type VoicedComment,
  type VoicedMessage,
} from "./voices-repository";

/** Whose words are asked for, and when they were said, as the answer names it; null: lately. */
export interface AskedWords extends Voice {
  when: string | null;
  deed?: SaidDeed;
}

/** Sentences that are quoted, and messages that are read for it: some say no more than "Thanks!". */
const mostQuoted = 3;
const mostRead = 8;
/** Senders whose companies are looked up, the latest ones. */
const mostSenders = 500;

/** Promises, requests or decisions that are quoted. */
const mostDeeds = 5;
const deeds: Record<SaidDeed, { find: typeof findPromises; verb: string }> = {
  promise: { find: findPromises, verb: "promised" },
  ask: { find: findRequests, verb: "asked for" },
  decide: { find: findDecisions, verb: "decided" },
};

/** Answers what somebody said, about anything: in their latest messages, meetings and comments. */
export function createSaid(voices: ReturnType<typeof createVoicesRepository>, retrieval: Retrieval) {
  /** Those of the messages that are from people of a company. */
  async function ofCompany(viewer: Viewer, question: string, latest: VoicedMessage[]) {
    const addressOf = ({ sender, address }: VoicedMessage) => ownAddress(sender, address);
    const addresses = [...new Set(latest.flatMap((one) => addressOf(one) ?? []))].slice(0, mostSenders);
    const companies = await retrieval.companiesOf(viewer, addresses);
    const asked = new Set(
      addresses.filter((address) =>
        askedCompany(question, { address, company: companies.get(address) ?? null }),
      ),
    );
    return latest.filter((one) => asked.has(addressOf(one) ?? ""));
  }

  /** What they wrote and said, newest first. Of a meeting, only their own lines are left. */
  async function theirs(viewer: Viewer, voice: Voice): Promise<SourceText[]> {
    const [messages, meetings, comments] = await Promise.all([
      voices.messages(viewer, voice),
      voices.meetings(viewer, voice),
      voices.comments(viewer, voice),
    ]);
    const question = `What did ${voice.by} say?`;
    const person = askedSpeaker(question, [
      ...messages.map(({ sender }) => sender),
      ...meetings.flatMap(({ speakers }) => speakers),
      ...comments.map(({ author }) => author),
    ]);
    const written = messages.filter(({ sender, address }) => person?.isBy(sender, address));
    const spoken = meetings.filter(({ speakers }) => speakers.some((speaker) => person?.isBy(speaker)));
    const commented = comments.filter(({ author, address }) => person?.isBy(author, address));
    const isKnown = written.length + spoken.length + commented.length > 0;
    const sent = isKnown ? written : await ofCompany(viewer, question, messages);
    const read = await retrieval.read(viewer, [
      ...sent.slice(0, mostRead).map(({ id }) => ({ type: "message" as const, id, position: 0 })),
      ...spoken.map(({ id }) => ({ type: "meeting" as const, id, position: 0 })),
    ]);
    const texts = read.map((of) => (person && of.type === "meeting" ? linesOf(of, person) : of));
    return [...texts, ...commented.map(commentText)].toSorted((a, b) => b.date.getTime() - a.date.getTime());
  }

  /**
   * What others quote of somebody who wrote nothing here themselves, newest first.
   *
   * @returns null if somebody reports what they said instead, or nobody is known whom the name may mean.
   */
  async function quotedOf(viewer: Viewer, voice: Voice): Promise<QuotedWords | null> {
    const person = askedSpeaker(`What did ${voice.by} say?`, []);
    if (!person) return null;
    const ids = await voices.naming(viewer, voice);
    const texts = await retrieval.read(
      viewer,
      ids.map((id) => ({ type: "message", id, position: 0 })),
    );
    const quotes = texts.flatMap((of) => firstQuoted(of, (writer) => person.isBy(writer)));
    if (quotes.length === 0 && texts.some(({ text }) => person.isReported(text))) return null;
    return { quotes: quotes.slice(0, mostQuoted), naming: texts };
  }

  /** @returns null if nobody of this name said anything: others may report what they said. */
  return async (viewer: Viewer, { by, when, span, deed }: AskedWords): Promise<Answer | null> => {
    const found = await theirs(viewer, { by, span });
    const done = deed ? once(deeds[deed].find(found, mostDeeds)) : [];
    if (deed && done.length > 0)
      return quotedAnswer(done, `What ${by} ${deeds[deed].verb} ${when ?? "last"}, newest first:`);
    const quotes = once(newestOf(found));
    if (quotes.length > 0 && (deed === "promise" || deed === "decide"))
      return nothingFound(
        found,
        `I found no ${deed === "promise" ? "promise" : "decision"} in what ${by} said or wrote ${when ?? "last"}.`,
      );
    if (quotes.length > 0) {
      const verb = quotes.some(({ of }) => of.spoken) ? "said" : "wrote";
      return quotedAnswer(quotes, `What ${by} ${verb} ${when ?? "last"}, newest first:`);
    }
    const ever = when ? await theirs(viewer, { by, span: always }) : found;
    const nothing = `I found nothing that ${by} said or wrote${when || ever.length > 0 ? ` ${when ?? "lately"}` : ""}.`;
    if (ever.length > 0) return nothingFound(ever, nothing);
    const quoted = await quotedOf(viewer, { by, span });
    if (!quoted) return null;
    return quoted.quotes.length > 0
      ? quotedAnswer(quoted.quotes, `${nothing} Others quote:`)
      : nothingFound(quoted.naming, nothing);
  };
}

/** Each sentence once, from the first that has it: a mail may have come several times, such as through a list. */
function once(quotes: QuotedSentence[]): QuotedSentence[] {
  const words = quotes.map(({ of, range }) => of.text.slice(range.start, range.end).replace(/\s+/g, " "));
  return quotes.filter((_, at) => words.indexOf(words[at] ?? "") === at);
}

/** What others quote of somebody, and the messages that name them. */
interface QuotedWords {
  quotes: QuotedSentence[];
  naming: SourceText[];
}

/** A meeting with nobody else's lines. */
function linesOf(meeting: SourceText, { isBy }: AskedSpeaker): SourceText {
  const { spoken = [], ...of } = withSpeech(meeting);
  return { ...of, spoken: spoken.filter(({ speaker }) => isBy(speaker)) };
}

/** A comment as a source: its task, in the words of the comment. */
const commentText = ({ taskId, title, body, author, date }: VoicedComment): SourceText => ({
  ...{ type: "task", id: taskId, title, author, date, channel: null, thread: taskId },
  ...{ text: body, isComment: true },
});

/** One sentence of each source, newest first; if these are few, further ones of meetings, where people say more. */
function newestOf(found: SourceText[]): QuotedSentence[] {
  const said = found.map((of) => (of.spoken ? mostSaid(of, mostQuoted) : firstSaid(of)));
  const ranked = said.flatMap((quotes, at) => quotes.map((quote, rank) => ({ quote, at, rank })));
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, mostQuoted)
    .toSorted((a, b) => a.at - b.at || a.quote.range.start - b.quote.range.start)
    .map(({ quote }) => quote);
}
