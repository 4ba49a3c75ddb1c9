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
  const today = startOfDay(now, timeZone);
  const plus = (days: number) => startOfDay(new Date(today.getTime() + days * dayMs + dayMs / 2), timeZone);
  if (when === "overdue") return { from: null, before: now };
  if (when === "today") return { from: today, before: plus(1) };
  if (when === "tomorrow") return { from: plus(1), before: plus(2) };
  if (when === "this month") {
    const [year = 0, month = 1, day = 1] = partsOf(now, timeZone);
    return { from: plus(1 - day), before: plus(new Date(Date.UTC(year, month, 0)).getUTCDate() + 1 - day) };
  }
  const weekday = (new Date(Date.UTC(...monthFromZero(partsOf(now, timeZone)))).getUTCDay() + 6) % 7;
  const monday = when === "next week" ? 7 - weekday : -weekday;
  return { from: plus(monday), before: plus(monday + 7) };
}

const dayMs = 86_400_000;

const monthFromZero = ([year, month, day]: [number, number, number]): [number, number, number] => [
  year,
  month - 1,
  day,
];

function partsOf(at: Date, timeZone: string): [number, number, number] {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const [year = 1970, month = 1, day = 1] = format.format(at).split("-").map(Number);
  return [year, month, day];
}

/** Midnight of the day of an instant, as an instant. Found by its offset, checked twice for changes of the clock. */
function startOfDay(at: Date, timeZone: string): Date {
  const wanted = Date.UTC(...monthFromZero(partsOf(at, timeZone)));
  let guess = wanted - offsetAt(new Date(wanted), timeZone);
  guess = wanted - offsetAt(new Date(guess), timeZone);
  return new Date(guess);
}

/** Local time minus UTC (milliseconds). */
function offsetAt(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  );
  return local - Math.floor(at.getTime() / 1000) * 1000;
}
