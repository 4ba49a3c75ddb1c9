import { counted } from "../../../shared/counted";
import { capitalize } from "../../../shared/wording";
import type { Answer } from "../contract";
import type { FoundPassage, Viewer } from "../passage-repository";
import type { Retrieval } from "../retrieve";
import { type SourceText, withSpeech } from "../sources";
import { decisionWords, findDecisions } from "./deeds";
import { factList, nothingFound, quotedAnswer } from "./format-answer";
import { firstSaid, mostSaid } from "./quotes";
import type { PastSpan } from "./times/past-time";
import type { createSpanRepository } from "./times/span-repository";

/** Sentences that are quoted, and conversations that are read for them: some say no more than "Thanks!". */
const mostQuoted = 5;
const mostRead = 12;
/** Messages and meetings that are read for decisions. */
const mostDeciding = 40;

/** Answers what happened or was decided in a stretch of time. */
export function createHappened(times: ReturnType<typeof createSpanRepository>, retrieval: Retrieval) {
  const read = async (viewer: Viewer, found: FoundPassage[]): Promise<SourceText[]> =>
    (await retrieval.read(viewer, found))
      .map(withSpeech)
      .toSorted((a, b) => b.date.getTime() - a.date.getTime());

  /** Only the span before and after says something where there is nothing. */
  async function nothing(viewer: Viewer, span: PastSpan): Promise<Answer> {
    const nearest = await read(viewer, await times.beside(viewer, span));
    return nothingFound(nearest, `I found no message and no meeting ${span.words}.`);
  }

  async function decisions(viewer: Viewer, span: PastSpan): Promise<Answer> {
    const found = await times.having(viewer, span, decisionWords, mostDeciding);
    const decided = findDecisions(await read(viewer, found), mostQuoted);
    if (decided.length > 0) return quotedAnswer(decided, `What was decided ${span.words}, newest first:`);
    const nearest = await read(viewer, await times.latest(viewer, span, mostRead));
    return nothingFound(nearest, `I found no decision ${span.words}.`);
  }

  /** One sentence of each conversation. */
  async function events(viewer: Viewer, span: PastSpan): Promise<Answer> {
    const [count, latest] = await Promise.all([
      times.count(viewer, span),
      times.latest(viewer, span, mostRead),
    ]);
    const texts = await read(viewer, latest);
    const opening = `${capitalize(span.words)}, there ${inWords(count)}`;
    const quotes = texts.flatMap((of) => (of.spoken ? mostSaid(of, 1) : firstSaid(of))).slice(0, mostQuoted);
    if (quotes.length === 0)
      return factList(
        texts.slice(0, mostQuoted).map((of) => ({ text: of.title, of })),
        `${opening}:`,
      );
    const isAll = quotes.length === count.messages + count.meetings;
    return quotedAnswer(quotes, isAll ? `${opening}:` : `${opening}. From the latest conversations:`);
  }

  /** @param spans - that the question may mean, the latest first; the latest in which there is something counts. */
  return async (viewer: Viewer, spans: PastSpan[], decided: boolean): Promise<Answer | null> => {
    const [latest] = spans;
    if (!latest) return null;
    const [span] = await times.filled(viewer, spans);
    if (!span) return nothing(viewer, latest);
    const answer = await (decided ? decisions : events)(viewer, span);
    const before = span === latest ? "" : `I found nothing ${latest.words}. `;
    return { ...answer, intro: before + answer.intro };
  };
}

/** "were 3 messages and 1 meeting" */
function inWords({ messages, meetings }: { messages: number; meetings: number }): string {
  const parts = [
    ...(messages > 0 ? [counted(messages, "message")] : []),
    ...(meetings > 0 ? [counted(meetings, "meeting")] : []),
  ];
  return `${messages + meetings === 1 ? "was" : "were"} ${parts.join(" and ")}`;
}
