import { type AnsweredQuestion, readAnswered } from "./answered-question";
import { type ContactQuestion, readContactQuestion } from "./contact-question";
import { type CountQuestion, readCount } from "./counting/count-question";
import { type HappenedQuestion, readHappened } from "./happened-question";
import { asking, execAsking, lead, nameAs } from "./question-words";
import { readSent, type SentQuestion } from "./recipients/sent-question";
import { readTaskQuestion, type TaskQuestion } from "./tasks/task-question";
import { splitTime } from "./times/past-time";
import { readWaiting, type WaitingQuestion } from "./waiting/waiting-question";

/** A question that a query over tasks or messages answers better than a search. */
export type StructuredQuestion =
  | TaskQuestion
  /** `to`: the words after "promise"; empty: anybody. `when`: the words that name the time. */
  | { kind: "promised"; to: string; when?: string }
  /** What somebody said, about anything. `when`: the words that name the time; null: lately. */
  | { kind: "said"; by: string; when: string | null; deed?: SaidDeed }
  | HappenedQuestion
  | SentQuestion
  | AnsweredQuestion
  | CountQuestion
  | WaitingQuestion
  | ContactQuestion;

/** What somebody does by saying it. */
export type SaidDeed = "promise" | "ask" | "decide";

/** Longer questions are about more than a list (characters). */
const longest = 120;

const promise =
  /\b(?:did|have|had|do|what)\b.*\bi\b.*\b(?:promised?|commit(?:ted)?(?: myself)?|owed?)\b(?:\s+(?:to\s+)?(?<to>(?:[^?.!]|(?<=\b\p{L}{1,3})\.(?= ?\p{L}))*))?|\bmy promises\b(?:\s+to\s+(?<whom>[^?.!]*))?|\bwhat (?:did|have) i (?:tell|told|say to|said to) (?<told>[^?.!]*?) (?:that )?i(?:'d| would| will)\b/u;

/**
 * Recognizes a question about tasks or promises.
 *
 * @returns null if it is any other question.
 */
export function readStructuredQuestion(question: string): StructuredQuestion | null {
  const text = plain(question);
  if (text.length > longest) return null;
  const typed = question.trim().replace(/\s+/g, " ");
  const timed = splitTime(typed);
  const listed =
    readHappened(timed) ??
    readCount(timed) ??
    readSaid(timed) ??
    readContactQuestion(typed) ??
    readAnswered(typed) ??
    readWaiting(typed);
  if (listed) return listed;
  const promised = readPromised(timed);
  if (promised) return promised;
  const sent = readSent(timed);
  if (sent) return sent;
  return readTaskQuestion(text);
}

const plain = (question: string): string =>
  question
    .trim()
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^((?:so |and |please )*what)s\b/, "$1's");

function readPromised({ asked, when }: ReturnType<typeof splitTime>): StructuredQuestion | null {
  const found = promise.exec(plain(asked))?.groups;
  if (!found) return null;
  const to = nameIn(found.to ?? found.whom ?? found.told ?? "");
  return { kind: "promised", to, ...(when && { when: when.toLowerCase() }) };
}

const name = nameAs("who");
const tail = "(?:,? (?:to )?(?:me|us|lately|recently|so far|again|now|last))*\\s*[?.!]*$";
const verbs =
  "say|said|write|written|tell|told|report|reported|announce|announced|answer|answered|reply|replied|mention|mentioned|suggest|suggested|propose|proposed|recommend|recommended";
const deeds: Record<SaidDeed, string> = {
  promise: "promise|promised|commit to|offer|offered",
  ask: "(?:ask|asked|want|wanted|request|requested|need|needed)(?: (?:me|us))?(?: (?:for|from|of))?(?: to do)?",
  decide: "(?:decide|decided|agree|agreed|settle)(?: (?:on|upon|to))?(?: do)?",
};
/** "What did Acme say last week?", "Any news from Acme?": whose words, and nothing that they are about. */
const saidBy = [
  asking(
    `${lead}what (?:did|has|had|does|do|have) ${name} (?:just |last )?(?:${verbs}|(?<promise>${deeds.promise})|(?<ask>${deeds.ask})|(?<decide>${deeds.decide}))${tail}`,
  ),
  asking(
    `${lead}(?:what(?:['’]?s| is) (?:the latest|new)|(?:is there |are there )?any(?:thing)?(?: new| news)?|news|latest) from ${name}${tail}`,
  ),
];
/** Whose words nobody can look up. */
const nobody =
  /^(?:i|you|he|she|it|they|we|this|that|these|those|people|everyone|everybody|anyone|anybody|someone|somebody|the|a|an|my|our|your|their|his|her|zippy)\b/i;

function readSaid({ asked, when }: ReturnType<typeof splitTime>): StructuredQuestion | null {
  for (const pattern of saidBy) {
    const { who, promise: promised, ask, decide } = execAsking(pattern, asked)?.groups ?? {};
    // "What did ... say?" names nobody.
    if (!who || !/[\p{L}\p{N}]/u.test(who)) continue;
    return nobody.test(who)
      ? null
      : {
          ...{ kind: "said", by: who, when: when?.toLowerCase() ?? null },
          ...(promised && { deed: "promise" }),
          ...(ask && { deed: "ask" }),
          ...(decide && { deed: "decide" }),
        };
  }
  return null;
}

/** What remains of "anna about the lease last week" when only a name is wanted. */
function nameIn(words: string): string {
  return words
    .replace(/\b(?:about|regarding|on|for|by|last|this|next|yesterday|today|so far|yet)\b.*$/, "")
    .replace(/\b(?:to|do|people|anyone|anybody|everyone|someone|somebody|anything|something|ever)\b/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
