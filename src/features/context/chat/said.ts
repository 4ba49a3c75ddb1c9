import { askedCompany, askedSpeaker, ownAddress } from "../../search/speakers";
import { wordsOf } from "../../search/words";
import type { Answer } from "../contract";
import type { Viewer } from "../passage-repository";
import type { Retrieval } from "../retrieve";
import { nothingFound, quotedAnswer } from "./format-answer";
import { firstSaid } from "./quotes";
import type { SaidWhen } from "./structured-question";
import type { createVoicesRepository, VoicedMessage } from "./voices-repository";

/** Whose words are asked for, and when they were written; null: lately. */
export interface AskedWords {
  by: string;
  when: SaidWhen | null;
  span: { from: Date | null; before: Date | null };
}

/** Messages that are quoted, and messages that are read for it: some say no more than "Thanks!". */
const mostQuoted = 3;
const mostRead = 8;
/** Senders whose companies are looked up, the latest ones. */
const mostSenders = 500;
const always = { from: null, before: null };

/** Answers what somebody said, about anything, with the beginning of each of their latest messages. */
export function createSaid(voices: ReturnType<typeof createVoicesRepository>, retrieval: Retrieval) {
  async function theirs(
    viewer: Viewer,
    { by, span }: Pick<AskedWords, "by" | "span">,
  ): Promise<VoicedMessage[]> {
    const latest = await voices.latest(viewer, wordsOf(by).slice(0, 4), span);
    const question = `What did ${by} say?`;
    const person = askedSpeaker(
      question,
      latest.map(({ sender }) => sender),
    );
    const own = latest.filter(({ sender }) => person?.isBy(sender));
    if (own.length > 0) return own;
    const addressOf = ({ sender, address }: VoicedMessage) => ownAddress(sender, address);
    const addresses = [...new Set(latest.flatMap((one) => addressOf(one) ?? []))].slice(0, mostSenders);
    const companies = await retrieval.companiesOf(viewer, addresses);
    const ofCompany = new Set(
      addresses.filter((address) =>
        askedCompany(question, { address, company: companies.get(address) ?? null }),
      ),
    );
    return latest.filter((one) => ofCompany.has(addressOf(one) ?? ""));
  }

  const read = (viewer: Viewer, found: VoicedMessage[]) =>
    retrieval.read(
      viewer,
      found.slice(0, mostRead).map(({ id }) => ({ type: "message", id, position: 0 })),
    );

  /** @returns null if nobody of this name wrote anything: others may report what they said. */
  return async (viewer: Viewer, { by, when, span }: AskedWords): Promise<Answer | null> => {
    const found = await read(viewer, await theirs(viewer, { by, span }));
    const quotes = found.flatMap(firstSaid).slice(0, mostQuoted);
    if (quotes.length > 0) return quotedAnswer(quotes, `What ${by} wrote ${when ?? "last"}, newest first:`);
    const ever = when ? await read(viewer, await theirs(viewer, { by, span: always })) : found;
    return ever.length > 0
      ? nothingFound(ever, `I found nothing that ${by} wrote ${when ?? "lately"}.`)
      : null;
  };
}
