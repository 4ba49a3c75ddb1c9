import { askedSpeaker } from "../../search/speakers";
import type { Answer, AnswerSource } from "../contract";
import type { Viewer } from "../passage-repository";
import { answers } from "../ranking/rank-texts";
import type { Retrieval } from "../retrieve";
import type { QuotedSentence } from "../sentences";
import { markBareQuote, ownSentences } from "../sentences";
import type { SourceText } from "../sources";
import { type AnsweredQuestion, asksOfSources } from "./answered-question";
import { nothingFound, quotedAnswer } from "./format-answer";
import { firstSaid } from "./quotes";
import { always, type createVoicesRepository } from "./voices-repository";

/** People that an answer names, messages whose answers are looked for, and passages among which these are. */
const mostNamed = 5;
const mostAsked = 8;
const mostFound = 20;
/** Messages that have less of a topic than this share of the best one are about something else. */
const shareOfBest = 0.8;

const unclear = "I don't know which message you mean. Ask, for example, “Who answered Bo about the minutes?”";

/** Answers who wrote in a conversation after a message. */
export function createWhoAnswered(voices: ReturnType<typeof createVoicesRepository>, retrieval: Retrieval) {
  const read = (viewer: Viewer, ids: string[]): Promise<SourceText[]> =>
    retrieval.read(
      viewer,
      ids.slice(0, mostAsked).map((id) => ({ type: "message", id, position: 0 })),
    );

  /** The messages about something, of somebody if it is said of whom. */
  async function about(viewer: Viewer, topic: string, whom: string | null): Promise<SourceText[]> {
    const question = whom ? `What did ${whom} say about ${topic}?` : topic;
    const { found } = await retrieval.retrieve(viewer, question, { limit: mostFound, types: ["message"] });
    const most = Math.max(...found.map(({ coverage }) => coverage));
    const texts = found
      .filter((one) => answers(one) && one.coverage >= most * shareOfBest)
      .map(({ window }) => window.of);
    const person = askedSpeaker(
      question,
      texts.flatMap(({ author }) => author ?? []),
    );
    const theirs = whom ? texts.filter(({ author, address }) => person?.isBy(author, address)) : texts;
    return [...new Map(theirs.map((of) => [of.id, of])).values()];
  }

  /** The latest messages of somebody; null if nobody of this name wrote anything. */
  async function writtenBy(viewer: Viewer, whom: string): Promise<SourceText[] | null> {
    const messages = await voices.messages(viewer, { by: whom, span: always });
    const person = askedSpeaker(
      `What did ${whom} say?`,
      messages.map(({ sender }) => sender),
    );
    const ids = messages.flatMap(({ id, sender, address }) => (person?.isBy(sender, address) ? id : []));
    return ids.length > 0 ? read(viewer, ids) : null;
  }

  /** What others wrote after the messages: the first that each person wrote and that says something, oldest first. */
  async function answersTo(viewer: Viewer, asked: SourceText[]): Promise<QuotedSentence[]> {
    const later = (await retrieval.threads(viewer, asked)).filter((of) => isAnswer(of, asked));
    const byPerson = new Map<string, SourceText[]>();
    for (const of of later) byPerson.set(personOf(of), [...(byPerson.get(personOf(of)) ?? []), of]);
    return [...byPerson.values()]
      .flatMap(quoteOf)
      .toSorted((a, b) => a.of.date.getTime() - b.of.date.getTime())
      .slice(0, mostNamed);
  }

  async function answer(viewer: Viewer, asked: SourceText[]): Promise<Answer> {
    const quotes = await answersTo(viewer, asked);
    if (quotes.length === 0) return nothingFound(asked, "I found no answer to it.");
    const names = quotes.map(({ of }) => of.author ?? "Somebody");
    return quotedAnswer(quotes, `${list.format(names)} answered, oldest first:`);
  }

  /**
   * @param sources - of the answer before, if there is one.
   * @returns null if nobody of the name that is asked for wrote anything.
   */
  return async (
    viewer: Viewer,
    question: AnsweredQuestion,
    sources: AnswerSource[],
  ): Promise<Answer | null> => {
    if (asksOfSources(question)) {
      const ids = sources.flatMap(({ type, id }) => (type === "message" ? id : []));
      const asked = await read(viewer, [...new Set(ids)]);
      return asked.length > 0 ? answer(viewer, asked) : nothingFound([], unclear);
    }
    const { whom, about: topic } = question;
    const written = whom ? await writtenBy(viewer, whom) : [];
    if (!written) return null;
    const asked = topic ? await about(viewer, topic, whom) : written;
    const by = whom ? ` from ${whom}` : "";
    return asked.length > 0
      ? answer(viewer, asked)
      : nothingFound(written, `I found no message${by} about ${topic}.`);
  };
}

const list = new Intl.ListFormat("en-US");

/** Who wrote a message: an address, or a name where there is none. */
const personOf = ({ address, author, id }: SourceText): string => (address ?? author ?? id).toLowerCase();

/** Whether a message was written later in the conversation of one of the others, and by somebody else. */
const isAnswer = (of: SourceText, asked: SourceText[]): boolean =>
  asked.some((one) => one.thread === of.thread && one.date < of.date && personOf(one) !== personOf(of));

/** The first sentence of somebody's messages that says something, or the first one. */
function quoteOf(all: SourceText[]): QuotedSentence[] {
  const said = all.flatMap((of) => firstSaid(of)).slice(0, 1);
  if (said.length > 0) return said;
  const [of] = all.map(markBareQuote);
  return of
    ? ownSentences(of)
        .slice(0, 1)
        .map((range) => ({ of, range }))
    : [];
}
