import { findOwnText } from "../../triage/text/own-text";
import { sentencesIn } from "../sentences";
import type { SourceText } from "../sources";
import type { QuotedSentence } from "./quotes";

const promises =
  /\b(?:i|we)(?:['’]ll| will| shall| promise(?:d)?| am going to|['’]m going to|['’]re going to| can (?:send|do|get|have|bring|call|take|pay|fix))\b|\blet me (?:send|check|get|find|ask|call|know you)\b|\byou(?:['’]ll| will) (?:have|get|receive|hear)\b/i;
/** What sounds like a promise and isn't one. */
const nothingPromised =
  /\b(?:i|we)(?: will|['’]ll) (?:not|never|probably not|see|arrive|stay|depart|land|miss|need|be (?:(?:out|away|at|in(?! touch)|on(?! it\b)|late|busy|off)\b|(?:stay|arriv|travel|leav|fly|attend|visit)l?ing\b))\b|\?\s*$|\bif (?:i|we) /i;

/** Sentences in which the sender promises something, newest message first. */
export function findPromises(texts: SourceText[], limit: number): QuotedSentence[] {
  const found: QuotedSentence[] = [];
  for (const of of texts) {
    const { ranges, forwarded } = findOwnText(of.text);
    // What a message only forwards, somebody else has promised.
    for (const range of forwarded ? [] : sentencesIn(of.text, ranges)) {
      const sentence = of.text.slice(range.start, range.end);
      if (promises.test(sentence) && !nothingPromised.test(sentence)) found.push({ of, range });
      if (found.length === limit) return found;
    }
  }
  return found;
}
