import { settles } from "../../triage/action-items/decisions";
import { findOwnText, type Range } from "../../triage/text/own-text";
import type { QuotedSentence } from "../sentences";
import { sentencesIn } from "../sentences";
import type { SourceText } from "../sources";

const promises =
  /\b(?:i|we)(?:['’]ll| will| shall| promise(?:d)?| am going to|['’]m going to|['’]re going to| can (?:send|do|get|have|bring|call|take|pay|fix))\b|\blet me (?:send|check|get|find|ask|call|know you)\b|\byou(?:['’]ll| will) (?:have|get|receive|hear)\b/i;
/** What sounds like a promise and isn't one. */
const nothingPromised =
  /\b(?:i|we)(?: will|['’]ll) (?:not|never|probably not|see|arrive|stay|depart|land|miss|need|be (?:(?:out|away|at|in(?! touch)|on(?! it\b)|late|busy|off)\b|(?:stay|arriv|travel|leav|fly|attend|visit)l?ing\b))\b|\?\s*$|\b(?:if|assuming|provided)(?: that)? (?:i|we) /i;

/** What asks the reader to do or give something. */
const requests =
  /\b(?:please|could you|can you|would you|will you|need (?:you|your|to have)|want(?:ed)? (?:you|your|to)|would like|['’]d like|let me know|send (?:me|us)|looking for)\b|\?\s*$/i;

/** What says that something was settled, beside what people say in a meeting when they settle it. */
const decisions =
  /\b(?:(?:was|were|is|are|has|have|had|been)(?: \w+ly)? (?:all |also |now |just |finally |been )*(?:decided|agreed|approved|adopted|rejected|postponed|cancell?ed|settled)|(?:decided|agreed) (?:to|that|on|not|against)|(?:the|our|final) decision (?:is|was))\b/i;
const undecided =
  /\?\s*$|\b(?:if|whether|not yet|nothing|n[o']t(?: \w+)? (?:decided|agreed)|(?:to|will|should|must|can|could|may|might|would) be|until)\b/i;
/** Words that most decisions in messages have, as they are looked up. */
export const decisionWords =
  "decided decision agreed approved adopted accepted rejected postponed cancelled canceled settled concluded elected motion".split(
    " ",
  );

/** Whether a sentence says what was decided. */
export const isDecision = (sentence: string) =>
  settles(sentence) || (decisions.test(sentence) && !undecided.test(sentence));
const isPromise = (sentence: string) => promises.test(sentence) && !nothingPromised.test(sentence);
const isRequest = (sentence: string) => requests.test(sentence);

/** Sentences in which the sender promises something, newest message first. */
export const findPromises = (texts: SourceText[], limit: number) => findDeeds(texts, isPromise, limit);

/** Sentences in which the sender asks for something, newest message first. */
export const findRequests = (texts: SourceText[], limit: number) => findDeeds(texts, isRequest, limit);

/** Sentences that say what was decided, newest text first. */
export const findDecisions = (texts: SourceText[], limit: number) => findDeeds(texts, isDecision, limit);

function findDeeds(
  texts: SourceText[],
  isDeed: (sentence: string) => boolean,
  limit: number,
): QuotedSentence[] {
  const found: QuotedSentence[] = [];
  for (const of of texts) {
    for (const range of saidIn(of)) {
      if (isDeed(of.text.slice(range.start, range.end))) found.push({ of, range });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** What the sender of a source says in it. What a message only forwards, somebody else has said. */
function saidIn(of: SourceText): Range[] {
  if (of.spoken) return sentencesIn(of.text, of.spoken);
  const { ranges, forwarded } = findOwnText(of.text);
  return forwarded ? [] : sentencesIn(of.text, ranges);
}
