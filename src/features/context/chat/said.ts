import { type AskedSpeaker, askedCompany, askedSpeaker, ownAddress } from "../../search/speakers";
import type { Answer } from "../contract";
import type { Viewer } from "../passage-repository";
import type { Retrieval } from "../retrieve";
import { type SourceText, withSpeech } from "../sources";
import { nothingFound, quotedAnswer } from "./format-answer";
import { firstSaid, mostSaid, type QuotedSentence } from "./quotes";
import type { SaidWhen } from "./structured-question";
import type { createVoicesRepository, Voice, VoicedComment, VoicedMessage } from "./voices-repository";

/** Whose words are asked for, and when they were said; null: lately. */
export interface AskedWords extends Voice {
  when: SaidWhen | null;
}

/** Sentences that are quoted, and messages that are read for it: some say no more than "Thanks!". */
const mostQuoted = 3;
const mostRead = 8;
/** Senders whose companies are looked up, the latest ones. */
const mostSenders = 500;
const always = { from: null, before: null };

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

  /** @returns null if nobody of this name said anything: others may report what they said. */
  return async (viewer: Viewer, { by, when, span }: AskedWords): Promise<Answer | null> => {
    const found = await theirs(viewer, { by, span });
    const quotes = newestOf(found);
    if (quotes.length > 0) {
      const verb = quotes.some(({ of }) => of.spoken) ? "said" : "wrote";
      return quotedAnswer(quotes, `What ${by} ${verb} ${when ?? "last"}, newest first:`);
    }
    const ever = when ? await theirs(viewer, { by, span: always }) : found;
    return ever.length > 0
      ? nothingFound(ever, `I found nothing that ${by} said or wrote ${when ?? "lately"}.`)
      : null;
  };
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
