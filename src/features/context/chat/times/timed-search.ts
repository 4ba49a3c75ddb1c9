import { capitalize } from "../../../../shared/wording";
import type { Viewer } from "../../passage-repository";
import type { Findings, Retrieval } from "../../retrieve";
import { lead } from "../question-words";
import { type PastSpan, readPast, splitTime } from "./past-time";
import type { createSpanRepository } from "./span-repository";

const said =
  "say|said|write|written|wrote|tell|told|mention|mentioned|report|reported|suggest|suggested|propose|proposed|recommend|recommended|ask|asked|answer|answered|reply|replied|announce|announced|explain|explained|confirm|confirmed|comment|commented|complain|complained|promise|promised|discuss|discussed|talk|talked|speak|spoken|decide|decided|agree|agreed|approve|approved|reject|rejected|hear|heard|learn|learned|learnt";
const texts =
  "messages?|mails?|e-?mails?|news|updates?|meetings?|conversations?|discussions?|decisions?|threads?|posts?|questions?|answers?|comments?|reports?|announcements?";
const list = `${lead}(?:(?:what|which|any|all|the|latest|show(?: me)?|list|find|is|are|was|were|there|did|i|we|get|receive|have)(?:['’]s)? )*(?:${texts})`;
/** "Mails about the roof came": what is listed and that it came say nothing about the roof. Decisions are looked for. */
const listAbout = new RegExp(
  `(?!.*\\bdecisions? about)${list} (?:about|on|regarding|concerning) (?<about>.+)$`,
  "i",
);
const happening =
  /\s+(?:came(?: in)?|arrived|(?:was|were) (?:made|received|sent|taken|there|written)|did (?:i|we) (?:get|make|receive))\s*[?.!]*$/i;

/**
 * Questions for what was said, whose time is that of the words: "What did Paul say about the lease in March?" The
 * March of "When does the lease end in March?" may be in words of any time.
 */
const asksForWords = [
  new RegExp(`\\b(?:did|has|have|had|was|were|been)\\b.*?\\b(?:${said})\\b`, "i"),
  new RegExp(`${lead}(?:who|which of (?:us|them)) (?:${said})\\b`, "i"),
  new RegExp(`${list}(?: .*?)? (?:about|on|regarding|concerning|from|of|with|between)\\b`, "i"),
  new RegExp(
    `${lead}what(?:['’]?s| is| was| has)? (?:happened|new|the news|the latest|going on|went on) (?:to|with|about|on)\\b`,
    "i",
  ),
];

/** Longer texts are read as a whole (characters): the patterns would take long, and their time is one of many. */
const longest = 300;

/** The time of a question that also says what the words of that time are about. Null: it isn't such a question. */
export function readTimed(question: string): { asked: string; when: string } | null {
  if (question.length > longest) return null;
  const { asked, when } = splitTime(question.trim().replace(/\s+/g, " "));
  if (when === null || !asksForWords.some((pattern) => pattern.test(asked))) return null;
  const about = asked.replace(happening, "");
  return { asked: listAbout.exec(about)?.groups?.about ?? about, when };
}

/** What of the findings was written in a span of time. */
const ofTime = (findings: Findings, { from, before }: PastSpan): Findings => ({
  ...findings,
  found: findings.found.filter(({ window: { of } }) => of.date >= from && of.date < before),
  threads: findings.threads.filter(({ date }) => date >= from && date < before),
});

/** Searches in the time that a question names, and elsewhere only if nothing of that time answers it. */
export function createTimedSearch(
  times: Pick<ReturnType<typeof createSpanRepository>, "filled">,
  retrieval: Pick<Retrieval, "retrieve">,
  isAnswer: (findings: Findings) => boolean,
) {
  return async (viewer: Viewer, question: string, timeZone: () => Promise<string>): Promise<Findings> => {
    const timed = readTimed(question);
    const spans = timed ? readPast(timed.when, new Date(), await timeZone()) : [];
    const [latest] = spans;
    if (!timed || !latest) return retrieval.retrieve(viewer, question);
    let nearest: Findings | null = null;
    const filled = await times.filled(viewer, spans);
    for (const span of filled) {
      const then = await retrieval.retrieve({ ...viewer, span }, timed.asked);
      if (isAnswer(then)) return { ...then, time: { missed: "", when: capitalize(span.words) } };
      nearest ??= then.found.length > 0 ? then : null;
    }
    const missed = `I found nothing about that ${latest.words}.`;
    // Words of another time may name this one, and answer better than others: "The lease ends in March."
    for (const asked of [question, timed.asked]) {
      const ever = await retrieval.retrieve(viewer, asked);
      // Among few texts every word is rare; among all of them, what is of that time may turn out to answer.
      for (const span of filled) {
        const then = ofTime(ever, span);
        if (isAnswer(then)) return { ...then, time: { missed: "", when: capitalize(span.words) } };
      }
      if (isAnswer(ever)) return { ...ever, time: { missed, when: "At other times" } };
      nearest ??= ever;
    }
    return { ...nearest!, time: { missed, when: "" } };
  };
}
