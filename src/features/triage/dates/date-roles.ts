import { patternFor, prefilterPattern } from "../text/prefiltered-pattern";
import { isDenied, moves } from "./date-denials";
import type { FoundDate } from "./date-readings";

/** Borders between one date's words and the next one's, clearest kind first. */
const borders = [
  /[.;:!?]["')\]]?\s|\s[–—-]+\s|\n/,
  /,\s|\s\(|\b(?:but|so|because|since|although|though|while|whereas)\b/i,
  /\b(?:and|as|not|instead|rather|when|until|or|is)\b/i,
];

/** A changed plan ends on this day. */
export const changedTo = prefilterPattern(
  [
    {
      needs: [moves, "to until till til"],
      source: String.raw`\b(?:(?:mov|push|shift|chang|br(?:ing|ought)|postpon|extend|bump|slip|pull|resched|delay|advanc)[a-z]*|put(?:s|ting)?)\b[^.;:!?]{0,60}\b(?:to|until|till?)\s+(?:the\s+)?$`,
    },
    {
      needs: ["now instead new"],
      source: String.raw`\b(?:now|instead|new (?:deadline|date|due date)(?:\s+is|:)?)\s+(?:(?:due|is|by|on|for|the)\s+)*$`,
    },
  ],
  (source) => new RegExp(source, "i"),
);
const isChangedTo = (before: string) => patternFor(changedTo, before)?.test(before) ?? false;
const lastAfter =
  /^,?\s*(?:\(?(?:at the (?:very )?latest|latest|tops|max(?:imum)?)\b|(?:is|being|will be|as|['’]s)\s+(?:the|our|your)\s+(?:(?:very|absolute|real|actual|hard|firm|true|final)\s+)?(?:last|latest|final|deadline|limit|cut-?off|new (?:date|deadline))|being the|(?:will|would|should)\s+(?:do|be (?:fine|ok(?:ay)?|enough|early|soon))\b|(?:is|are)\s+(?:when (?:I|we)|(?:soon|early|good) enough|fine|ok(?:ay)?\b|all right|alright)|(?:works|suits)\b|instead\b)/i;

const asked =
  /\b(?:please|pls|plz|kindly|need(?:s|ed)?|must|ha(?:s|ve) to|['’]d (?:like|want|need)|want(?:ed)?|should|due|deadline|cut-?off|required?|expect(?:ed)?|submit|send|deliver|return|finish|complete|hand in|get (?:it|me|us|them|this|that|your|the)|let (?:me|us) have|have (?:it|the|your|this|them|these|those|everything)|(?:book|file|upload|pay|reply|respond|confirm|sign|print|bring|fix|update|order|turn in|drop|share|make it|let['’]s (?:say|do|make)) |(?:gave|give|given|got|have|has) (?:\w+ )?until|to (?:me|us|them) (?:by|on)?|is when (?:I|we)|ready|(?:can|could|may|will|would) (?:I|you|we))\b/i;
const statement =
  /\b(?:I['’]?m|I am|we['’]?re|we are|(?:s?he|it|they)['’]?(?:s|re)?|I['’]ll be|we['’]ll be|will be|is|are) (?:away|out|off|back|on (?:holiday|leave|vacation|pto|the road)|travel|traveling|travelling|flying|closed|gone|in)\b|\b(?:fly|flies|flight|leave|leaves|holiday|vacation|meets?|starts?|begins?|opens?|goes? (?:out|live)|kick(?:s )?-?off|launch(?:es)?|happens|takes? place|lands?|arrives?|visits?|was due|were due|asked for|had (?:asked|said|planned|hoped)|(?:I|we|you) (?:said|asked|told|wrote|thought|hoped|wanted|planned|promised|agreed)|although|though|because|since|at the earliest|ideally|if possible|if not|if (?:you|we|they|it|that) (?:can['’]?t|cannot|don['’]?t|doesn['’]?t|isn['’]?t))\b|^\s*(?:as|while)\b/i;

const event =
  "\\b(?:meeting|call|workshop|session|review|event|demo|conference|hearing|gala|launch|visit|kick-?off|show|talk|presentation|offsite|wedding|party|interview|release)\\s+";
const eventWord = new RegExp(event, "i");
const eventBefore = new RegExp(
  `${event}(?:is\\s+)?(?:(?:on|at|this|next|for|scheduled for|planned for)\\s+)*(?:the\\s+)?$`,
  "i",
);

/** More dates than these are a list. */
const mostWeighed = 5;

/** How many characters around a day are checked. */
const reach = 90;

interface Territory {
  before: string;
  own: string;
  after: string;
}

/** A text's dates without denied ones. If several are left, the requested one is the limit. */
export function weighDates(text: string, dates: FoundDate[], mayDeny: boolean): FoundDate[] {
  const kept = mayDeny ? dates.filter((date) => date.vague || !isDenied(text, date)) : dates;
  if (kept.length > 1) return kept.length <= mostWeighed ? markAsked(text, kept) : kept;
  for (const date of kept) date.limit ||= isLast(text, date);
  return kept;
}

/** "Monday is soon enough", "Monday at the latest", "moved to Monday". */
const isLast = (text: string, { start, end }: FoundDate) =>
  lastAfter.test(text.slice(end, end + reach)) || isChangedTo(text.slice(Math.max(0, start - reach), start));

function markAsked(text: string, dates: FoundDate[]): FoundDate[] {
  const usual = dates.find(({ limit }) => limit) ?? dates[0]!;
  let best = usual;
  let most = usual.vague ? -9 : weight(usual, territoryOf(text, dates, usual));
  for (const date of dates) {
    if (date === usual || date.vague) continue;
    const own = weight(date, territoryOf(text, dates, date));
    if (own <= most) continue;
    best = date;
    most = own;
  }
  return best === usual || most <= 0 ? dates : dates.map((date) => ({ ...date, limit: date === best }));
}

/** The words about this date only. */
function territoryOf(text: string, dates: readonly FoundDate[], date: FoundDate): Territory {
  const span = dates.indexOf(date);
  const last = dates[span - 1];
  const next = dates[span + 1];
  const from = last ? (border(text, last.end, date.start) ?? last.end) : 0;
  const to = next ? (border(text, date.end, next.start) ?? next.start) : text.length;
  return {
    before: text.slice(Math.max(from, date.start - reach), date.start),
    own: text.slice(date.start, date.end),
    after: text.slice(date.end, Math.min(to, date.end + reach)),
  };
}

/** Where the words between two dates part; null if they belong to both. */
function border(text: string, from: number, to: number): number | null {
  const between = text.slice(from, to);
  for (const sign of borders) {
    const span = between.search(sign);
    if (span >= 0) return from + span;
  }
  return null;
}

/** How clearly the words around a date request something by it. */
function weight({ limit }: FoundDate, { before, own, after }: Territory): number {
  const around = `${before} … ${after}`;
  const isAsked = asked.test(around);
  const isStatement = statement.test(around);
  let sum = limit ? 2 : 0;
  if (isChangedTo(before)) sum += 4;
  if (lastAfter.test(after)) sum += 3;
  if (isEvent(before, own, after)) sum -= 2.5;
  if (isStatement) return sum - (isAsked ? 1 : 3);
  return isAsked ? sum + 1.5 : sum;
}

/** The date of an event: "Friday's workshop", "the call on Friday". */
function isEvent(before: string, own: string, after: string): boolean {
  if (eventBefore.test(before)) return true;
  if (eventWord.test(own) && !/\b(?:before|after|prior|ahead)\b/i.test(own)) return true;
  return /^['’]s?\s+[a-z]/i.test(after) && !/\b(?:before|by|of|until)\s+$/i.test(before);
}
