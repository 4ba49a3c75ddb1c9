import { ahead, mondayOf } from "./calendar";
import {
  afterPreposition,
  capitalised,
  inWeek,
  leading,
  type Reading,
  type Reference,
  withPart,
} from "./date-readings";
import { ambiguous, weekdayNumber } from "./date-words";

/** "Happy Friday", "have a nice weekend": wishes, not deadlines. */
export const isGreeting = (text: string, from: number) =>
  /\b(?:happy|merry|nice|great|good|lovely|wonderful|fantastic|restful|relaxing|enjoy (?:the|your)|how (?:was|is) your|thank (?:god|goodness) it['’]s|it['’]s finally)\s*$/i.test(
    leading(text, from),
  );

/** "Every Monday" never ends, "since Monday" is past. */
const repeatedOrPast = /\b(?:every|each|since|other|most|was|were)\s+$/i;

/** "Sun Microsystems": the next word belongs to the name. */
const namesMore = (text: string, from: number) =>
  /^\w+\.?\s+(?!jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|at\b|morning|noon|after|even|night)[a-z]/i.test(
    text.slice(from, from + 40),
  );

/** "sun", "may" and similar count as a day or month only if written or introduced as one. */
function isDateWord(word: string, text: string, from: number): boolean {
  if (!ambiguous.test(word)) return true;
  const before = leading(text, from);
  const introduced = afterPreposition.test(before);
  if (/^(?:sun|sat)\.?$/i.test(word))
    return (
      (/\b(?:by|before|until|till|due|this|next)\s+$/i.test(before) &&
        wordEnds.test(text.slice(from + word.length))) ||
      (capitalised(word) &&
        (introduced || /(?:[,(/-]|\d)\s*$/.test(before) || (/^\s*$/.test(before) && !namesMore(text, from))))
    );
  if (/^(?:may|march|mar)\.?$/i.test(word))
    return capitalised(word) && introduced && !/\bin\s+$/i.test(before);
  return (
    capitalised(word) ||
    introduced ||
    hourFollows.test(text.slice(from + word.length, from + word.length + 16))
  );
}

const wordEnds = /^\s*(?:$|[.,;!?)]|(?:please|pls|plz|at|by|noon|morning|afternoon|evening|night)\b)/i;

/** "fri 17:00", "wed eod". */
const hourFollows =
  /^\s+(?:at\s+|by\s+)?(?:\d{1,2}(?:[:.h]\d\d|\s?[ap]\.?m)|eo[db]\b|cob\b|noon|morning|afternoon|evening|latest)/i;

const called =
  /\b(?:(?:mr|mrs|ms|dr|miss|prof)\.?|named|called|codenamed|nicknamed|titled|dubbed)\s+["'“‘]?$/i;
/** Names with a weekday: "Sunday Okafor has", "The Sunday Times", "the Friday Agreement". */
const nameFollows =
  /^\s+(?:[A-Z][a-z]{2,}\s+(?:has|is|was|had|says|said|will|asked|wants|told|wrote|joined)\b|(?:Times|Post|Herald|Tribune|Telegraph|Mirror|Express|Mail|Night|Club|Agreement|Group|[Bb]lues|Inc|Ltd|GmbH|Corp)\b)/;
const inTitle =
  /^\s+(?:Deadline|Meeting|Call|Review|Morning|Noon|Afternoon|Evening|Night|Close|Session|Standup)\b(?!\s+(?:Lights|Live|Football|Fever|Brew))/;

/** "Tomorrow Never Dies", "Friday Night Lights". */
export const titleFollows = /^\s+[A-Z][a-z]+\s+[A-Z][a-z]+/;

function isName(text: string, from: number, length: number): boolean {
  const following = text.slice(from + length, from + length + 40);
  return (
    called.test(leading(text, from)) ||
    /\b(?:a|black|good|cyber|easter|casual|super|fat)\s+$/i.test(leading(text, from)) ||
    ((nameFollows.test(following) || titleFollows.test(following)) && !inTitle.test(following))
  );
}

export function weekdayReading(match: RegExpExecArray, reference: Reference, text: string): Reading | null {
  const [whole, lead = "", name = "", partName, firstThing] = match;
  const tail = firstThing ? "morning" : partName;
  const from = match.index + whole.indexOf(name);
  if (
    !isDateWord(name, text, from) ||
    isGreeting(text, from) ||
    repeatedOrPast.test(leading(text, from)) ||
    isName(text, from, name.length)
  )
    return null;
  const wanted = weekdayNumber(name);
  const lower = lead.toLowerCase();
  const slipsPast = lower === "past" && !/\b(?:this|the)\s+$/i.test(leading(text, match.index));
  if (/last|past|previous/.test(lower) && !slipsPast) return null;
  const monday = mondayOf(reference.day);
  if (lower.startsWith("next")) return withPart(inWeek(monday + 7, wanted), tail);
  if (lower.startsWith("this")) {
    const day = inWeek(monday, wanted);
    return withPart(day >= reference.day ? day : day + 7, tail);
  }
  return withPart(ahead(reference.day, wanted), tail);
}
