import { type Day, instantOf, localTime, mondayOf, monthStart } from "../../triage/dates/calendar";

/** A question that a query over tasks or one's own messages answers better than a search. */
export type StructuredQuestion =
  | { kind: "due"; when: DueWhen }
  | { kind: "blocked" }
  | { kind: "mine" }
  /** `to`: the words after "promise"; empty: anybody. */
  | { kind: "promised"; to: string };

export type DueWhen = "overdue" | "today" | "tomorrow" | "this week" | "next week" | "this month";

const whens: [DueWhen, RegExp][] = [
  ["overdue", /\b(?:overdue|past due|late tasks|tasks (?:are|that are) late)\b/],
  ["today", /\btoday\b/],
  ["tomorrow", /\btomorrow\b/],
  ["next week", /\bnext week\b/],
  ["this week", /\bthis week\b/],
  ["this month", /\bthis month\b/],
];

/** Longer questions are about more than a list (characters). */
const longest = 120;

const asksForList = /^(?:so |and |please )*(?:what|which|show|list|is there|are there|anything|do i|any)\b/;
const dueWord = /\b(?:due|deadlines?|overdue|late|to do)\b/;
const promise =
  /\b(?:did|have|had|do|what)\b.*\bi\b.*\bpromised?\b(?:\s+(?:to\s+)?(?<to>[^?.!]*))?|\bmy promises\b(?:\s+to\s+(?<whom>[^?.!]*))?/;

/**
 * Recognizes a question about tasks or promises.
 *
 * @returns null if it is any other question.
 */
export function readStructuredQuestion(question: string): StructuredQuestion | null {
  const text = question.trim().toLowerCase().replace(/’/g, "'").replace(/\s+/g, " ");
  if (text.length > longest) return null;
  const promised = promise.exec(text)?.groups;
  if (promised) return { kind: "promised", to: nameIn(promised.to ?? promised.whom ?? "") };
  if (!asksForList.test(text)) return null;
  if (dueWord.test(text)) {
    const when = whens.find(([, pattern]) => pattern.test(text));
    if (when) return { kind: "due", when: when[0] };
    if (/^(?:what|which)(?:'s| is| are)?(?: tasks| things)? (?:is |are )?due\b/.test(text))
      return { kind: "due", when: "this week" };
  }
  if (/\b(?:blocked|stuck)\b/.test(text) && text.split(" ").length <= 8) return { kind: "blocked" };
  if (/\b(?:assigned to me|my (?:open )?tasks|on my plate)\b/.test(text)) return { kind: "mine" };
  return null;
}

/** What remains of "anna about the lease last week" when only a name is wanted. */
function nameIn(words: string): string {
  return words
    .replace(/\b(?:about|regarding|on|for|by|last|this|next|yesterday|today|so far|yet)\b.*$/, "")
    .replace(/\b(?:to|do|people|anyone|anybody|everyone|someone|somebody)\b/g, "")
    .trim();
}

/** The first instant of a span of days in a time zone, and the first after it; null: unbounded. */
export function spanOf(when: DueWhen, now: Date, timeZone: string): { from: Date | null; before: Date } {
  if (when === "overdue") return { from: null, before: now };
  const { day: today } = localTime(now, timeZone);
  const [first, next] = daysOf(when, today);
  const startOf = (day: Day) => instantOf(day, { hour: 0, minute: 0 }, timeZone);
  return { from: startOf(first), before: startOf(next) };
}

/** The first day, and the first after the last one. */
function daysOf(when: Exclude<DueWhen, "overdue">, today: Day): [Day, Day] {
  const monday = mondayOf(today);
  switch (when) {
    case "today":
      return [today, today + 1];
    case "tomorrow":
      return [today + 1, today + 2];
    case "this week":
      return [monday, monday + 7];
    case "next week":
      return [monday + 7, monday + 14];
    case "this month":
      return [monthStart(today), monthStart(today, 1)];
  }
}
