import { asking, execAsking, lead, nameAs } from "../question-words";
import type { splitTime } from "../times/past-time";

/** Which messages are counted: "unread" ones are those that require action, because nobody knows what was read. */
export type CountedState = "unread" | "action" | "open" | "resolved";

/** Asks how many messages there are, of somebody or of anybody. */
export interface CountQuestion {
  kind: "count";
  /** Whose, by name or address; null: anybody's. */
  of: string | null;
  state: CountedState | null;
  /** The words that name the time; null: any. */
  when: string | null;
}

const ask = `${lead}(?:how many|how much|(?:what(?:['’]?s| is|) )?(?:the )?(?:total )?(?:number|count|amount) of|count(?: up)?(?: all)?)`;
const mine = "(?:i|we)";
const states =
  "(?:(?:of )?(?:all|any|the|my|our|me|new|unread|unopened|open|unresolved|resolved|different|total) )*";
const noun = "(?:messages?|mails?|e-?mails?|letters?|texts?|dms?)";
const unread = `(?:are (?:still )?(?:unread|unopened|new)|(?:that )?${mine} (?:have(?:n['’]?t| not)|did(?:n['’]?t| not)) (?:yet )?(?:read|opened?)|(?:have(?:n['’]?t)?|did(?:n['’]?t)?) ${mine} (?:not |yet )*(?:read|opened?))(?: yet)?`;
const action =
  "(?:(?:that |which |still |do |does )*(?:require|need)s?(?: my| an?| any| some| our)? (?:action|attention|handling))";
const settled = "(?:that )?(?:are|were)(?: still)? (?:open|unresolved|resolved)";
const around = [
  `(?:(?:have|had|did|do) ${mine} (?:already |ever )?(?:get|got|gotten|receive|received|have|had|see))`,
  "(?:(?:are|were|is) there|there (?:are|were))",
  "(?:(?:have )?(?:came|come|arrived)(?: in)?)",
  "(?:(?:are |were )?in (?:my|our|the) inbox|in zippy|in total|in all|altogether|overall|so far|for (?:me|us)|to (?:me|us)|(?:right |just )?now|currently|already|still|exactly|do)",
  ...[unread, action, settled],
].join("|");
const others = `(?:,? (?:${around}))*`;
const end = "[\\s?.!]*$";
const written =
  "(?:send|sent|write|written|wrote|mail(?:ed)?|e-?mail(?:ed)?|text(?:ed)?|post(?:ed)?|message(?:d)?)";
const did = "(?:do|does|did|has|have|had)";

const patterns = [
  // "How many messages did I get?", "How many unread messages are there?"
  `${ask} ${states}${noun}${others}${end}`,
  `${lead}(?:do|did|have|are) (?:${mine}|there)(?: have| get| got)? (?:any )?(?:new|unread|unopened) ${noun}${others}(?: (?:from|by) ${nameAs("by")})?${end}`,
  `${lead}(?:any |my )?(?:unread|unopened) ${noun}(?: (?:from|by) ${nameAs("by")})?${end}`,
  // "How many messages did I get from Anna?", "How many messages from Anna are unread?"
  `${ask} ${states}${noun}${others}(?: (?:that |which )?(?:(?:are|were|is|came|come) )?)(?:from|by|of) ${nameAs("by")}${others}${end}`,
  // "How many mails did Anna send me?"
  `${ask} ${states}${noun}${others} ${did} ${nameAs("by")} (?:already |ever )?${written}(?: (?:to )?(?:me|us))?${others}${end}`,
  `${lead}how (?:often|many times|frequently) ${did} ${nameAs("by")} (?:already |ever )?${written}(?: (?:to )?(?:me|us))?${others}${end}`,
].map((source) => asking(source, "d"));

/** Words that no name has: what is behind them is what the messages are about, or where they are. */
const noName =
  /(?:^|\s)(?:about|regarding|concerning|on|in|at|for|to|with|without|and|or|not|who|whom|that|which|this|these|those|last|past|since|before|after|during|until|is|are|was|were|do|did|have|has|the|an?|my|our|your|his|her|their|its|i|me|we|us|you|he|him|she|it|they|them|any\p{L}*|some\p{L}*|every\p{L}*|each|people|nobody|all|both|most|other|others|yesterday|today|unread|customers?|clients?|days?|weeks?|months?|years?)(?=\s|$)/iu;

const isUnread = asking(`\\b(?:unread|unopened)\\b|\\bnew ${noun}|\\bare (?:still )?new\\b|${unread}`);
const isAction = asking(action);

/** @param words - of the question, without those of a name. */
const stateOf = (words: string): CountedState | null => {
  if (isUnread.test(words)) return "unread";
  if (isAction.test(words)) return "action";
  if (/\b(?:open|unresolved)\b/i.test(words)) return "open";
  return /\bresolved\b/i.test(words) ? "resolved" : null;
};

/** "How many messages from … are open?": a state in somebody's name, such as Open Sky, isn't the messages'. */
function withoutName(asked: string, found: RegExpExecArray): string {
  const [start, end] = found.indices?.groups?.by ?? [0, 0];
  return start === end ? asked : `${asked.slice(0, start)}…${asked.slice(end)}`;
}

/** Words of which each pattern needs one: compiling the patterns takes longer than answering most questions. */
const hint = /how|number|count|amount|unread|unopened|new/i;

/**
 * Recognizes a question for the number of messages; null if it is any other question.
 *
 * @param asked - the question without the words that name the time, `when`.
 */
export function readCount({ asked, when }: ReturnType<typeof splitTime>): CountQuestion | null {
  if (!hint.test(asked)) return null;
  for (const pattern of patterns) {
    const found = execAsking(pattern, asked);
    if (!found) continue;
    const of = found.groups?.by ?? null;
    // "How many messages did ... send?" names nobody.
    if (of !== null && (noName.test(of) || !/[\p{L}\p{N}]/u.test(of))) continue;
    return {
      kind: "count",
      of,
      state: stateOf(withoutName(asked, found)),
      when: when?.toLowerCase() ?? null,
    };
  }
  return null;
}
