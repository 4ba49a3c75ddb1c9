import { findOwnText } from "../../triage/text/own-text";
import { splitSentences } from "../../triage/text/sentences";
import type { SourceText } from "../sources";
import type { QuotedSentence } from "./quotes";

const promises =
  /\b(?:i|we)(?:['’]ll| will| shall| promise(?:d)?| am going to|['’]m going to|['’]re going to| can (?:send|do|get|have|bring|call|take|pay|fix))\b|\blet me (?:send|check|get|find|ask|call|know you)\b|\byou(?:['’]ll| will) (?:have|get|receive|hear)\b/i;
/** What sounds like a promise and isn't one. */
const nothingPromised =
  /\b(?:i|we)(?: will|['’]ll) (?:not|never|probably not|see|be (?:out|away|on (?:leave|vacation)))\b|\?\s*$|\bif (?:i|we) /i;

/** Sentences in which the sender promises something, newest message first. */
export function findPromises(texts: SourceText[], limit: number): QuotedSentence[] {
  const found: QuotedSentence[] = [];
  for (const of of texts) {
    for (const range of splitSentences(of.text, findOwnText(of.text).ranges)) {
      const sentence = of.text.slice(range.start, range.end);
      if (promises.test(sentence) && !nothingPromised.test(sentence)) found.push({ of, range });
      if (found.length === limit) return found;
    }
  }
  return found;
}
