import { asking, execAsking, lead, nameAs } from "../question-words";
import type { splitTime } from "../times/past-time";

/** Asks what somebody wrote to somebody. */
export interface SentQuestion {
  kind: "sent";
  /** Who wrote it, as the question names them: also "I" and "we". Null: anybody. */
  by: string | null;
  /** To whom; null: anybody. */
  to: string | null;
  /** What it is about; null: anything. */
  about: string | null;
  /** The words that name the time; null: any. */
  when: string | null;
}

const by = nameAs("by");
const to = `(?:to )?${nameAs("to")}`;
const about = "(?: (?:about|on|regarding|concerning) (?<about>.+?))";
/** "Mails to Anna are about the lease." */
const aboutOfList = `(?:(?: (?:is|are|was|were))?${about})?`;
const end = "(?:,? (?:lately|recently|so far|again|last|ever|yet|already))*[\\s?.!]*$";
const adverbs = "(?:(?:just|last|ever|already|also) )*";
const speech =
  "(?:tell|told|write|written|answer|answered|reply|replied|send|sent|say|said|mention|mentioned|explain|explained|report|reported|suggest|suggested|propose|proposed|recommend|recommended|announce|announced|confirm|confirmed|e-?mail(?:ed)?|mail(?:ed)?|inform(?:ed)?)";
const mails = "(?:messages?|mails?|e-?mails?|letters?|posts?)";
const list = `(?:(?:what|which|any|all|the|show(?: me)?|list|find|is|are|was|were|there|did|get|have)(?:['’]s)? )*${mails}`;
const sentPast = "(?:sent|wrote|mailed|emailed)";

const spoken = [
  // "What did Bo tell Anna about it?", "Did I write to Anna about it?"
  `${lead}(?:what )?(?:did|have|has|had) ${by} ${adverbs}${speech} ${to}${about}?${end}`,
  // "What did I write about the lease?" Of others, a search finds it.
  `${lead}(?:what )?(?:did|have) (?<by>i|we) ${adverbs}${speech}${about}?${end}`,
].map((source) => asking(source));
const listed = [
  // "Which mails did Bo send to Anna?"
  `${lead}(?:what|which) ${mails} (?:did|have|has) ${by} ${adverbs}${speech} ${to}${about}?${end}`,
  `${lead}${list} (?:from|by) ${by} to ${nameAs("to")}${aboutOfList}${end}`,
  `${lead}${list} (?:that )?${by} (?:have |has )?${sentPast} ${to}${aboutOfList}${end}`,
  `${lead}${list} to ${nameAs("to")}${aboutOfList}${end}`,
].map((source) => asking(source));

/** A list is one of messages. Compiling its patterns takes longer than answering most questions. */
const listHint = /message|mail|letter|post/i;

/** Words that name no recipient: what is behind them is what the message says. */
const notTo =
  /^(?:about|on|of|in|at|for|from|with|by|regarding|concerning|that|what|why|how|when|where|if|whether|it|this|these|those|them|him|her|me|us|you|people|every\p{L}*|any\p{L}*|some\p{L}*|no|nobody|nothing|the|an?|my|our|your|their|his|lately|recently|last|ever|yet|so|again)(?=\s|$)/iu;
const notBy =
  /^(?:you|he|she|it|they|this|that|these|those|people|every\p{L}*|any\p{L}*|some\p{L}*|nobody|the|an?|my|our|your|their|his|her)(?=\s|$)/iu;

/** Recognizes a question for what somebody wrote to somebody; null if it is any other question. */
export function readSent({ asked, when }: ReturnType<typeof splitTime>): SentQuestion | null {
  for (const pattern of listHint.test(asked) ? [...spoken, ...listed] : spoken) {
    const found = execAsking(pattern, asked)?.groups;
    if (!found) continue;
    const { by: writer = null, to: reader = null, about: topic = null } = found;
    if ((reader && notTo.test(reader)) || (writer && notBy.test(writer))) continue;
    return { kind: "sent", by: writer, to: reader, about: topic, when: when?.toLowerCase() ?? null };
  }
  return null;
}
