import { wordsOf } from "../../../search/words";
import type { Answer } from "../../contract";
import type { Viewer } from "../../passage-repository";
import type { Retrieval } from "../../retrieve";
import { withSpeech } from "../../sources";
import { findDecisions } from "../deeds";
import { nothingFound, quotedAnswer } from "../format-answer";
import { mostSaid } from "../quotes";
import { readMeetingQuestion } from "./meeting-question";
import type { createMeetingRepository } from "./meeting-repository";

/** Sentences that are quoted of a meeting. */
const mostQuoted = 5;

/** Answers what was said or decided in a meeting that the question names by its title, in its own words. */
export function createMeetingAnswer(
  meetings: ReturnType<typeof createMeetingRepository>,
  retrieval: Retrieval,
) {
  /** @returns null if the question is about something else, or no meeting has that title. */
  return async (viewer: Viewer, question: string): Promise<Answer | null> => {
    const asked = readMeetingQuestion(question);
    if (!asked) return null;
    const words = wordsOf(asked.title);
    const named = (await meetings.latest(viewer)).find(({ title }) => {
      const called = new Set(wordsOf(title));
      return words.every((word) => called.has(word));
    });
    if (!named) return null;
    const [text] = await retrieval.read(viewer, [{ type: "meeting", id: named.id, position: 0 }]);
    if (!text) return null;
    const of = withSpeech(text);
    const decided = findDecisions([of], mostQuoted);
    const name = `the meeting “${named.title}”`;
    if (asked.decided && decided.length > 0) return quotedAnswer(decided, `What was decided in ${name}:`);
    const quotes = mostSaid(of, mostQuoted).toSorted((a, b) => a.range.start - b.range.start);
    const missed = asked.decided ? `I found no decision in ${name}.` : "";
    if (quotes.length === 0) return nothingFound([of], missed || `I found nothing to quote in ${name}.`);
    return quotedAnswer(quotes, [missed, `From what was said in ${name}:`].filter(Boolean).join(" "));
  };
}
