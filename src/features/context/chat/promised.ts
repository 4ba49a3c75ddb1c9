import { counted } from "../../../shared/counted";
import { wordsOf } from "../../search/words";
import type { Answer } from "../contract";
import type { TimeSpan, Viewer } from "../passage-repository";
import type { createListRepository } from "../repository";
import type { Retrieval } from "../retrieve";
import type { QuotedSentence } from "../sentences";
import type { SourceText } from "../sources";
import { findPromises } from "./deeds";
import { distinct, nothingFound, quotedAnswer } from "./format-answer";
import type { PastSpan } from "./times/past-time";
import type { createSpanRepository } from "./times/span-repository";

/** Promises that an answer lists at most. */
const mostPromises = 10;

/** Answers what the person promised in their own messages. */
export function createPromised({
  lists,
  times,
  retrieval,
}: {
  lists: Pick<ReturnType<typeof createListRepository>, "sent">;
  times: Pick<ReturnType<typeof createSpanRepository>, "filled">;
  retrieval: Retrieval;
}) {
  async function sentTo(viewer: Viewer, to: string, span?: TimeSpan) {
    const ids = await lists.sent({ ...viewer, span }, wordsOf(to).slice(0, 4));
    const texts = await retrieval.read(
      viewer,
      ids.map((id) => ({ type: "message", id, position: 0 })),
    );
    return { texts, promised: findPromises(texts, mostPromises) };
  }

  async function nothing(viewer: Viewer, to: string, texts: SourceText[]): Promise<Answer> {
    const none =
      texts.length === 0
        ? `I found no message of yours${toWhom(to)}.`
        : `I found no promise in your latest ${texts.length === 1 ? "message" : counted(texts.length, "message")}${toWhom(to)}.`;
    const nearest =
      texts.length > 0 || !to
        ? texts
        : (await retrieval.retrieve(viewer, to)).found.map(({ window }) => window.of);
    return nothingFound(distinct(nearest), none);
  }

  /**
   * @param to - a name; empty: anybody.
   * @param spans - of time that the question may mean, the latest first; none: any time.
   */
  return async (viewer: Viewer, to: string, spans: PastSpan[]): Promise<Answer> => {
    for (const span of await times.filled(viewer, spans)) {
      const { promised } = await sentTo(viewer, to, span);
      if (promised.length > 0) return quoted(promised, `What you promised${toWhom(to)} ${span.words}`);
    }
    const { texts, promised } = await sentTo(viewer, to);
    const [latest] = spans;
    const missed = latest ? `I found no promise of yours${toWhom(to)} ${latest.words}. ` : "";
    const answer =
      promised.length > 0
        ? quoted(promised, `What you promised${toWhom(to)}${latest ? " at other times" : ""}`)
        : await nothing(viewer, to, texts);
    return { ...answer, intro: missed + answer.intro };
  };
}

const quoted = (promised: QuotedSentence[], what: string): Answer =>
  quotedAnswer(promised, `${what}, in your own words, newest first:`);

const toWhom = (to: string): string =>
  to ? ` to ${to.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())}` : "";
