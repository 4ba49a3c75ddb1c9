import { shortTurns } from "../../../../server/workers/short-turns";
import { counted } from "../../../../shared/counted";
import { largestUnit } from "../../../../shared/wording";
import { findTask } from "../../../triage/engine";
import type { Answer } from "../../contract";
import type { Viewer } from "../../passage-repository";
import type { Retrieval } from "../../retrieve";
import { ownSentences, type QuotedSentence } from "../../sentences";
import type { SourceText } from "../../sources";
import { findRequests } from "../deeds";
import { nothingFound, quotedAnswer } from "../format-answer";
import type { WaitingQuestion } from "./waiting-question";
import type { createWaitingRepository, OpenMessage } from "./waiting-repository";

/** Messages that are quoted, and people that are named. */
const mostShown = 10;
const mostNamed = 5;

/** Who waits, or is waited for, since a message. */
interface Wait {
  who: string;
  since: Date;
  quote: QuotedSentence;
}

/** Answers whose messages the person hasn't answered, and who hasn't answered the person's. */
export function createWaiting(repository: ReturnType<typeof createWaitingRepository>, retrieval: Retrieval) {
  /** The latest message of each conversation that asks something, in the sentence that does. */
  async function askedIn(
    viewer: Viewer,
    open: OpenMessage[],
    sentenceOf: (message: OpenMessage, of: SourceText) => QuotedSentence | null,
  ): Promise<{ message: OpenMessage; quote: QuotedSentence }[]> {
    const texts = await retrieval.read(
      viewer,
      open.map(({ id }) => ({ type: "message", id, position: 0 })),
    );
    const byId = new Map(texts.map((of) => [of.id, of]));
    const asked = new Map<string, { message: OpenMessage; quote: QuotedSentence }>();
    const pause = shortTurns();
    for (const message of open) {
      await pause();
      const of = byId.get(message.id);
      const quote = of && !asked.has(message.thread) ? sentenceOf(message, of) : null;
      if (quote) asked.set(message.thread, { message, quote });
    }
    return [...asked.values()];
  }

  async function onMe(viewer: Viewer, now: Date): Promise<Answer> {
    const { messages, more } = await repository.onMe(viewer);
    const asked = await askedIn(viewer, messages, storedSentence);
    const waits = asked.map(({ quote }) => ({
      ...{ who: quote.of.author ?? "Somebody", since: quote.of.date, quote },
    }));
    if (waits.length === 0)
      return nothingFound(
        [],
        "Among your latest open messages, I found none that asks you something and that you haven't answered.",
      );
    // Where no message of the person's is here, what they answered elsewhere isn't known.
    const unknown = (await repository.hasOwn(viewer))
      ? ""
      : " Zippy has no message that you sent, so you may have answered some already.";
    const people = namesOf(waits, now, more);
    const opening = `${people.words} ${people.count === 1 ? "is" : "are"} waiting for your reply.${unknown}`;
    return answer(waits, `${opening} You've written nothing in these conversations since`);
  }

  async function onOthers(viewer: Viewer, now: Date): Promise<Answer> {
    const { messages, more } = await repository.onOthers(viewer);
    const asked = await askedIn(viewer, messages, analyzedSentence);
    const addresses = asked.flatMap(({ message }) => message.recipients.to.map((to) => to.toLowerCase()));
    const names = await repository.names(viewer, [...new Set(addresses)]);
    const waits = asked.map(({ message, quote }) => {
      const [to] = message.recipients.to;
      return {
        who: (to && (names.get(to.toLowerCase()) ?? to)) || quote.of.title,
        since: quote.of.date,
        quote,
      };
    });
    if (waits.length === 0)
      return nothingFound(
        [],
        "Among your latest messages, I found none that asks something and that nobody has answered.",
      );
    const opening = `You're waiting for a reply from ${namesOf(waits, now, more).words}.`;
    return answer(waits, `${opening} Nobody else has written in these conversations since`);
  }

  return (viewer: Viewer, { on }: WaitingQuestion, now: Date): Promise<Answer> =>
    on === "me" ? onMe(viewer, now) : onOthers(viewer, now);
}

function answer(waits: Wait[], words: string): Answer {
  const shown = waits.slice(0, mostShown);
  const which = shown.length < waits.length ? `the latest ${shown.length}` : "newest first";
  return quotedAnswer(
    shown.map(({ quote }) => quote),
    `${words}, ${which}:`,
  );
}

const list = new Intl.ListFormat("en-US");

/**
 * "Anna Berg (2 days ago) and Bo Lind (3 hours ago)": each person once, since their latest message.
 *
 * @param more - whether there may be others.
 */
function namesOf(waits: Wait[], now: Date, more: boolean): { words: string; count: number } {
  const since = new Map<string, Date>();
  for (const wait of waits) if (!since.has(wait.who)) since.set(wait.who, wait.since);
  const all = [...since].map(([who, at]) => `${who} (${agoWords(at, now)})`);
  const most = all.length > mostNamed ? mostNamed - 1 : mostNamed;
  const rest = all.length - Math.min(all.length, most);
  return {
    words: list.format([
      ...all.slice(0, most),
      ...(rest > 0 ? [`${more ? "at least " : ""}${counted(rest, "other")}`] : []),
    ]),
    count: all.length,
  };
}

function agoWords(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  return ms < 60_000 ? "just now" : `${largestUnit(ms)} ago`;
}

/** The last question of a message in its sender's own words; null if it has none. */
function lastQuestion(of: SourceText): QuotedSentence | null {
  const questions = ownSentences(of).filter(({ start, end }) =>
    /[?？]["'”’)]*\s*$/.test(of.text.slice(start, end)),
  );
  const range = questions.at(-1);
  return range ? { of, range } : null;
}

/** What a message asks for, as the engine found when it came. */
function storedSentence({ asking }: OpenMessage, of: SourceText): QuotedSentence | null {
  return asking && asking.end <= of.text.length ? { of, range: asking } : lastQuestion(of);
}

/**
 * What a message of the person's own asks for: as its reader, the engine says whether it asks for anything. Most ask for
 * nothing by their words, and aren't analyzed.
 */
function analyzedSentence({ subject, recipients }: OpenMessage, of: SourceText): QuotedSentence | null {
  if (findRequests([of], 1).length === 0) return null;
  const found = findTask({
    ...{ content: of.text, subject, from: { name: of.author, address: of.address ?? null } },
    ...{ to: recipients.to, cc: recipients.cc, sentAt: of.date, channel: of.channel ?? "import" },
    ...{ bulk: false, fromOwner: false },
  });
  return found ? { of, range: { start: found.start, end: found.end } } : lastQuestion(of);
}
