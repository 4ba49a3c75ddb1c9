import type { Quadrant } from "../../../tasks/quadrants";
import { asking, execAsking, nameAs } from "../question-words";
import type { DueWhen } from "../times/day-spans";

/** A question that a list of tasks answers. `counted`: it asks how many. */
export type TaskQuestion = (
  | { kind: "due"; when: DueWhen }
  /** `day`: the words that name the last day. */
  | { kind: "due_by"; day: string }
  | { kind: "quadrant"; quadrant: Quadrant }
  | { kind: "blocked" | "mine" | "unassigned" | "open" }
  /** `to`: the name of somebody, in small letters. */
  | { kind: "assigned"; to: string }
) & { counted?: true };

const whens: [DueWhen, RegExp][] = [
  ["overdue", /\b(?:overdue|past due|late tasks|tasks (?:are|that are) late|(?:is|am i|are we) late)\b/],
  ["today", /\btoday\b/],
  ["tomorrow", /\btomorrow\b/],
  ["next week", /\bnext week\b/],
  ["this week", /\bthis week\b/],
  ["this month", /\bthis month\b/],
  ["next month", /\bnext month\b/],
  ["in the next 7 days", /\b(?:(?:next|coming) (?:7|seven|few) days|coming up|upcoming|soon)\b/],
];

const asksForList =
  /^(?:so |and |please )*(?:what|which|show|list|is there|are there|is any(?:thing)?|anything|do i|any|my|open tasks|tasks|due|overdue|deadlines?|upcoming|am i|are we|how many(?= (?:open |of (?:my|our|the) )?(?:tasks|to-?dos|deadlines)\b))\b/;
const asksHowMany = /^(?:so |and |please )*how many\b/;
const dueWord = /\b(?:due|deadlines?|overdue|late|to do|(?:must|should|have to|need to) (?:i |we )?do)\b/;
/** Asks for what is due without naming a time; any other word would be what the question is about. */
const plainlyDue =
  /^(?:(?:so|and|please) )*(?:what|which|show|list|any(?:thing)?|my)(?:'s| is| are| me)?(?: (?:the|my|our|all|open|tasks|things|next))*(?: (?:is|are))? (?:due|deadlines?)\s*\??$/;
const byDay = /\bdue (?:by|before|until|on|till) (?<day>[\w ,./-]{2,30}?)\s*\??$/;

const ask =
  "^(?:so |and |please )*(?:what|which|show|list|are there|is there|any|how many)(?:'s| is| are| me)?";
const ofTasks = "(?: (?:the|my|our|all|any|of|open|unresolved|tasks?|to-?dos?|things|anything))*";
const rest = "(?: (?:is|are|do (?:i|we) have|have (?:i|we)|there|still|right now|now))*";
const named =
  "(?<quadrant>do[- ]first|schedule|delegate|delete ?(?:\\/|or|and) ?defer)(?: quadrant)?(?<task> tasks?)?";
const inQuadrant = new RegExp(`${ask}${ofTasks}${rest}(?: (?:in|under))?(?: the)? ${named}${rest}\\s*\\??$`);
const whatNext =
  /^(?:so |and |please )*what(?:'s| is)? (?:next|(?:should|shall|can|must|do|could) (?:i|we) (?:do|start(?: with)?|work on|tackle|begin with|focus on)(?: (?:next|now|first))?)\s*\??$/;
const toDelegate =
  /^(?:so |and |please )*what (?:should|shall|can|could) (?:i|we) (?<verb>delegate|schedule)\s*\??$/;
const ofNobody = new RegExp(
  `${ask}${ofTasks}${rest}(?: unassigned| (?:assigned to|of|for) (?:nobody|no one|no-one)| without an? (?:assignee|owner))(?: tasks?)?${rest}\\s*\\??$`,
);
const ofSomebody = asking(
  `${ask}${ofTasks}${rest} (?:assigned to|on the plate of) ${nameAs("to")}(?: tasks?)?${rest}\\s*\\??$`,
);
/** Who has no tasks by that name. */
const nobodyByName =
  /^(?:me|us|you|him|her|them|it|this|that|anybody|anyone|somebody|someone|the|a|an|my|our)\b/;
/** What these lists can't answer: they hold open tasks, and know no "not". */
const ofOthers = /\b(?:done|finish(?:ed)?|complet(?:e|ed)|resolved|closed|not|[a-z]+n't)\b/;
const ofMine = /\b(?:my|mine|i)\b/;
const plainlyOpen =
  /^(?:so |and |please )*what(?:(?:'s| is)?(?: still)? (?:open|unresolved)|(?: do (?:i|we)(?: still)? (?:have|need)|(?:'s| is)(?: still)?(?: there| left)?) to do)(?: now)?\s*\??$/;
const allOpen = new RegExp(
  `${ask}${ofTasks} (?:tasks|to-?dos)${rest}(?: (?:open|left|unresolved))?${rest}\\s*\\??$`,
);

const quadrantOfWords = (words: string): Quadrant =>
  words.startsWith("do") ? "do_first" : words.startsWith("delete") ? "delete_defer" : (words as Quadrant);

/**
 * Recognizes a question that asks for tasks.
 *
 * @param text - the question in small letters, with single spaces.
 */
export function readTaskQuestion(text: string): TaskQuestion | null {
  if (ofOthers.test(text)) return null;
  const found = readKind(text);
  if (!found || !asksHowMany.test(text)) return found;
  // The other lists are the team's, and their number would be taken for the person's.
  if (!ofMine.test(text) || found.kind === "mine") return { ...found, counted: true };
  return found.kind === "open" ? { kind: "mine", counted: true } : null;
}

function readKind(text: string): TaskQuestion | null {
  const state = readState(text);
  if (state) return state;
  if (!asksForList.test(text)) return null;
  if (dueWord.test(text)) {
    const when = whens.find(([, pattern]) => pattern.test(text));
    if (when) return { kind: "due", when: when[0] };
    const day = byDay.exec(text)?.groups?.day;
    if (day) return { kind: "due_by", day };
    if (plainlyDue.test(text)) return { kind: "due", when: "this week" };
  }
  if (/\b(?:blocked|stuck|blocking us)\b/.test(text) && text.split(" ").length <= 8)
    return { kind: "blocked" };
  if (/\b(?:assigned to me|my (?:open )?(?:tasks|to-?dos?)|on my plate)\b/.test(text))
    return { kind: "mine" };
  return allOpen.test(text) || plainlyOpen.test(text) ? { kind: "open" } : null;
}

/** What is to be done first, in a quadrant, or by nobody yet. */
function readState(text: string): TaskQuestion | null {
  if (whatNext.test(text)) return { kind: "quadrant", quadrant: "do_first" };
  const { verb } = toDelegate.exec(text)?.groups ?? {};
  if (verb) return { kind: "quadrant", quadrant: verb as Quadrant };
  const { quadrant, task } = inQuadrant.exec(text)?.groups ?? {};
  // "What is the schedule?" may ask for one that a message names.
  if (
    quadrant &&
    (quadrant !== "schedule" || task || /\b(?:tasks?|to-?dos?|quadrant|in schedule)\b/.test(text))
  )
    return { kind: "quadrant", quadrant: quadrantOfWords(quadrant) };
  if (ofNobody.test(text)) return { kind: "unassigned" };
  const { to } = execAsking(ofSomebody, text)?.groups ?? {};
  return to && !nobodyByName.test(to) ? { kind: "assigned", to } : null;
}
